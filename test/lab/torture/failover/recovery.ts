import { median } from "../../bench/median.ts";
import { type Call, shown } from "../history/call.ts";
import type { Arrival } from "../history/receiver.ts";
import type { Recovery } from "./probe.ts";
import type { Switch } from "./switches.ts";

/** A switch with what its end was like for each process. */
export type Measured = Switch & { recoveries: Recovery[] };

/**
 * Returns the processes that didn't serve writes within this time after a switch, and the requests that failed later.
 */
export function lateIn(switches: Measured[], calls: Call[], withinMs: number): string[] {
  const late = switches.flatMap(({ kind, until, recoveries }) =>
    recoveries.flatMap(({ process, ms }) =>
      ms !== undefined && ms <= withinMs
        ? []
        : [
            `${process} served no write until ${textOf(ms)} after the end of "${kind}" at ${Math.round(until)} ms`,
          ],
    ),
  );
  return [...late, ...failuresIn(switches, calls, withinMs)];
}

/** Returns the requests that were sent after a switch, and failed later than they may. */
function failuresIn(switches: Measured[], calls: Call[], withinMs: number): string[] {
  const failed = calls.filter(({ outcome }) => outcome === "unknown");
  return switches.flatMap(({ kind, until }, i) => {
    const next = switches[i + 1]?.from ?? Number.POSITIVE_INFINITY;
    return failed
      .filter(({ start, end }) => start > until && end > until + withinMs && end < next)
      .map((call) => `failed ${textOf(call.end - until)} after the end of "${kind}": ${shown(call)}`);
  });
}

/** Returns tables of the times until writes were served again, by process and by what happened. */
export function recoveryTables(switches: Measured[], arrivals: Arrival[]): string[] {
  const all = switches.flatMap(({ kind, recoveries }) => recoveries.map((one) => ({ ...one, kind })));
  const kinds = [...Map.groupBy(switches, ({ kind }) => kind)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    "from the end of a switch to the first event and the first order that a process served:",
    ...rowsOf(Map.groupBy(all, ({ process }) => process)),
    ...rowsOf(Map.groupBy(all, ({ kind }) => kind)),
    "from the end of a switch to the first webhook event that arrived after it:",
    ...kinds.map(([kind, ones]) => `  ${timesOf(ones.map((one) => firstArrival(one, arrivals)))}  ${kind}`),
  ];
}

function rowsOf(groups: Map<string, Recovery[]>): string[] {
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, ones]) => `  ${timesOf(ones.map(({ ms }) => ms))}  ${name}`);
}

function firstArrival({ until }: Switch, arrivals: Arrival[]): number | undefined {
  const later = arrivals.map(({ first }) => first - until).filter((ms) => ms >= 0);
  return later.length === 0 ? undefined : later.reduce((least, ms) => Math.min(least, ms));
}

function timesOf(times: (number | undefined)[]): string {
  const known = times.map((ms) => ms ?? Number.POSITIVE_INFINITY);
  const [middle, longest] = [median(known), Math.max(...known)];
  return `${String(times.length).padStart(4)} times, median ${textOf(middle).padStart(8)}, longest ${textOf(longest).padStart(8)}`;
}

function textOf(ms: number | undefined): string {
  return ms === undefined || !Number.isFinite(ms) ? "never" : `${Math.round(ms)} ms`;
}
