import type pg from "pg";
import { emailKey } from "../../lib/person.ts";

type Keyed = { place: string; email: string; key: string };

/**
 * Replaces the keys of e-mail addresses beyond ASCII by those in which all spellings of a mailbox are the same. Where
 * two customers of a store hold one mailbox in two spellings, the older one gets the key and the other keeps its own.
 */
export async function composeEmailKeys(client: Pick<pg.ClientBase, "query">): Promise<void> {
  const { rows: customers } = await client.query<Keyed & { store: string }>(`
    select store_id as store, id as place, email, email_key as key from customers
    where octet_length(email_key) <> char_length(email_key) order by created_at nulls first, id`);
  for (const { store, place, email, key } of customers.filter(isOld)) {
    await client.query(
      `update customers set email_key = $3 where store_id = $1 and id = $2 and email_key = $4 and not exists (
         select from customers as other where other.store_id = $1 and other.email_key = $3)`,
      [store, place, emailKey(email), key],
    );
  }
  const { rows: people } = await client.query<Keyed>(`
    select id as place, email, email_key as key from people where octet_length(email_key) <> char_length(email_key) order by created_at, id`);
  for (const { place, email } of people.filter(isOld)) {
    await client.query(
      `update people set email_key = $2 where id = $1 and not exists (
         select from people as other where other.email_key = $2)`,
      [place, emailKey(email)],
    );
  }
}

function isOld({ email, key }: Keyed): boolean {
  return emailKey(email) !== key;
}
