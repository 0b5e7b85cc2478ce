import { type Call, shown } from "../call.ts";
import type { State } from "../state.ts";
import type { Violation, ViolationKind } from "../violation.ts";

/** Returns the violations in single responses: service errors, lost objects and data of another store. */
export function checkAnswers(calls: Call[], causes: ReadonlyMap<string, string> = new Map()): Violation[] {
  const violations: Violation[] = [];
  for (const call of calls) {
    const { status, known, mustFail, outcome, missing, foreign, requestId } = call;
    const add = (kind: ViolationKind, more = "") => violations.push({ kind, text: `${shown(call)}${more}` });
    if (status >= 500 && status !== 503)
      add("failed with 5xx", `; ${causes.get(requestId) ?? "no cause logged"}`);
    if (status === 503 && !call.retryAfter) add("503 without Retry-After");
    if (status === 401) add("401 for a valid secret");
    const isAbsent = status === 404 || call.detail?.includes("No return found") === true;
    if (known !== undefined && isAbsent) add("acknowledged, but not found");
    if (mustFail && outcome === "done") add("another store's object reached");
    if (missing) add("acknowledged, but not read", `; without ${missing.slice(0, 3).join(", ")}`);
    if (foreign) add("another store's text read", `; it has ${foreign}`);
  }
  return violations;
}

/**
 * Returns the violations in the final state: crashes, pending work and events sent to another store's
 * webhook.
 */
export function checkRest({ crashes, pending, merchants }: State): Violation[] {
  return [
    ...crashes.map((text): Violation => ({ kind: "a process crashed", text })),
    ...pending.map((text): Violation => ({ kind: "work still pending", text })),
    ...merchants
      .filter(({ expected, seen }) => seen.some((name) => name !== expected))
      .map(
        ({ token, expected, seen }): Violation => ({
          kind: "another store's event received",
          text: `${token} of ${expected} came with ${seen.join(", ")}`,
        }),
      ),
  ];
}
