import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { endAwaiting } from "../../../platform/db/backup/awaited-journal.ts";
import type { Role } from "../../../platform/db/tables/people.ts";
import { allowsLess, ROLE_NAMES, ROLES, roleOf } from "../../people/roles.ts";
import { deleteStore } from "../../stores/delete-store.ts";
import { eraseCustomer } from "../erase.ts";
import type { Journal } from "./read-journal.ts";
import type { JournalErasure, JournalHeader, JournalPerson, JournalStore } from "./schema.ts";
import { erasureKey, erasuresIn } from "./write-journal.ts";

/** What a replay has done. `erasuresSince` is from when on the journal has all of them. */
export type Replayed = Pick<JournalHeader, "at" | "erasuresSince"> & {
  revoked: number;
  removed: number;
  lowered: number;
  passkeys: number;
  deleted: number;
  erased: number;
};

const SLICE_PEOPLE = 1_000;
const BY = "restore";
/** What was created in the last moments before a journal may have been committed after it was read. */
const MARGIN = sql.raw("interval '1 minute'");

/**
 * Does again what a journal knows and a restored database doesn't: revokes the secrets that no longer worked, removes
 * people from stores, lowers their roles, removes passkeys, deletes stores and erases customers. Then the service may
 * start on the database. May be repeated.
 */
export async function replayJournal(
  ctx: Ctx,
  { header, stores, people, erasures }: Journal,
): Promise<Replayed> {
  const replayed = { ...header, revoked: 0, removed: 0, lowered: 0, deleted: 0, erased: 0 };
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
    replayed.lowered += await lowerRoles(ctx, store);
    await withdrawInvitations(ctx, store);
  }
  const passkeys = await removePasskeys(ctx, people, header);
  const known = new Set((await erasuresIn(ctx)).map(erasureKey));
  for (const erasure of erasures.filter((each) => !known.has(erasureKey(each)))) {
    if (await eraseAgain(ctx, erasure)) replayed.erased++;
  }
  await endAwaiting(ctx.db);
  const { at, erasuresSince, revoked, removed, lowered, deleted, erased } = replayed;
  return { at, erasuresSince, revoked, removed, lowered, passkeys, deleted, erased };
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

/** A role that allows more, or as much, stays that of the backup: nothing that was granted is granted again. */
async function lowerRoles(ctx: Ctx, { store, roles }: JournalStore): Promise<number> {
  const kept = new Map(roles);
  const { rows } = await ctx.db.execute<{ personId: string; role: Role }>(sql`
    select person_id as "personId", role from memberships where store_id = ${store}`);
  const lowered = rows.flatMap(({ personId, role }) => {
    const now = roleOf(kept.get(personId) ?? "");
    return now && allowsLess(now, role) ? [{ personId, role: now }] : [];
  });
  if (lowered.length === 0) return 0;
  await ctx.db.execute(sql`
    update memberships set role = given.role
    from json_to_recordset(${JSON.stringify(lowered)}::json) as given("personId" text, role text)
    where store_id = ${store} and person_id = given."personId"`);
  return lowered.length;
}

/** Withdraws the invitations of people who may not invite. */
async function withdrawInvitations(ctx: Ctx, { store }: JournalStore): Promise<void> {
  const inviting = ROLE_NAMES.filter((role) => ROLES[role].rights.includes("people"));
  await ctx.db.execute(sql`
    delete from invitations where store_id = ${store} and inviter_id is not null and not exists (
      select from memberships where memberships.store_id = invitations.store_id
        and person_id = inviter_id and role = any(${sql.param(inviting)}::text[]))`);
}

/** People are of no store; those of whom the journal has no line keep their passkeys. */
async function removePasskeys(ctx: Ctx, people: JournalPerson[], { at }: JournalHeader): Promise<number> {
  let removed = 0;
  for (let from = 0; from < people.length; from += SLICE_PEOPLE) {
    const slice = JSON.stringify(people.slice(from, from + SLICE_PEOPLE));
    const { rowCount } = await ctx.db.execute(sql`
      delete from passkeys
      using json_to_recordset(${slice}::json) as given(person text, passkeys jsonb)
      where person_id = given.person and not given.passkeys ? passkeys.id
        and created_at < ${at}::timestamptz - ${MARGIN}`);
    removed += rowCount ?? 0;
  }
  return removed;
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
