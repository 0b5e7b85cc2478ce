import { sql } from "drizzle-orm";
import type { Ctx } from "../../ctx.ts";
import { deleteStore } from "../delete-store.ts";
import { eraseCustomer } from "../erase.ts";
import type { Journal } from "./read-journal.ts";
import type { JournalErasure, JournalHeader, JournalStore } from "./schema.ts";
import { erasuresIn, keyOf } from "./write-journal.ts";

/** What a replay has done. `erasuresSince` is from when on the journal has all of them. */
export type Replayed = Pick<JournalHeader, "at" | "erasuresSince"> & {
  revoked: number;
  removed: number;
  deleted: number;
  erased: number;
};

const BY = "restore";
/** What was created in the last moments before a journal may have been committed after it was read. */
const MARGIN = sql.raw("interval '1 minute'");

/**
 * Does again what a journal knows and a restored database doesn't: revokes the secrets that no longer worked, removes
 * people from stores, deletes stores and erases customers. May be repeated.
 */
export async function replayJournal(ctx: Ctx, { header, stores, erasures }: Journal): Promise<Replayed> {
  const replayed = { ...header, revoked: 0, removed: 0, deleted: 0, erased: 0 };
  for (const store of stores) {
    const found = await findStore(ctx, store);
    if (found === undefined) continue;
    if (store.isDeleted) {
      await deleteStore(ctx, store.store, found);
      replayed.deleted++;
      continue;
    }
    replayed.revoked += await revoke(ctx, store, header);
    replayed.removed += await removePeople(ctx, store, header);
  }
  const known = new Set((await erasuresIn(ctx)).map(keyOf));
  for (const erasure of erasures.filter((each) => !known.has(keyOf(each)))) {
    if (await eraseAgain(ctx, erasure)) replayed.erased++;
  }
  const { at, erasuresSince, revoked, removed, deleted, erased } = replayed;
  return { at, erasuresSince, revoked, removed, deleted, erased };
}

/** Returns the store's name; undefined unless it is the journal's own, and not deleted. */
async function findStore(ctx: Ctx, { store, createdAt }: JournalStore): Promise<string | undefined> {
  const { rows } = await ctx.db.execute<{ name: string }>(sql`
    select name from stores
    where store_id = ${store} and created_at = ${createdAt}::timestamptz and removed_at is null`);
  return rows[0]?.name;
}

async function revoke(ctx: Ctx, { store, clients }: JournalStore, { at }: JournalHeader): Promise<number> {
  const { rowCount } = await ctx.db.execute(sql`
    update api_clients set revoked_at = now()
    where store_id = ${store} and revoked_at is null and created_at < ${at}::timestamptz - ${MARGIN}
      and id <> all(${sql.param(clients.map(([id]) => id))}::text[])`);
  await ctx.db.execute(sql`
    update api_clients set expires_at = ends.at
    from unnest(${sql.param(clients.map(([id]) => id))}::text[], ${sql.param(clients.map(([, end]) => end))}::timestamptz[]) as ends(id, at)
    where store_id = ${store} and api_clients.id = ends.id and ends.at is not null
      and (expires_at is null or expires_at > ends.at)`);
  return rowCount ?? 0;
}

async function removePeople(
  ctx: Ctx,
  { store, people }: JournalStore,
  { at }: JournalHeader,
): Promise<number> {
  const { rowCount } = await ctx.db.execute(sql`
    delete from memberships
    where store_id = ${store} and created_at < ${at}::timestamptz - ${MARGIN}
      and person_id <> all(${sql.param(people)}::text[])`);
  return rowCount ?? 0;
}

/** The feed has the digest of an id that names its person. */
async function eraseAgain(ctx: Ctx, { store, erased }: JournalErasure): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select customers.id from customers join stores using (store_id)
    where store_id = ${store} and removed_at is null and (
      customers.id = ${erased}
      or ${erased}::text like 'sha256:%'
        and 'sha256:' || encode(sha256(convert_to(customers.id, 'UTF8')), 'hex') = ${erased})`);
  for (const { id } of rows) {
    await eraseCustomer(ctx, { storeId: store, by: BY, byId: null, requestId: crypto.randomUUID() }, id);
  }
  return rows.length > 0;
}
