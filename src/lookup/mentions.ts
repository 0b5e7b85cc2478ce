import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { contactsOf } from "../lib/identifiers.ts";
import { mentionTerm } from "../lib/mention-terms.ts";
import type { Keyed } from "./search-keys.ts";

/**
 * Stores which e-mail addresses and phone numbers the texts of an order or return name, other than those of its
 * customer, so that an erasure finds them. Runs in the caller's transaction.
 */
export async function addMentions(
  ctx: Ctx,
  { storeId, at, id }: Keyed,
  kind: "order.mention" | "return.mention",
  { customerId, texts }: { customerId: string | null | undefined; texts: unknown },
): Promise<void> {
  const contacts = [...contactsOf(texts)].sort();
  if (contacts.length === 0) return;
  const terms = contacts.map((contact) => mentionTerm(storeId, contact));
  await ctx.db.execute(sql`
    insert into search_keys (store_id, kind, key, at, id)
    select ${storeId}, ${kind}, term, ${at.toISOString()}::timestamptz, ${id}
    from unnest(${sql.param(contacts)}::text[], ${sql.param(terms)}::text[]) as named(contact, term)
    where not exists (
      select from customers
      where store_id = ${storeId} and customers.id = ${customerId ?? ""}
        and (email_key = contact or phone_number = contact)
    )
    order by term
    on conflict do nothing`);
}

/**
 * Removes the mentions of identifiers and returns the ids of the orders or returns that had them, up to `limit`
 * mentions.
 */
export async function takeMentions(
  ctx: Ctx,
  storeId: string,
  kind: "order.mention" | "return.mention",
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
