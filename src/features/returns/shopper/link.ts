import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { sha256 } from "../../../lib/hash.ts";
import { randomText } from "../../../lib/ids.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import { noReturn } from "../read/load.ts";

type Of = { storeId: string; returnId: string };

/** 200 random bits. */
const TOKEN_CHARACTERS = 40;
const FORM = /^[0-9a-z]{40}$/;

/**
 * Makes a new link to the shopper's page of a return and returns its address; an earlier one is unknown from then on.
 * Throws 404 for an unknown return.
 */
export async function renewShopperLink(ctx: Ctx, of: Of): Promise<string> {
  const token = randomText(TOKEN_CHARACTERS);
  await write(ctx, of, token, sql`do update set token = excluded.token, token_hash = excluded.token_hash`);
  return shopperUrl(ctx, of.storeId, token);
}

/**
 * Returns the address of a return's page for its shopper, and makes it if the return has never had one; undefined when
 * it was revoked. It stays the same until it is renewed. Throws 404 for an unknown return.
 */
export async function shopperLinkOf(ctx: Ctx, of: Of): Promise<string | undefined> {
  const known = await findToken(ctx.db, of.storeId, of.returnId);
  if (known.length === 0) {
    await write(ctx, of, randomText(TOKEN_CHARACTERS), sql`do nothing`);
    return shopperLinkOf(ctx, of);
  }
  const token = known[0]?.token;
  return token ? shopperUrl(ctx, of.storeId, await ctx.encryption.decrypt(token)) : undefined;
}

/** Revokes the link of a return: it is unknown from then on, and mails have none. Throws 404 for an unknown return. */
export async function revokeShopperLink(ctx: Ctx, of: Of): Promise<void> {
  await write(ctx, of, undefined, sql`do update set token = null, token_hash = null`);
}

/** Returns the return that a link's token shows; undefined for one that is unknown, revoked or of another store. */
export async function returnOfLink(ctx: Ctx, storeId: string, token: string): Promise<string | undefined> {
  if (!FORM.test(token)) return undefined;
  const [row] = await findReturn(ctx.db, storeId, await sha256(token));
  return row?.returnId;
}

export type ShopperPages = { isOn: boolean; links: Map<string, string> };

/**
 * Returns whether a store's page for shoppers is on, and the links that these returns have, as paths, by their ids: none of one that
 * never had one or whose link was revoked.
 */
export async function shopperPagesOf(ctx: Ctx, storeId: string, ids: string[]): Promise<ShopperPages> {
  const [found] = await findPages(ctx.db, storeId, ids);
  const links = (found?.tokens ?? []).map(async ([id, token]) => {
    return [id, linkPath(storeId, await ctx.encryption.decrypt(token))] as const;
  });
  return { isOn: found?.isOn ?? false, links: new Map(await Promise.all(links)) };
}

/** Returns the path of a store's page for shoppers. */
export function shopperPageOf(storeId: string): string {
  return `/r/${encodeURIComponent(storeId)}`;
}

function shopperUrl({ origin }: Ctx, storeId: string, token: string): string {
  return `${origin}${linkPath(storeId, token)}`;
}

function linkPath(storeId: string, token: string): string {
  return `${shopperPageOf(storeId)}/return?link=${token}`;
}

async function write(
  ctx: Ctx,
  { storeId, returnId }: Of,
  token: string | undefined,
  onConflict: ReturnType<typeof sql>,
) {
  const encrypted = token === undefined ? null : await ctx.encryption.encrypt(token);
  const hash = token === undefined ? null : await sha256(token);
  const written = await ctx.db.execute(sql`
    insert into shopper_links (store_id, id, token, token_hash, created_at)
    select store_id, id, ${encrypted}, ${hash}, ${ctx.now().toISOString()} from returns
    where store_id = ${storeId} and id = ${returnId}
    on conflict (store_id, id) ${onConflict} returning id`);
  if (written.rows.length > 0) return;
  const known = await findToken(ctx.db, storeId, returnId);
  if (known.length === 0) throw noReturn(returnId);
}

const findToken = preparedByKey<{ token: string | null }>(
  "find_shopper_link",
  "select token from shopper_links where store_id = $1 and id = $2",
);

const findPages = preparedByKey<{ isOn: boolean; tokens: [id: string, token: string][] }>(
  "find_shopper_pages",
  `select coalesce((store_settings #>> '{shopperPage,enabled}')::boolean, false) as "isOn", (
     select coalesce(json_agg(json_build_array(link.id, link.token)), '[]') from unnest($2::text[]) as wanted (id)
     cross join lateral (
       select id, token from shopper_links where store_id = $1 and id = wanted.id and token is not null limit 1
     ) as link
   ) as tokens
   from stores where store_id = $1`,
);

const findReturn = preparedByKey<{ returnId: string }>(
  "find_return_of_shopper_link",
  `select id as "returnId" from shopper_links where store_id = $1 and token_hash = $2`,
);
