import { prepared, preparedNamed } from "../../platform/db/prepared.ts";
import type { SearchKind } from "../../platform/db/tables/search.ts";
import { type Ctx, withCommit } from "../ctx.ts";

/** An order or a return; `at` is its creation. */
export type Keyed = { storeId: string; at: Date; id: string };

/** A key to store; one that names a contact is left out if the contact is the customer's own. */
export type NewKey = { kind: SearchKind; key: string; contact?: string };

/** Returns keys of one kind. */
export function keysOf(kind: SearchKind, keys: Set<string>): NewKey[] {
  return [...keys].map((key) => ({ kind, key }));
}

/** Stores keys of an order or return, in the caller's transaction. Keys that it has already are skipped. */
export function addSearchKeys(ctx: Ctx, keyed: Keyed, kind: SearchKind, keys: Set<string>): void {
  addKeys(ctx, keyed, keysOf(kind, keys), undefined);
}

/** Stores keys of several kinds, of which some may name contacts, as `addSearchKeys` does, by one statement. */
export function addKeys(
  ctx: Ctx,
  { storeId, at, id }: Keyed,
  keys: NewKey[],
  customerId: string | null | undefined,
): void {
  if (keys.length === 0) return;
  const object = { customerId: customerId ?? null, at: at.toISOString(), id };
  withCommit(ctx, insert(ctx.db, { storeId, ...object, ...keyColumns(keys) }));
}

/** What keys belong to, in SQL. */
type Owner = { customerId: string; at: string; id: string };

const KEYS = { kind: "$kinds::text[]", key: "$keys::text[]", contact: "$contacts::text[]" };
const OWNED_KEYS = { ...KEYS, owner: "$owners::text[]", at: "$times::timestamptz[]", id: "$ids::text[]" };

/** SQL that stores keys of one object, with the parameters that `keyColumns` returns. */
export function insertKeys(owner: Owner): string {
  return insertOf(KEYS, owner);
}

/** SQL that stores keys of several objects, with the parameters that `ownedKeyColumns` returns. */
export function insertOwnedKeys(): string {
  return insertOf(OWNED_KEYS, { customerId: "owner", at: "at", id: "id" });
}

function insertOf(arrays: Record<string, string>, { customerId, at, id }: Owner): string {
  return `insert into search_keys (store_id, kind, key, at, id)
   select $1, kind, key, ${at}::timestamptz, ${id}
   from unnest(${Object.values(arrays).join(", ")}) as new(${Object.keys(arrays).join(", ")})
   where contact is null or not exists (
     select from customers
     where store_id = $1 and customers.id = ${customerId}::text and (email_key = contact or phone_number = contact)
   )
   order by kind, key
   on conflict do nothing`;
}

/** Returns keys of objects as the parameters of a statement. */
export function ownedKeyColumns(
  objects: { id: string; at: string; customerId: string | undefined; keys: NewKey[] }[],
): Record<string, unknown[]> {
  const all = objects.flatMap(({ keys, ...object }) => keys.map((key) => ({ ...key, ...object })));
  return {
    ...keyColumns(all),
    owners: all.map(({ customerId }) => customerId ?? null),
    times: all.map(({ at }) => at),
    ids: all.map(({ id }) => id),
  };
}

/** Returns keys as the parameters of a statement. */
export function keyColumns(keys: NewKey[]): Record<string, unknown[]> {
  return {
    kinds: keys.map(({ kind }) => kind),
    keys: keys.map(({ key }) => key),
    contacts: keys.map(({ contact }) => contact ?? null),
  };
}

const insert = preparedNamed(
  "add_search_keys",
  insertKeys({ customerId: "$customerId", at: "$at", id: "$id" }),
);

/** Makes the keys of one kind of an order or return those of `after`, in the caller's transaction. */
export function replaceSearchKeys(
  ctx: Ctx,
  keyed: Keyed,
  kind: SearchKind,
  { before, after }: { before: Set<string>; after: Set<string> },
): void {
  const { storeId, at, id } = keyed;
  const removed = [...before.difference(after)];
  if (removed.length > 0) withCommit(ctx, remove(ctx.db, storeId, kind, removed, at.toISOString(), id));
  addSearchKeys(ctx, keyed, kind, after.difference(before));
}

const remove = prepared(
  "remove_search_keys",
  `delete from search_keys
   where store_id = $1 and kind = $2 and key = any($3::text[]) and at = $4::timestamptz and id = $5`,
);
