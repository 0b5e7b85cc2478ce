import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import { sha256 } from "../../../lib/hash.ts";
import { invalid, problem } from "../../../lib/problem.ts";
import { instantText } from "../../../platform/db/instant-text.ts";
import { lockName } from "../../../platform/db/lock-name.ts";

/** What a person of the store has noted about a customer. */
export type CustomerNote = { id: string; text: string; by: string; byId: string; at: string };

const MAX_NOTES = 100;
const MAX_CHARACTERS = 2_000;

/** Returns SQL for the ids by which notes may name a customer: its own, and those that lead to it since they were merged. */
const idsOf = (storeId: string, customerId: string) => sql`array(
  select alias from customer_aliases where store_id = ${storeId} and customer_id = ${customerId} and kind = 'customerId'
  union all select ${customerId})`;

/** Returns the notes about a customer, the latest first. */
export async function notesOf({ db }: Ctx, storeId: string, customerId: string): Promise<CustomerNote[]> {
  const { rows } = await db.execute<CustomerNote>(sql`
    select id, note_text as text, noted_by as by, noted_by_id as "byId", ${instantText(sql`noted_at`)} as at from customer_notes
    where store_id = ${storeId} and about_customer_id = any(${idsOf(storeId, customerId)})
    order by noted_at desc, id desc limit ${sql.raw(String(MAX_NOTES))}`);
  return rows;
}

/** `key`: of the form, whose text is added once. */
type NewNote = { customerId: string; text: string; person: { id: string; name: string }; key: string };

/** Notes something about a customer. Throws 400 without a text or with too many notes, 404 for a customer that is gone. */
export async function addNote(
  ctx: Ctx,
  storeId: string,
  { customerId, text, person, key }: NewNote,
): Promise<void> {
  if (text === "") throw ofText("The note is empty.");
  if ([...text].length > MAX_CHARACTERS)
    throw ofText(`A note may have at most ${MAX_CHARACTERS} characters.`);
  const id = `note_${await sha256(JSON.stringify([customerId, key, text]))}`;
  await inTransaction(ctx, async ({ db }) => {
    // Two new notes must not both be the last.
    await lockName(db, `notes ${storeId} ${customerId}`);
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from customer_notes
      where store_id = ${storeId} and about_customer_id = any(${idsOf(storeId, customerId)})`);
    if ((rows[0]?.count ?? 0) >= MAX_NOTES) {
      throw ofText(`This customer has ${MAX_NOTES} notes, as many as they may. Delete one first.`);
    }
    // The lock keeps an erasure, which deletes the row, from missing the note.
    const about = await db.execute(sql`
      with about as (select id from customers where store_id = ${storeId} and id = ${customerId} for key share),
      added as (
        insert into customer_notes (store_id, id, about_customer_id, note_text, noted_by, noted_by_id, noted_at)
        select ${storeId}, ${id}, id, ${text}, ${person.name}, ${person.id}, ${ctx.now().toISOString()}::timestamptz from about
        on conflict do nothing)
      select id from about`);
    if (about.rows.length === 0) throw problem("customer_not_found", "There is no such customer any more.");
  });
}

/** Deletes a note about a customer, if it is there. */
export async function deleteNote(
  { db }: Ctx,
  storeId: string,
  { customerId, id }: { customerId: string; id: string },
): Promise<void> {
  await db.execute(sql`
    delete from customer_notes
    where store_id = ${storeId} and id = ${id} and about_customer_id = any(${idsOf(storeId, customerId)})`);
}

function ofText(detail: string) {
  return invalid({ detail, pointer: "/text" });
}
