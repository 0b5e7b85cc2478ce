import type { Static } from "@sinclair/typebox";
import { OneOf } from "../../lib/schema-types.ts";
import type { PagedList } from "../http/paging.ts";
import { createList, type PagedRows } from "./list.ts";
import type { List } from "./list-statements.ts";

/** The orders of a list by when its rows were created. */
export type CreationSort = Static<typeof CreationSort>;
export const CreationSort = OneOf(["-created_at", "created_at"], {
  description: "The order: by creation, with a `-` the latest first; by default `-created_at`.",
});

/** A list in each of its orders. */
type InOrders<Sort extends string, Name extends string, Row> = Record<Sort, PagedRows<Name, Row>>;

/** Returns a list by creation in both orders; `list` says how it is with the latest first. */
export function listByCreation<Name extends string = never, Row = unknown[] | null>(
  list: List<Name, Row>,
): InOrders<CreationSort, Name, Row> {
  const { latest, oldest } = inBothOrders(list);
  return { "-created_at": latest, created_at: oldest } satisfies Record<CreationSort, PagedList>;
}

/** Returns a list with the latest first, as `list` says, and with the oldest. */
export function inBothOrders<Name extends string = never, Row = unknown[] | null>(list: List<Name, Row>) {
  const oldest = { ...list, name: `${list.name}_oldest`, key: { ...list.key, isAscending: true } } as const;
  return { latest: createList(list), oldest: createList(oldest) };
}
