import type { Ctx } from "../ctx.ts";
import { preparedByKey } from "../db/prepared.ts";
import type { Role } from "../db/tables/people.ts";
import { sha256 } from "../lib/hash.ts";
import { ABSOLUTE_MS, IDLE_MS, OVERLAP_MS, ROTATE_MS, SEEN_MS } from "./session-ends.ts";
import { newToken } from "./token.ts";

export type Person = { id: string; name: string; email: string; hasPassword: boolean };

/** What a person is in a store. */
export type Membership = { storeId: string; storeName: string; currency: string; role: Role };

/** A valid session. `newToken` replaces the token that the browser sent, if it is time. */
export type Session = {
  id: string;
  formToken: string;
  person: Person;
  membership: Membership | undefined;
  newToken: string | undefined;
};

type Row = {
  id: string;
  formToken: string;
  personId: string;
  name: string;
  email: string;
  hasPassword: boolean;
  isCurrent: boolean;
  createdMs: number;
  rotatedMs: number;
  seenMs: number;
  storeId: string | null;
  storeName: string | null;
  currency: string | null;
  role: Role | null;
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
  if (now - row.seenMs >= SEEN_MS) await markSeen(ctx.db, row.id, ctx.now().toISOString());
  const isDue = row.isCurrent && now - row.rotatedMs >= ROTATE_MS;
  const { id, formToken, personId, name, email, hasPassword, role, storeName, currency } = row;
  return {
    ...{ id, formToken, person: { id: personId, name, email, hasPassword } },
    membership:
      row.storeId !== null && role !== null
        ? { storeId: row.storeId, storeName: storeName ?? "", currency: currency ?? "", role }
        : undefined,
    newToken: isDue ? await rotate(ctx, id, token) : undefined,
  };
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
     person.password_hash is not null as "hasPassword", session.token_hash = $1 as "isCurrent",
     (extract(epoch from session.created_at) * 1000)::float8 as "createdMs",
     (extract(epoch from session.rotated_at) * 1000)::float8 as "rotatedMs",
     (extract(epoch from session.seen_at) * 1000)::float8 as "seenMs",
     member.store_id as "storeId", store.name as "storeName", store.currency, member.role
   from (
     select * from sessions where token_hash = $1
     union all
     select * from sessions where previous_hash = $1
     limit 1
   ) as session
   join people as person on person.id = session.person_id
   left join memberships as member on member.store_id = $2 and member.person_id = person.id
   left join stores as store on store.store_id = member.store_id`,
);

const markSeen = preparedByKey("mark_session_seen", "update sessions set seen_at = $2 where id = $1");

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
   where session.id = $1 and session.seen_at > $3 and session.created_at > $4`,
);
