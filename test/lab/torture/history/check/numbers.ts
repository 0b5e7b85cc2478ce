import { type Call, type Numbered, shown } from "../call.ts";
import type { State } from "../state.ts";
import type { Violation, ViolationKind } from "../violation.ts";

type Seen = Numbered & { store: number; where: string };

/** Each object has one number, in all responses and at the end, and no other object of its kind has it. */
export function checkNumbers(calls: Call[], { numbers }: Pick<State, "numbers">): Violation[] {
  const all: Seen[] = [
    ...calls.flatMap((call) =>
      (call.numbers ?? []).map((one) => ({ ...one, store: call.store, where: shown(call) })),
    ),
    ...numbers.map((one) => ({ ...one, where: "at the end" })),
  ];
  return [
    ...differing("a number has changed", all, ({ object }) => object),
    ...differing("a number of two objects", all, ({ number }) => number),
  ];
}

/** Returns a violation for each group by `keyOf`, of one kind and store, whose members are not all the same. */
function differing(kind: ViolationKind, all: Seen[], keyOf: (one: Seen) => string | number): Violation[] {
  const groups = Map.groupBy(all, (one) => `${one.kind} ${keyOf(one)} of store ${one.store}`);
  return [...groups].flatMap(([key, [first, ...others]]) => {
    const other = others.find(({ object, number }) => object !== first?.object || number !== first.number);
    if (!first || !other) return [];
    const text = [first, other].map(({ object, number, where }) => `${object} is ${number}, ${where}`);
    return [{ kind, text: `${key}: ${text.join("; ")}` }];
  });
}
