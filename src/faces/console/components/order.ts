import type { Total } from "../../../core/http/count-included.ts";
import type { Label } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";
import { filterOf } from "./filters.ts";

/** An order of a list: its value in the address, its title in the menu, and what the pager says of it. */
type Order = { value: string; title: Label; order: Label };

/** The orders of a list by creation; the first one is the usual one. */
export const BY_CREATION: readonly Order[] = [
  { value: "-created_at", title: say("Created last"), order: say("the newest first") },
  { value: "created_at", title: say("Created first"), order: say("the oldest first") },
];

/** The orders of a list of what happened, by its time of this name; the first one is the usual one. */
export const byTime = (name: string): readonly Order[] => [
  { value: `-${name}`, title: say("Newest first"), order: say("the newest first") },
  { value: name, title: say("Oldest first"), order: say("the oldest first") },
];

/** What the column of the time of creation sorts by. */
export const CREATED = { ascending: "created_at", descending: "-created_at", first: "descending" } as const;

/** The orders of a list by the last change; the first one is the usual one. */
export const BY_CHANGE: readonly Order[] = [
  { value: "-updated_at", title: say("Changed last"), order: say("the latest change first") },
  { value: "updated_at", title: say("Changed first"), order: say("the oldest change first") },
];

/** What the column of the time of the last change sorts by. */
export const CHANGED = { ascending: "updated_at", descending: "-updated_at", first: "descending" } as const;

/** Returns the order that the address asks for; the usual one if it asks for none that the list has. */
export function orderIn(url: URL, orders: readonly Order[], usual = orders[0]?.value): Order | undefined {
  const asked = filterOf(url, "sort");
  return orders.find(({ value }) => value === asked) ?? orders.find(({ value }) => value === usual);
}

/** What a page of a list says of the number of all, if it was asked for it. */
export type Counted = Partial<Total>;

/** Returns the number of all that a page of a list has. */
export function totalOf({ count, isAtLeast = false }: Counted): Total | undefined {
  return count === undefined ? undefined : { count, isAtLeast };
}
