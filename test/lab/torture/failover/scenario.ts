import type { Call } from "../history/call.ts";
import type { ViolationKind } from "../history/violation.ts";
import type { Scenario } from "../scenario.ts";
import { type FailoverRun, tortureFailover } from "./run.ts";

const MINUTE_MS = 60_000;

const WITHIN_MS = 2_000;

const FULL = {
  ...{ clients: 14, stores: 3, workers: 2, skewMs: 5_000 },
  ...{ longestMs: 30_000, restMs: 8_000, drainWithinMs: 3 * MINUTE_MS, withinMs: WITHIN_MS },
};

/** The scenario of `bun run torture failover`. */
export const failover: Scenario = {
  options: "[--minutes 5] [--processes 4] [--only WORDS]",
  about: `runs the clients of \`history\` on API processes and 2 workers, while their database, a primary with a synchronous
standby, is switched over, lost, frozen, cut off, made read-only, reached by an address that leads to the standby, or
not found by its name. Half of the processes know one address, half both servers. Ends with 1 if an acknowledged write
is lost, a response is 5xx other than 503 with Retry-After, or a process serves no writes ${WITHIN_MS} ms after the end.
--only makes the switches whose names contain these words.`,
  run: async ({ seed, say, number, text }) => {
    const apis = Math.floor(number("processes", 4));
    const ms = number("minutes", 5) * MINUTE_MS;
    const run = await tortureFailover({ ...FULL, seed, say, apis, ms, only: text("only") });
    return { differences: run.differences, lines: summaryOf(run) };
  },
};

const LOST: ViolationKind[] = [
  "acknowledged, but lost",
  "acknowledged, but not found",
  "acknowledged, but another row exists",
  "a written value is lost",
  "an older value is stored",
  "acknowledged change not in the history",
];

function summaryOf({
  switches,
  calls,
  violations,
  tables,
  errors,
  attempts,
  drainMs,
}: FailoverRun): string[] {
  const writes = calls.filter(isAcknowledgedWrite);
  const lost = violations.filter(({ kind }) => LOST.includes(kind));
  const failed = calls.filter(({ status }) => status >= 500 && status !== 503);
  const unavailable = calls.filter(({ status }) => status === 503);
  const broken = calls.filter(({ status }) => status === 0);
  const logged = [...errors].map(([message, count]) => `${count} "${message}"`);
  const tried = Object.entries(attempts).map(([mood, count]) => `${count} ${mood}`);
  return [
    ...tables,
    `${switches.length} switches; ${calls.length} requests, ${writes.length} acknowledged writes, ${lost.length} lost`,
    `${failed.length} answers 5xx other than 503, ${unavailable.length} answers 503, ${broken.length} without an answer`,
    `errors logged: ${logged.join(", ") || "none"}`,
    `deliveries: ${tried.join(", ")}; at rest ${drainMs} ms after the last request`,
  ];
}

function isAcknowledgedWrite({ outcome, effects, writes, change, ends }: Call): boolean {
  return outcome === "done" && [effects, writes, change, ends].some((one) => one !== undefined);
}
