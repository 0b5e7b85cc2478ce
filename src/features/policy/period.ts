import { endOfDay, localDay } from "../../lib/local-days.ts";
import type { Facts, LineFacts } from "./facts.ts";
import type { Window } from "./schema.ts";

/** The facts that a window may count from, the latest first. */
const STARTS = ["delivered", "fulfilled", "ordered"] as const;
type Start = (typeof STARTS)[number];

/** `missing` is the fact that would count if it were known. */
export type Period = {
  until: string | null;
  from: { name: Start | "at"; value: string };
  missing?: Start;
};

/** Returns until when a window lets a line be returned. While its fact isn't known, the next earlier one counts. */
export function periodOf(window: Window, facts: Facts, line: LineFacts, timeZone: string): Period {
  if ("until" in window) {
    const day = Temporal.PlainDate.from(window.until);
    return { until: endOfDay(day, timeZone), from: { name: "at", value: facts.at } };
  }
  for (let i = STARTS.indexOf(window.from); ; i++) {
    const name = STARTS[i];
    if (name === undefined) throw new Error("an order has no date");
    const value = START_OF[name](facts, line);
    if (value === null) continue;
    const until = endOf(value, window.days, timeZone);
    const from = { name, value };
    return name === window.from ? { until, from } : { until, from, missing: window.from };
  }
}

/** Most lines of an order were delivered together, so that the last end is often the next one. */
let last: { start: string; days: number; timeZone: string; until: string | null } | undefined;

/** Returns when the days after the day of a start are over. */
function endOf(start: string, days: number, timeZone: string): string | null {
  if (last?.start === start && last.days === days && last.timeZone === timeZone) return last.until;
  const until = endOfDay(localDay(start, timeZone).add({ days }), timeZone);
  last = { start, days, timeZone, until };
  return until;
}

/** Of several parcels the last one counts, once all units of the line that go into parcels are in one. */
const START_OF: Record<Start, (facts: Facts, line: LineFacts) => string | null> = {
  ordered: ({ orderedAt }) => orderedAt,
  fulfilled: (_, line) => latest(line, ({ fulfilledAt }) => fulfilledAt),
  delivered: (_, line) => latest(line, ({ deliveredAt }) => deliveredAt),
};

function latest(
  { ordered, awaited = ordered, parcels }: LineFacts,
  timeOf: (parcel: LineFacts["parcels"][number]) => string | null,
) {
  let [units, last] = [0, ""];
  for (const parcel of parcels) {
    const time = timeOf(parcel);
    if (time === null) return null;
    units += parcel.units;
    if (time > last) last = time;
  }
  return units >= awaited && last !== "" ? last : null;
}
