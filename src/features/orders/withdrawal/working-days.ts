import { createYielder } from "../../../lib/yielder.ts";
import type { NonWorkingDay } from "./period.ts";

/**
 * Where Regulation 1182/71 says when periods end: the European Union and the rest of the European Economic Area. Overseas
 * regions of France and Åland belong to it, and have codes of their own.
 */
const COUNTRIES = [
  ..."AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
  ..."AX GF GP MF MQ RE YT".split(" "),
];

/** Codes that shops use for parts of a country: the Canary Islands, and Ceuta and Melilla. */
const PARTS: Record<string, string> = { EA: "ES", IC: "ES" };

/** Years for which the tables of holidays are sure. In others only weekends count. */
const YEARS = { from: 2000, to: 2100 };

const DAY_MS = 24 * 3600 * 1000;
/** Holidays are wanted from a day before a time, in some time zone, until the period can't move further. */
const WANTED = { before: DAY_MS, after: 60 * DAY_MS };

/** Everywhere on earth the day has ended when it has in this time zone. */
const LAST_TIME_ZONE = "Etc/GMT+12";

/** Where a parcel goes: a code of ISO 3166, and the region as the shop writes it. */
export type Place = {
  country: string | undefined;
  region?: string | null | undefined;
  /** The code of the country whose time zones it has; the same by default. */
  zonesOf?: string | undefined;
};

/** Returns the time zones of a place; of an unknown country, that in which days end last. */
export function timeZonesOf(place: Place): readonly string[] {
  const zones = knownZonesOf(place);
  return zones.length > 0 ? zones : [LAST_TIME_ZONE];
}

/** Returns the time zones of a place; none where it isn't known or the runtime knows none, such as in Kosovo. */
export function knownZonesOf({ country, zonesOf = country }: Place): readonly string[] {
  if (!zonesOf) return [];
  return new Intl.Locale(`und-${wholeOf(zonesOf)}`).getTimeZones?.() ?? [];
}

/** The codes of what lies overseas by the first digits of French postal codes. */
const OVERSEAS: Record<string, string> = {
  ...{ 971: "GP", 972: "MQ", 973: "GF", 974: "RE", 975: "PM", 976: "YT", 977: "BL", 978: "MF" },
  ...{ 986: "WF", 987: "PF", 988: "NC" },
};

/**
 * Returns the place of an address in France. Overseas regions of the Union are places of their own; of the others only the
 * clock is, so that a period there never ends earlier.
 */
export function placeInFrance(region: Place["region"], postalCode: string | null | undefined): Place {
  const digits = postalCode?.replaceAll(/\D/g, "") ?? "";
  const code = digits.length === 5 ? OVERSEAS[digits.slice(0, 3)] : undefined;
  if (code && COUNTRIES.includes(code)) return { country: code, region };
  return { country: "FR", region, zonesOf: code };
}

function wholeOf(country: string): string {
  return PARTS[country] ?? country;
}

/**
 * Returns what tells working days from others at a place, from the day of `near` on: Saturdays, Sundays and public
 * holidays, in the countries of the Regulation. A holiday of one region counts there; where the region is unknown, it
 * counts, because a period may end later and never earlier. So does one that only some places of the region have. An
 * unknown country may be one of them, so its weekends count.
 */
export async function workingDaysOf(place: Place, near: Date): Promise<NonWorkingDay> {
  const { region } = place;
  if (place.country === undefined) return weekend;
  const country = wholeOf(place.country);
  if (!COUNTRIES.includes(country)) return () => undefined;
  const time = near.getTime();
  const years = [time - WANTED.before, time + WANTED.after].map((each) => new Date(each).getUTCFullYear());
  const all = await Promise.all([...new Set(years)].map((year) => holidaysOf(country, region, year)));
  return (day) => weekend(day) ?? all.map((days) => days.get(day.toString())).find(Boolean);
}

function weekend({ dayOfWeek }: Temporal.PlainDate): string | undefined {
  return dayOfWeek === 7 ? "Sunday" : dayOfWeek === 6 ? "Saturday" : undefined;
}

/** The names of holidays by their day. */
type Days = ReadonlyMap<string, string>;

/** Few: one for each country, region and year that was asked for. */
const cache = new Map<string, Promise<Days>>();

/**
 * Loads the tables of holidays. They take 35 MB, and on a busy machine longer than a transaction may be idle: only a process
 * that is asked for a period loads them, at best before its transaction.
 */
export function loadHolidays() {
  return import("date-holidays");
}

async function holidaysOf(country: string, region: Place["region"], year: number): Promise<Days> {
  if (year < YEARS.from || year > YEARS.to) return new Map();
  const { default: Holidays } = await loadHolidays();
  const tables = new Holidays();
  const regions = Object.entries(tables.getStates(country) ?? {});
  const named = regions.find(([code, name]) => isNamed(region, country, [code, name]));
  const key = `${country} ${named?.[0] ?? ""} ${year}`;
  const known = cache.get(key);
  if (known) return known;
  const days = read(named ? [named[0]] : regions.map(([code]) => code));
  cache.set(key, days);
  // A failure is not kept: the next statement tries again.
  days.catch(() => cache.delete(key));
  return days;

  async function read(codes: string[]): Promise<Days> {
    const days = new Map<string, string>();
    const yieldNow = createYielder();
    const places = codes.flatMap((code) =>
      Object.keys(tables.getRegions(country, code) ?? {}).map((within) => [code, within] as const),
    );
    // Those of the whole country come first, so that theirs are the names.
    for (const [code, within] of [
      ["", ""],
      ...codes.map((each) => [each, ""] as const),
      ...places,
    ] as const) {
      const table = new Holidays(country, code, within, { types: ["public"] });
      for (const { date, name } of table.getHolidays(year, "en")) {
        const day = date.slice(0, "2026-01-01".length);
        if (!days.has(day)) days.set(day, name);
      }
      await yieldNow();
    }
    return days;
  }
}

/** Whether an address means a region: by its code, alone or after the country's, or by its name. */
function isNamed(text: Place["region"], country: string, [code, name]: [string, string]): boolean {
  const given = text?.trim().toLowerCase();
  return [code, `${country}-${code}`, name].some((form) => form.toLowerCase() === given);
}
