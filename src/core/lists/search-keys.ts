import { sql } from "drizzle-orm";
import { cutText } from "../../lib/text.ts";
import { prepared, preparedNamed } from "../../platform/db/prepared.ts";
import type { SearchKind } from "../../platform/db/tables/search.ts";
import { type Ctx, withCommit } from "../ctx.ts";
import { contactsOf, mentionTerm } from "../persons/identifiers.ts";

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
function addKeys(
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

type MentionKind = "order.mention" | "return.mention";

/**
 * Stores which e-mail addresses and phone numbers the texts of an order or return name, other than those of its
 * customer, so that an erasure finds them. Runs in the caller's transaction.
 */
export function addMentions(
  ctx: Ctx,
  keyed: Keyed,
  kind: MentionKind,
  { customerId, texts }: { customerId: string | null | undefined; texts: unknown },
): void {
  addKeys(ctx, keyed, mentionsOf(keyed.storeId, kind, texts), customerId);
}

/** Returns a key for each e-mail address and phone number in the texts. */
export function mentionsOf(storeId: string, kind: MentionKind, texts: unknown): NewKey[] {
  return [...contactsOf(texts)].map((contact) => ({ kind, key: mentionTerm(storeId, contact), contact }));
}

/**
 * Removes the mentions of identifiers, up to `limit`, and returns the ids of the orders or returns that had them, each with
 * one of its identifiers.
 */
export async function takeMentions(
  ctx: Ctx,
  storeId: string,
  kind: MentionKind,
  { contacts, limit }: { contacts: string[]; limit: number },
): Promise<{ mentions: [id: string, contact: string][]; isDone: boolean }> {
  const contactOf = new Map(contacts.map((contact) => [mentionTerm(storeId, contact), contact]));
  const { rows } = await ctx.db.execute<{ id: string; key: string }>(sql`
    delete from search_keys where ctid = any(array(
      select ctid from search_keys
      where store_id = ${storeId} and kind = ${kind} and key = any(${sql.param([...contactOf.keys()])}::text[])
      limit ${limit}
    ))
    returning id, key`);
  const found = new Map(rows.map(({ id, key }) => [id, contactOf.get(key) ?? ""]));
  return { mentions: [...found].sort(([a], [b]) => (a < b ? -1 : 1)), isDone: rows.length < limit };
}

/** In characters; an index entry has a maximum size. */
const MAX_KEY_LENGTH = 255;

/**
 * Returns a field as it is compared: trimmed, in lower case and in the Unicode form NFC, like e-mail addresses, and cut
 * after 255 characters; undefined for an empty or missing one.
 */
export function searchKeyOf(field: string | null | undefined): string | undefined {
  const key = field?.trim().normalize("NFC").toLowerCase();
  if (!key) return undefined;
  return cutText(key, MAX_KEY_LENGTH);
}

/** Returns the distinct keys of fields. */
export function searchKeysOf(fields: (string | null | undefined)[]): Set<string> {
  return new Set(fields.flatMap((field) => searchKeyOf(field) ?? []));
}

type NamedCustomer = { name?: string | null; firstName?: string | null; lastName?: string | null };

/**
 * Returns the keys of the name on an order, beginning with either part of it; none for a name that the order's
 * customer has got from it. Customers don't get a `name`, which is split at the first space.
 */
export function orderNameKeysOf(
  { name, firstName, lastName }: NamedCustomer,
  { hasCustomer }: { hasCustomer: boolean },
): Set<string> {
  const isSplit = Boolean(firstName || lastName);
  if (isSplit && hasCustomer) return new Set();
  const [first = "", ...rest] = (name ?? "").trim().split(/\s+/);
  const [given, surname] = isSplit ? [firstName ?? "", lastName ?? ""] : [first, rest.join(" ")];
  return searchKeysOf([`${given} ${surname}`, `${surname} ${given}`]);
}
