import type { Return } from "../../../features/returns/schema.ts";
import { at } from "../../pages/html.ts";
import { filterOf } from "../components/filters.ts";
import { type Unit, unitsOf } from "./units.ts";

/** The units that scans have found so far, by their names, the latest last. They live in the address. */
export function ticksOf(url: URL): string[] {
  return [...new Set((filterOf(url, "there") ?? "").split(".").filter((name) => /^\d+-\d+$/.test(name)))];
}

/** Returns the codes that are on a unit, as a scanner reads them. */
function codesOf({ sku, upc }: Unit["item"]): string[] {
  return [sku, upc].flatMap((code) => (code ? [code.trim().toLowerCase()] : []));
}

/** What a scan says of a return: one more of its units is there, or all of this kind were counted before. */
export type Tick = { there: string[]; isCounted: boolean };

/** Returns what a scan of a code says of a return; undefined if none of its units has the code. */
export function tick(shown: Return, code: string, there: readonly string[]): Tick | undefined {
  const wanted = code.trim().toLowerCase();
  const found = unitsOf(shown).units.filter(({ item }) => codesOf(item).includes(wanted));
  if (found.length === 0) return undefined;
  const next = found.find(({ name }) => !there.includes(name));
  return next ? { there: [...there, next.name], isCounted: false } : { there: [...there], isCounted: true };
}

type Station = { there?: readonly string[]; last?: string | undefined; counted?: string | undefined };

/** Returns the path of a return in warehouse mode, with the units that are there, and what was done before. */
export function stationPath(returnId: string, { there = [], last, counted }: Station): string {
  const query = new URLSearchParams({
    ...(there.length > 0 && { there: there.join(".") }),
    ...(last && { last }),
    ...(counted && { counted }),
  });
  return at`/warehouse/${returnId}` + (query.size > 0 ? `?${query}` : "");
}
