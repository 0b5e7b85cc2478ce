import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { contactsOf } from "../persons/identifiers.ts";
import { mentionTerm } from "../persons/mention-terms.ts";
import { addKeys, type Keyed, type NewKey } from "./search-keys.ts";

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
 * Removes the mentions of identifiers and returns the ids of the orders or returns that had them, up to `limit`
 * mentions.
 */
export async function takeMentions(
  ctx: Ctx,
  storeId: string,
  kind: MentionKind,
  { contacts, limit }: { contacts: string[]; limit: number },
): Promise<{ ids: string[]; isDone: boolean }> {
  const terms = contacts.map((contact) => mentionTerm(storeId, contact));
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    delete from search_keys where ctid = any(array(
      select ctid from search_keys
      where store_id = ${storeId} and kind = ${kind} and key = any(${sql.param(terms)}::text[]) limit ${limit}
    ))
    returning id`);
  return { ids: [...new Set(rows.map(({ id }) => id))].sort(), isDone: rows.length < limit };
}
