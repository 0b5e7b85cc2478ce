/** The kinds of violation, one for each rule that the checker enforces. */
export const VIOLATION_KINDS = [
  "failed with 5xx",
  "503 without Retry-After",
  "401 for a valid secret",
  "a process crashed",
  "work still pending",
  "acknowledged, but not found",
  "acknowledged, but not read",
  "acknowledged, but lost",
  "acknowledged, but another row exists",
  "answered with another id",
  "replaced by a later request",
  "row exists twice",
  "row exists, but was never sent",
  "refused, but row exists",
  "half of a request is stored",
  "in another store",
  "another store's object reached",
  "another store's text read",
  "another store's event received",
  "a written value is lost",
  "a value that was never written",
  "an older value was read",
  "an older value is stored",
  "an identifier of two customers",
  "one identifier, two customers",
  "an identifier not held by its customer",
  "an identifier held by another customer",
  "a number has changed",
  "a number of two objects",
  "history with a gap",
  "illegal transition",
  "status differs from history",
  "refused change in the history",
  "acknowledged change not in the history",
  "change twice in the history",
  "another change in the history",
  "change that no request made",
  "a unit returned twice",
  "more units than were ordered",
  "more units fulfilled than were ordered",
  "money is wrong",
  "stock does not add up",
  "a gap in a stream",
  "two events with one time",
  "not delivered",
  "never received",
  "delivered, but never accepted",
  "received, but never published",
  "received out of order",
  "overtaken",
  "altered by a retry",
  "a change without an event",
  "more events than changes",
  "the last payload differs",
] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];

/** A violation of a rule, with the details needed to investigate it. */
export type Violation = { kind: ViolationKind; text: string };

/**
 * Returns one numbered line per violation: the first of each kind, then the second of each kind, and so on.
 */
export function describe(violations: Violation[]): string[] {
  const byKind = [...Map.groupBy(violations, ({ kind }) => kind)];
  const most = Math.max(0, ...byKind.map(([, all]) => all.length));
  return Array.from({ length: most }, (_, i) => i).flatMap((i) =>
    byKind.flatMap(([kind, all]) => {
      const violation = all[i];
      return violation ? [`${kind} (${i + 1} of ${all.length}): ${violation.text}`] : [];
    }),
  );
}
