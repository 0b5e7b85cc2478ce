import { type Call, endOf, type Patch, type Value } from "../call.ts";
import { customerRegister } from "../operations/reads.ts";
import type { Row, State } from "../state.ts";

/**
 * A write of a register that takes effect between `start` and `end`. `isCertain`: it must have taken effect.
 * `isPrompt`: it is readable when it is acknowledged.
 */
export type Written = {
  value: Value;
  start: number;
  end: number;
  isCertain: boolean;
  isPrompt: boolean;
  call: Call;
};

type Attempt = { patch: Patch; call: Call; start: number; end: number; isPrompt: boolean };

const BULK = "POST events/bulk";

/** Returns the writes of each register; refused requests write nothing. */
export function writesOf(
  calls: Call[],
  { rows }: Pick<State, "rows">,
  storeIds: string[],
): Map<string, Written[]> {
  const written = new Map<string, Written[]>();
  const add = (register: string, one: Written) => {
    const all = written.get(register);
    if (all) all.push(one);
    else written.set(register, [one]);
  };
  for (const call of calls) {
    if (call.outcome === "refused") continue;
    const time = { start: call.start, end: endOf(call), isCertain: call.outcome === "done", isPrompt: true };
    for (const { register, value } of call.writes ?? []) add(register, { ...time, value, call });
  }
  const customers = customersOf(rows);
  for (const batch of batchesOf(calls)) {
    for (const { register, value, attempt } of lastOf(batch, customers, storeIds)) {
      const { start, end, isPrompt, call } = attempt;
      add(register, { value, start, end, isCertain: true, isPrompt, call });
    }
  }
  return written;
}

/** Returns the customer of each stored event or order, by `kind mark`. */
function customersOf(rows: Row[]): Map<string, string> {
  return new Map(
    rows.flatMap(({ kind, mark, customer }) => (customer ? [[`${kind} ${mark}`, customer] as const] : [])),
  );
}

/** Returns the patches of each request, with the time in which one of its attempts took effect. */
function batchesOf(calls: Call[]): Attempt[][] {
  const attempts = new Map<string, Attempt>();
  const batches: Attempt[][] = [];
  for (const call of calls) {
    if (call.outcome === "refused" || !call.patches) continue;
    const batch: Attempt[] = [];
    for (const patch of call.patches) {
      const name = `${patch.kind} ${patch.mark}`;
      const isPrompt = call.operation !== BULK;
      const before = attempts.get(name);
      const attempt = before ?? { patch, call, start: call.start, end: endOf(call), isPrompt };
      attempt.start = Math.min(attempt.start, call.start);
      attempt.end = Math.min(attempt.end, endOf(call));
      attempt.isPrompt &&= isPrompt;
      attempts.set(name, attempt);
      if (!before) batch.push(attempt);
    }
    batches.push(batch);
  }
  return batches;
}

/** Returns the values after a request; later elements of its array overwrite earlier ones. */
function lastOf(batch: Attempt[], customers: Map<string, string>, storeIds: string[]) {
  const last = new Map<string, { register: string; value: Value; attempt: Attempt }>();
  for (const attempt of batch) {
    const { patch, call } = attempt;
    const customer = customers.get(`${patch.kind} ${patch.mark}`);
    if (customer === undefined) continue;
    const storeId = storeIds[call.store] ?? "";
    const fields = { ...patch.fields, ...(patch.moves && patch.email && { email: patch.email }) };
    for (const [member, value] of Object.entries(fields)) {
      const register = customerRegister(storeId, customer, member);
      last.set(register, { register, value, attempt });
    }
  }
  return last.values();
}
