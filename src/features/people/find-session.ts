import type { Ctx } from "../../core/ctx.ts";
import { sha256 } from "../../lib/hash.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import type { Beginning, Role } from "../../platform/db/tables/people.ts";
import { ABSOLUTE_MS, IDLE_MS, OVERLAP_MS, ROTATE_MS, SEEN_MS } from "./session-ends.ts";
import { newToken } from "./token.ts";

export type Person = {
  id: string;
  name: string;
  email: string;
  hasPassword: boolean;
  /** Whether the address is proved to be the person's. */
  isProved: boolean;
};

/** What a person is in a store. */
export type Membership = {
  storeId: string;
  storeName: string;
  currency: string;
  /** The store's, of the IANA database. */
  timeZone: string;
  role: Role;
};

/** A valid session. `newToken` replaces the token that the browser sent, if it is time. */
export type Session = {
  id: string;
  formToken: string;
  person: Person;
  membership: Membership | undefined;
  /** Whether an owner of the store has ended what the session could do there: the person has to sign in again. */
  isEndedHere: boolean;
  createdAt: Date;
  begunBy: Beginning | null;
  newToken: string | undefined;
};

type Row = {
  id: string;
  formToken: string;
  personId: string;
  name: string;
  email: string;
  hasPassword: boolean;
  isProved: boolean;
  begunBy: Beginning | null;
  isCurrent: boolean;
  createdMs: number;
  rotatedMs: number;
  seenMs: number;
  storeId: string | null;
  storeName: string | null;
  currency: string | null;
  timeZone: string | null;
  role: Role | null;
  isEndedHere: boolean | null;
  usedHereMs: number | null;
};

/**
 * Returns the session of a token, with what its person is in a store; undefined when it has ended. Each call reads
 * the database, so a session that was revoked has ended at once on every process.
 */
export async function findSession(ctx: Ctx, token: string, storeId = ""): Promise<Session | undefined> {
  const [row] = await find(ctx.db, await sha256(token), storeId);
  if (!row) return undefined;
  const now = ctx.now().getTime();
  if (now - row.seenMs >= IDLE_MS || now - row.createdMs >= ABSOLUTE_MS) return undefined;
  if (!row.isCurrent && now - row.rotatedMs >= OVERLAP_MS) return undefined;
  await mark(ctx, row, now);
  const isDue = row.isCurrent && now - row.rotatedMs >= ROTATE_MS;
  const { id, formToken, personId, name, email, hasPassword, isProved } = row;
  return {
    ...{ id, formToken, person: { id: personId, name, email, hasPassword, isProved } },
    ...{ isEndedHere: row.isEndedHere === true, createdAt: new Date(row.createdMs), begunBy: row.begunBy },
    membership: membershipOf(row),
    newToken: isDue ? await rotate(ctx, id, token) : undefined,
  };
}

function membershipOf({ storeId, storeName, currency, timeZone, role, isEndedHere }: Row) {
  if (storeId === null || role === null || isEndedHere) return undefined;
  return { storeId, storeName: storeName ?? "", currency: currency ?? "", timeZone: timeZone ?? "UTC", role };
}

/** Stores, once a minute, when the session was used, and when in this store. */
async function mark(ctx: Ctx, { id, seenMs, storeId, isEndedHere, usedHereMs }: Row, now: number) {
  const at = ctx.now().toISOString();
  await Promise.all([
    now - seenMs >= SEEN_MS && markSeen(ctx.db, id, at),
    storeId !== null &&
      !isEndedHere &&
      now - (usedHereMs ?? 0) >= SEEN_MS &&
      markUsedHere(ctx.db, storeId, id, at),
  ]);
}

/** Of several requests at once, one rotates. */
async function rotate(ctx: Ctx, id: string, token: string): Promise<string | undefined> {
  const next = await newToken();
  const rows = await replaceToken(ctx.db, id, await sha256(token), next.tokenHash, ctx.now().toISOString());
  return rows.length > 0 ? next.token : undefined;
}

const find = preparedByKey<Row>(
  "find_session",
  `select session.id, session.form_token as "formToken", person.id as "personId", person.name, person.email,
     person.password_hash is not null as "hasPassword", person.email_proved_at is not null as "isProved",
     session.begun_by as "begunBy", session.token_hash = $1 as "isCurrent",
     (extract(epoch from session.created_at) * 1000)::float8 as "createdMs",
     (extract(epoch from session.rotated_at) * 1000)::float8 as "rotatedMs",
     (extract(epoch from session.seen_at) * 1000)::float8 as "seenMs",
     member.store_id as "storeId", store.name as "storeName", store.currency, store.time_zone as "timeZone", member.role,
     session.created_at <= member.sessions_from as "isEndedHere",
     (extract(epoch from here.last_used_at) * 1000)::float8 as "usedHereMs"
   from (
     select * from sessions where token_hash = $1
     union all
     select * from sessions where previous_hash = $1
     limit 1
   ) as session
   join people as person on person.id = session.person_id
   left join memberships as member on member.store_id = $2 and member.person_id = person.id
   left join stores as store on store.store_id = member.store_id
   left join store_sessions as here on here.store_id = member.store_id and here.session_id = session.id`,
);

const markSeen = preparedByKey("mark_session_seen", "update sessions set seen_at = $2 where id = $1");

const markUsedHere = preparedByKey(
  "mark_session_used_in_store",
  `insert into store_sessions (store_id, session_id, first_used_at, last_used_at)
   select $1, id, $3::timestamptz, $3::timestamptz from sessions where id = $2 for key share
   on conflict (store_id, session_id) do update set last_used_at = excluded.last_used_at`,
);

const replaceToken = preparedByKey<{ id: string }>(
  "rotate_session",
  `update sessions set token_hash = $3, previous_hash = $2, rotated_at = $4, seen_at = $4
   where id = $1 and token_hash = $2 returning id`,
);

/** Whether a session goes on, and its person is still in the store. Unlike a request it doesn't keep the session. */
export async function isOpenIn(ctx: Ctx, sessionId: string, storeId: string): Promise<boolean> {
  const now = ctx.now().getTime();
  const [row] = await findOpen(
    ctx.db,
    sessionId,
    storeId,
    new Date(now - IDLE_MS).toISOString(),
    new Date(now - ABSOLUTE_MS).toISOString(),
  );
  return row !== undefined;
}

const findOpen = preparedByKey<{ id: string }>(
  "find_open_session",
  `select session.id from sessions as session
   join memberships as member on member.store_id = $2 and member.person_id = session.person_id
   where session.id = $1 and session.seen_at > $3 and session.created_at > $4
     and (member.sessions_from is null or session.created_at > member.sessions_from)`,
);
