/** Every rule that the checker holds, by what it says when the rule is broken. */
export const VIOLATION_KINDS = [
  "failed with 5xx",
  "503 without Retry-After",
  "a process crashed",
  "not at rest",
  "acknowledged, but not found",
  "acknowledged, but not read",
  "acknowledged, but lost",
  "acknowledged, but another is there",
  "answered with another id",
  "replaced by a later one",
  "there twice",
  "there, but never sent",
  "refused, but there",
  "half of a request is there",
  "in another store",
  "another store's object reached",
  "another store's text read",
  "another store's event received",
  "a written value is lost",
  "a value that was never written",
  "an older value was read",
  "an older value stands",
  "an identifier of two customers",
  "one identifier, two customers",
  "an identifier not held",
  "an identifier went to another",
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
  "two events of one moment",
  "not delivered",
  "never received",
  "delivered, but never taken",
  "received, but never happened",
  "received out of order",
  "overtaken",
  "altered by a retry",
  "a change without an event",
  "more events than changes",
  "the last payload differs",
] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];

/** Something that must not have happened, with what is needed to look into it. */
export type Violation = { kind: ViolationKind; text: string };

/** Each violation on a line, with its place among those of its kind; every kind comes before any comes again. */
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
