import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { DAY_MS } from "../../lib/duration.ts";
import { LINK_MS } from "./links.ts";
import { CHALLENGE_MS } from "./passkey-challenge.ts";

import { ABSOLUTE_MS, IDLE_MS } from "./session-ends.ts";

/** Rows removed at a time: a sign-in adds fewer. */
const SLICE_ROWS = 100;

/** Removes some sessions, links, invitations and used challenges that are over. Runs with each sign-in. */
export async function removeExpired(ctx: Ctx): Promise<void> {
  const before = (ms: number) => new Date(ctx.now().getTime() - ms).toISOString();
  await ctx.db.execute(sql`
    with ended as (
      delete from sessions where id = any(array(
        select id from sessions where seen_at < ${before(IDLE_MS)} or created_at < ${before(ABSOLUTE_MS)}
        limit ${SLICE_ROWS} for update skip locked))),
    unused as (
      delete from sign_in_links where person_id = any(array(
        select person_id from sign_in_links where created_at < ${before(LINK_MS)}
        limit ${SLICE_ROWS} for update skip locked))),
    unaccepted as (
      delete from invitations where ctid = any(array(
        select ctid from invitations where created_at < ${before(LINK_MS + DAY_MS)}
        limit ${SLICE_ROWS} for update skip locked)))
    delete from passkey_challenges where token_hash = any(array(
      select token_hash from passkey_challenges where created_at < ${before(2 * CHALLENGE_MS)}
      limit ${SLICE_ROWS} for update skip locked))`);
}
