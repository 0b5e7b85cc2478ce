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
  for (const name of STARTS.slice(STARTS.indexOf(window.from))) {
    const value = START_OF[name](facts, line);
    if (value === null) continue;
    const until = endOfDay(localDay(value, timeZone).add({ days: window.days }), timeZone);
    return { until, from: { name, value }, ...(name !== window.from && { missing: window.from }) };
  }
  throw new Error("an order has no date");
}

/** Of several parcels the last one counts, once all units of the line are in one. */
const START_OF: Record<Start, (facts: Facts, line: LineFacts) => string | null> = {
  ordered: ({ orderedAt }) => orderedAt,
  fulfilled: (_, line) => latest(line, ({ fulfilledAt }) => fulfilledAt),
  delivered: (_, line) => latest(line, ({ deliveredAt }) => deliveredAt),
};

function latest(
  { ordered, parcels }: LineFacts,
  timeOf: (parcel: LineFacts["parcels"][number]) => string | null,
) {
  let [units, last] = [0, ""];
  for (const parcel of parcels) {
    const time = timeOf(parcel);
    if (time === null) return null;
    units += parcel.units;
    if (time > last) last = time;
  }
  return units >= ordered && last !== "" ? last : null;
}
