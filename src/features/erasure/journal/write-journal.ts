import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import type { Journal } from "./read-journal.ts";
import type { JournalErasure, JournalHeader, JournalPerson, JournalStore } from "./schema.ts";

/** A moment as the journal has it, to the microsecond. */
const MOMENT = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`);

/**
 * Returns the lines of a journal: which secrets and passkeys work, who may enter the stores, in which role, and who was
 * erased. It has ids only.
 * The erasures of an earlier journal stay in it: the change feed, where it reads the others, forgets them.
 */
export async function journalLines(ctx: Ctx, earlier: Journal | undefined): Promise<string[]> {
  const { rows: stores } = await ctx.longDb.execute<JournalStore & { now: string }>(sql`
    select store_id as store, to_char(created_at at time zone 'UTC', ${MOMENT}) as "createdAt", removed_at is not null as "isDeleted",
      coalesce((
        select json_agg(json_build_array(id, to_char(expires_at at time zone 'UTC', ${MOMENT})) order by id)
        from api_clients where api_clients.store_id = stores.store_id and revoked_at is null
      ), '[]') as clients,
      coalesce((
        select json_agg(person_id order by person_id) from memberships where memberships.store_id = stores.store_id
      ), '[]') as people,
      coalesce((
        select json_agg(json_build_array(person_id, role) order by person_id)
        from memberships where memberships.store_id = stores.store_id
      ), '[]') as roles
    from stores order by store_id`);
  const { rows: people } = await ctx.longDb.execute<JournalPerson>(sql`
    select id as person, coalesce((
      select json_agg(passkeys.id order by passkeys.id) from passkeys where passkeys.person_id = people.id
    ), '[]') as passkeys
    from people order by id`);
  const erasures = await erasuresIn(ctx);
  const known = new Set(erasures.map(erasureKey));
  const forgotten = earlier?.erasures.filter((erasure) => !known.has(erasureKey(erasure))) ?? [];
  const header = await headerOf(ctx, earlier);
  const lines: object[] = [header, ...stores, ...people, ...forgotten, ...erasures];
  return [...lines, { lines: lines.length + 1 }].map((line) => JSON.stringify(line));
}

/** Returns the erasures that the change feeds have. Numbering moves them from one table to the other. */
export async function erasuresIn(ctx: Ctx): Promise<JournalErasure[]> {
  const { rows } = await ctx.longDb.execute<JournalErasure>(sql`
    select object_id as erased, store_id as store, to_char(at at time zone 'UTC', ${MOMENT}) as at from (
      select store_id, object_id, at from changes where type = 'customer.erased'
      union all
      select store_id, object_id, at from unnumbered_changes where type = 'customer.erased'
    ) as erased order by erased.at`);
  return rows;
}

/** Returns what an erasure is compared by. */
export function erasureKey({ store, erased, at }: JournalErasure): string {
  return JSON.stringify([store, erased, at]);
}

/** Without a gap between the two journals, the earlier one says since when all erasures are here. */
async function headerOf(ctx: Ctx, earlier: Journal | undefined): Promise<JournalHeader> {
  const kept = ctx.config.retention.changes ?? null;
  const { rows } = await ctx.longDb.execute<{ at: string; since: string | null }>(sql`
    select to_char(now() at time zone 'UTC', ${MOMENT}) as at,
      to_char((now() - make_interval(secs => ${kept}::float8)) at time zone 'UTC', ${MOMENT}) as since`);
  const { at = "", since = null } = rows[0] ?? {};
  const follows = earlier && since !== null && earlier.header.at > since;
  return { journal: 1, at, erasuresSince: follows ? earlier.header.erasuresSince : since };
}
