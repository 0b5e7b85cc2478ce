import { expect, test } from "bun:test";
import fc from "fast-check";
import { decide } from "../../../src/features/policy/decide.ts";
import type { Policy } from "../../../src/features/policy/schema.ts";
import { endOfDay, localDay } from "../../../src/lib/local-days.ts";
import { ZONES } from "../../lab/policy/generate.ts";
import { orderFacts } from "./facts.ts";

const DAY_MS = 86_400_000;
const zone = fc.constantFrom(...ZONES);
/** Forty years with all changes of clocks, leap days and ends of years. */
const instant = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) })
  .map((ms) => new Date(ms).toISOString());

test("days follow each other without a gap or an overlap, in every zone and over every change of its clocks", () => {
  fc.assert(
    fc.property(zone, instant, (timeZone, at) => {
      const day = localDay(at, timeZone);
      const end = endOfDay(day, timeZone) ?? "";
      const start = endOfDay(day.subtract({ days: 1 }), timeZone) ?? "";
      expect(start <= at && at < end).toBe(true);
      const last = new Date(Date.parse(end) - 1).toISOString();
      expect(localDay(last, timeZone).equals(day)).toBe(true);
      expect(localDay(end, timeZone).equals(day)).toBe(false);
      // A day has 23, 23.5, 24, 24.5 or 25 hours; one that a zone has left out has none, and belongs to the day before.
      expect((Date.parse(end) - Date.parse(start)) / DAY_MS).toBeWithin(0.95, 1.05);
    }),
    { numRuns: 2_000 },
  );
});

test("an order is before a day, or on or after it, and never both or neither", () => {
  fc.assert(
    fc.property(zone, instant, fc.integer({ min: -2, max: 2 }), (timeZone, orderedAt, shift) => {
      const from = localDay(orderedAt, timeZone).add({ days: shift });
      const rules: Policy["rules"] = [
        { when: { orderedUntil: from.subtract({ days: 1 }).toString() }, then: { outcomes: ["refund"] } },
        { when: { orderedFrom: from.toString() }, then: { outcomes: ["exchange"] } },
      ];
      for (const order of [rules, rules.toReversed()]) {
        const [line] = decide({ version: 1, policy: { timeZone, rules: order } }, orderFacts({ orderedAt }));
        expect(line?.outcomes).toEqual([shift <= 0 ? "exchange" : "refund"]);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("a window ends once: eligible up to its last instant, and from its end on never again", () => {
  fc.assert(
    fc.property(zone, instant, fc.nat({ max: 800 }), (timeZone, orderedAt, days) => {
      const policy: Policy = { timeZone, window: { days, from: "ordered" } };
      const eligibleAt = (ms: number) => {
        const [line] = decide(
          { version: 1, policy },
          orderFacts({ orderedAt, at: new Date(ms).toISOString() }),
        );
        return line;
      };
      const until = Date.parse(eligibleAt(0)?.until ?? "");
      expect((until - Date.parse(orderedAt)) / DAY_MS).toBeWithin(days - 1.05, days + 1.1);
      const around = [-400 * DAY_MS, -1, 0, 1, 400 * DAY_MS].map((ms) => eligibleAt(until + ms)?.eligible);
      expect(around).toEqual([true, true, false, false, false]);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["the spring's short day", "Europe/Berlin", "2026-03-28T23:30:00.000Z", 0, "2026-03-29T22:00:00.000Z"],
  ["the autumn's long day", "Europe/Berlin", "2026-10-25T00:30:00.000Z", 0, "2026-10-25T23:00:00.000Z"],
  ["a day that begins at one", "Africa/Cairo", "2024-04-25T20:00:00.000Z", 1, "2024-04-26T21:00:00.000Z"],
  ["a midnight that is left out", "Africa/Cairo", "2024-04-25T20:00:00.000Z", 0, "2024-04-25T22:00:00.000Z"],
  ["a day that is left out", "Pacific/Apia", "2011-12-29T20:00:00.000Z", 1, "2011-12-30T10:00:00.000Z"],
  ["a leap day", "UTC", "2024-01-30T12:00:00.000Z", 30, "2024-03-01T00:00:00.000Z"],
  ["no leap day", "UTC", "2026-01-30T12:00:00.000Z", 30, "2026-03-02T00:00:00.000Z"],
  ["a year's end", "Asia/Kathmandu", "2026-12-31T18:20:00.000Z", 0, "2027-01-01T18:15:00.000Z"],
  ["a day before UTC's", "America/New_York", "2027-01-01T04:59:59.999Z", 0, "2027-01-01T05:00:00.000Z"],
])("the end of a window counts %s", (_, timeZone, orderedAt, days, until) => {
  const policy: Policy = { timeZone, window: { days, from: "ordered" } };
  expect(decide({ version: 1, policy }, orderFacts({ orderedAt }))).toMatchObject([{ until }]);
});

test("a window that ends after the year 9999 has no end", () => {
  const policy: Policy = { timeZone: "Pacific/Kiritimati", window: { days: 10_000, from: "ordered" } };
  for (const orderedAt of ["9990-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) {
    expect(decide({ version: 1, policy }, orderFacts({ orderedAt }))).toMatchObject([
      { until: null, eligible: true },
    ]);
  }
});
