import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { periodEnd } from "../../../src/features/orders/withdrawal/period.ts";
import {
  type Place,
  timeZonesOf,
  workingDaysOf,
} from "../../../src/features/orders/withdrawal/working-days.ts";
import { MIN_WITHDRAWAL_DAYS } from "../../../src/features/stores/settings-schema.ts";

const EU = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
const DAY_MS = 24 * 3600 * 1000;

async function endOf(place: Place, delivered: string | Date, days = 14) {
  const deliveredAt = new Date(delivered);
  const nonWorkingDay = await workingDaysOf(place, new Date(deliveredAt.getTime() + days * DAY_MS));
  return periodEnd({ deliveredAt, days, timeZones: timeZonesOf(place), nonWorkingDay });
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day at a place, by the runtime's calendar, which `Temporal` doesn't use. */
function dayAt(timeZone: string, at: Date): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, calendar: "gregory" });
  formats.set(timeZone, format);
  const parts = format.formatToParts(at);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  return [part("year").padStart(4, "0"), part("month").padStart(2, "0"), part("day").padStart(2, "0")].join(
    "-",
  );
}

const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay());

describe("a period ends", () => {
  const CASES: [what: string, place: Place, delivered: string, end: string][] = [
    [
      "fourteen days after the day of delivery",
      { country: "DE" },
      "2026-07-01T10:00:00Z",
      "2026-07-15T22:00:00Z",
    ],
    [
      "by the day at the place, not in UTC",
      { country: "DE" },
      "2026-07-01T22:30:00Z",
      "2026-07-16T22:00:00Z",
    ],
    ["on Monday instead of Saturday", { country: "DE" }, "2026-07-04T10:00:00Z", "2026-07-20T22:00:00Z"],
    ["on Monday instead of Sunday", { country: "DE" }, "2026-07-05T10:00:00Z", "2026-07-20T22:00:00Z"],
    ["after Christmas and the weekend", { country: "DE" }, "2026-12-11T10:00:00Z", "2026-12-28T23:00:00Z"],
    ["after New Year", { country: "DE" }, "2025-12-18T10:00:00Z", "2026-01-02T23:00:00Z"],
    ["after the Easter days", { country: "DE" }, "2026-03-20T10:00:00Z", "2026-04-07T22:00:00Z"],
    ["after Orthodox Easter in Greece", { country: "GR" }, "2026-03-27T10:00:00Z", "2026-04-14T21:00:00Z"],
    ["without Easter Monday in Portugal", { country: "PT" }, "2026-03-23T12:00:00Z", "2026-04-07T00:00:00Z"],
    ["after the national day of France", { country: "FR" }, "2026-06-30T10:00:00Z", "2026-07-15T22:00:00Z"],
    ["on that day elsewhere", { country: "BE" }, "2026-06-30T10:00:00Z", "2026-07-14T22:00:00Z"],
    [
      "after a region's holiday",
      { country: "DE", region: "Bayern" },
      "2027-10-18T10:00:00Z",
      "2027-11-02T23:00:00Z",
    ],
    ["on another region's", { country: "DE", region: "BE" }, "2027-10-18T10:00:00Z", "2027-11-01T23:00:00Z"],
    ["after it if the region is unknown", { country: "DE" }, "2027-10-18T10:00:00Z", "2027-11-02T23:00:00Z"],
    [
      "after a holiday that only places within the region have",
      { country: "DE", region: "Bayern" },
      "2025-08-01T10:00:00Z",
      "2025-08-18T22:00:00Z",
    ],
    [
      "after the holiday of a place if the region is unknown",
      { country: "IT" },
      "2027-06-10T10:00:00Z",
      "2027-06-25T22:00:00Z",
    ],
    [
      "on Monday instead of Saturday in the Union's overseas regions",
      { country: "RE" },
      "2026-07-04T10:00:00Z",
      "2026-07-20T20:00:00Z",
    ],
    [
      "after a holiday of an overseas region",
      { country: "MQ" },
      "2026-05-08T14:00:00Z",
      "2026-05-27T04:00:00Z",
    ],
    [
      "after Epiphany in the Åland Islands",
      { country: "AX" },
      "2025-12-23T10:00:00Z",
      "2026-01-07T22:00:00Z",
    ],
    [
      "on Monday instead of Saturday in the Canary Islands",
      { country: "IC" },
      "2026-05-16T10:00:00Z",
      "2026-06-01T23:00:00Z",
    ],
    ["at the end of a leap day", { country: "DE" }, "2028-02-15T10:00:00Z", "2028-02-29T23:00:00Z"],
    ["where the clock goes forward", { country: "DE" }, "2027-03-17T10:00:00Z", "2027-03-31T22:00:00Z"],
    ["in the last of a country's zones", { country: "ES" }, "2026-07-01T10:00:00Z", "2026-07-15T23:00:00Z"],
    ["on a weekend outside the Union", { country: "CH" }, "2026-07-04T10:00:00Z", "2026-07-18T22:00:00Z"],
    [
      "as late as anywhere if the country is unknown",
      { country: undefined },
      "2026-07-01T13:00:00Z",
      "2026-07-16T12:00:00Z",
    ],
  ];
  for (const [what, place, delivered, end] of CASES) {
    test(what, async () => {
      expect((await endOf(place, delivered)).end).toEqual(new Date(end));
    });
  }

  test("with the reasons for which it was moved", async () => {
    expect(await endOf({ country: "DE" }, "2026-12-11T10:00:00Z")).toEqual({
      end: new Date("2026-12-28T23:00:00Z"),
      lastDay: "2026-12-28",
      timeZone: "Europe/Berlin",
      movedFrom: [
        { day: "2026-12-25", reason: "Christmas Day" },
        { day: "2026-12-26", reason: "Saturday" },
        { day: "2026-12-27", reason: "Sunday" },
      ],
    });
  });

  test("after thirty days if the store says so, and never before fourteen", async () => {
    expect((await endOf({ country: "DE" }, "2026-07-01T10:00:00Z", 30)).lastDay).toBe("2026-07-31");
    for (const days of [-1, 0, 13]) {
      expect((await endOf({ country: "DE" }, "2026-07-01T10:00:00Z", days)).lastDay).toBe("2026-07-15");
    }
  });

  test("even if no day is a working day", () => {
    const deliveredAt = new Date("2026-07-01T10:00:00Z");
    const terms = { deliveredAt, days: 14, timeZones: ["UTC"], nonWorkingDay: () => "strike" };
    expect(periodEnd(terms).lastDay).toBe("2026-08-15");
  });

  test("wherever a shop's clock was wrong", async () => {
    const last = await endOf({ country: "DE" }, "9999-12-31T23:59:59Z");
    expect(last.end.toISOString()).toBe("9999-12-31T23:59:59.999Z");
    for (const at of ["0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "9999-12-01T00:00:00Z"]) {
      expect((await endOf({ country: "DE" }, at)).end.getTime()).toBeGreaterThan(
        Date.parse(at) + 13 * DAY_MS,
      );
    }
  });
});

test("in each country of the Union, at any time, the period has its days and ends with the next working day", async () => {
  const anyCase = fc.record({
    country: fc.constantFrom(...EU),
    at: fc.oneof(
      fc.date({ min: new Date("2024-01-01"), max: new Date("2032-12-31"), noInvalidDate: true }),
      // Fourteen days before the clocks change, a leap day, and the ends of years.
      fc
        .tuple(
          fc.constantFrom("2026-03-15", "2026-10-11", "2027-03-14", "2028-02-15", "2026-12-17", "2027-12-11"),
          fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
        )
        .map(([day, ms]) => new Date(Date.parse(day) + ms)),
    ),
    days: fc.oneof(fc.constant(14), fc.integer({ min: 14, max: 100 })),
  });
  const check = async ({ country, at, days }: { country: string; at: Date; days: number }) => {
    const zones = timeZonesOf({ country });
    const { end, lastDay, timeZone, movedFrom } = await endOf({ country }, at, days);
    expect(zones).toContain(timeZone);
    // The last instant and the first one after it.
    expect(dayAt(timeZone, new Date(end.getTime() - 1))).toBe(lastDay);
    expect(dayAt(timeZone, end)).toBe(daysAfter(lastDay, 1));
    const planned = daysAfter(dayAt(timeZone, at), days);
    expect(movedFrom.map(({ day }) => day)).toEqual(
      Array.from({ length: movedFrom.length }, (_, i) => daysAfter(planned, i)),
    );
    expect(lastDay).toBe(daysAfter(planned, movedFrom.length));
    expect(
      movedFrom.every(({ day, reason }) => isWeekend(day) === ["Saturday", "Sunday"].includes(reason)),
    ).toBe(true);
    expect(isWeekend(lastDay)).toBe(false);
    // In no zone of the country is the day before the last still in the future.
    for (const zone of zones) expect(dayAt(zone, end) > daysAfter(dayAt(zone, at), days)).toBe(true);
  };
  await fc.assert(fc.asyncProperty(anyCase, check), { numRuns: 500 });
}, 60_000);

test("a period never ends earlier for a later delivery, nor for more days", async () => {
  const anyCase = fc.record({
    country: fc.constantFrom(...EU),
    at: fc.date({ min: new Date("2025-12-01"), max: new Date("2028-03-31"), noInvalidDate: true }),
    later: fc.integer({ min: 0, max: 5 * DAY_MS }),
    days: fc.integer({ min: MIN_WITHDRAWAL_DAYS, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ country, at, later, days }) => {
      const { end } = await endOf({ country }, at, days);
      const ofLater = await endOf({ country }, new Date(at.getTime() + later), days);
      const ofMore = await endOf({ country }, at, days + 1);
      expect(ofLater.end >= end && ofMore.end >= end).toBe(true);
    }),
    { numRuns: 500 },
  );
}, 60_000);

test("each country of the Union has its time zones and its holidays", async () => {
  for (const country of EU) {
    expect(timeZonesOf({ country }).length).toBeGreaterThan(0);
    const { movedFrom } = await endOf({ country }, "2028-12-11T12:00:00Z");
    expect([country, movedFrom[0]?.day, movedFrom[0]?.reason]).toEqual([
      country,
      "2028-12-25",
      movedFrom[0]?.reason ?? "",
    ]);
    expect(isWeekend("2028-12-25")).toBe(false);
  }
});
