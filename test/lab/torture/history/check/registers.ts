import { type Call, shown, type Value } from "../call.ts";
import type { State } from "../state.ts";
import type { Violation, ViolationKind } from "../violation.ts";
import { type Written, writesOf } from "./writes.ts";

type Register = {
  all: Written[];
  byValue: Map<Value, Written[]>;
  /** The certain write that started last. */
  last: Written | undefined;
  /**
   * The certain and prompt writes in the order of their ends, each with the latest-started write up to it.
   */
  byEnd: { end: number; last: Written }[];
};

type Shown = { value: Value | undefined; start: number; end: number; by: Call | undefined };

/**
 * Each read of a register, and its final value, must be a value that was not overwritten. A write overwrites
 * a value if it started after the value's write had ended, and itself ended before the read started.
 */
export function checkRegisters(
  calls: Call[],
  state: Pick<State, "registers" | "rows">,
  storeIds: string[],
): Violation[] {
  const written = writesOf(calls, state, storeIds);
  const registers = new Map([...written].map(([name, all]) => [name, registerOf(all)]));
  const end = Number.POSITIVE_INFINITY;
  return [
    ...state.registers.flatMap(({ register, value }) =>
      checkShown(register, registers.get(register), { value, start: end, end, by: undefined }),
    ),
    ...calls.flatMap((call) =>
      (call.reads ?? []).flatMap(({ register, value }) =>
        checkShown(register, registers.get(register), {
          ...{ value, start: call.start, end: call.end, by: call },
        }),
      ),
    ),
  ];
}

function registerOf(all: Written[]): Register {
  const certain = all.filter(({ isCertain }) => isCertain);
  const byEnd: Register["byEnd"] = [];
  for (const one of certain.filter(({ isPrompt }) => isPrompt).toSorted((a, b) => a.end - b.end)) {
    const before = byEnd.at(-1)?.last;
    byEnd.push({ end: one.end, last: before && before.start > one.start ? before : one });
  }
  return {
    ...{ all, byValue: Map.groupBy(all, ({ value }) => value), byEnd },
    last: certain.toSorted((a, b) => b.start - a.start)[0],
  };
}

function checkShown(
  name: string,
  register: Register | undefined,
  { value, start, end, by }: Shown,
): Violation[] {
  // The URL of a webhook whose creation got no response, or a fixed address, which is checked as an
  // identifier.
  if (!register && / (?:url|email)$/.test(name)) return [];
  const overwriter = register && (by ? lastBefore(register, start) : register.last);
  const say = (kind: ViolationKind, ...from: (Written | undefined)[]): Violation[] => {
    const where = by ? `, read by ${shown(by)}` : " at the end";
    const writers = from.flatMap((one) => (one ? [`${one.value} was written by ${shown(one.call)}`] : []));
    return [{ kind, text: [`${name} is ${value}${where}`, ...writers].join("; ") }];
  };
  if (value === undefined) return overwriter ? say("a written value is lost", overwriter) : [];
  const written = register?.byValue.get(value)?.filter((one) => one.start < end) ?? [];
  if (written.length === 0) return say("a value that was never written", overwriter);
  if (!overwriter || written.some((one) => one.end >= overwriter.start)) return [];
  return say(by ? "an older value was read" : "an older value is stored", written[0], overwriter);
}

/** Returns the latest-started of the certain and prompt writes that had ended before `time`. */
function lastBefore({ byEnd }: Register, time: number): Written | undefined {
  let low = 0;
  let high = byEnd.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byEnd[middle]?.end ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return byEnd[low - 1]?.last;
}
