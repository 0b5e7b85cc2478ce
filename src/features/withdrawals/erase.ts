import { sql } from "drizzle-orm";
import { recordChanges } from "../../core/changes/record-changes.ts";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { addPersonFields } from "../../core/persons/person-texts.ts";
import { contains, type Person, redactText } from "../../core/persons/redact.ts";
import type { withdrawals } from "../../platform/db/tables/withdrawals.ts";
import { blankMailsOfWithdrawal } from "../mail/erase-mails.ts";
import { readRow } from "./read.ts";

/**
 * Blanks the person of a withdrawal: number, time, order and units stay. Does nothing the second time. Throws 404 for an
 * unknown withdrawal.
 */
export async function eraseWithdrawal(ctx: Ctx, storeId: string, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await readRow(tx, storeId, id);
    await blankWithdrawals(tx, storeId, [id]);
  });
}

type Row = Pick<typeof withdrawals.$inferSelect, "id" | "name" | "email" | "orderName" | "givenItems">;

/** Blanks those withdrawals of a store that are not blank yet, in the caller's transaction. */
export async function blankWithdrawals(tx: Ctx, storeId: string, ids: string[]): Promise<void> {
  const { rows } = await tx.db.execute<Row>(sql`
    select id, name, email, order_name as "orderName", given_items as "givenItems" from withdrawals
    where store_id = ${storeId} and id = any(${sql.param(ids)}::text[]) and erased_at is null
    order by id for no key update`);
  if (rows.length === 0) return;
  await tx.db.execute(sql`
    update withdrawals set statement = '', name = '', email = '', email_key = null, order_name = given."orderName",
      given_items = given.items, erased_at = ${tx.now().toISOString()}
    from json_to_recordset(${JSON.stringify(rows.map(blank))}::json) as given(id text, "orderName" text, items json)
    where store_id = ${storeId} and withdrawals.id = given.id`);
  await removeNamedKeys(tx, storeId, rows);
  for (const { id } of rows) await blankMailsOfWithdrawal(tx, storeId, id);
  await blankEvents(tx, storeId, rows);
  recordChanges(
    tx,
    storeId,
    rows.map(({ id }) => ({ type: "withdrawal.updated", objectId: id })),
  );
}

/** The order and the units stay; a person may have typed an address or a name there. */
function blank(row: Row) {
  const person = personOf(row);
  const redacted = (text: string) => redactText(text, person, { names: true });
  const items = row.givenItems?.map((item) => ({ ...item, lineItemId: redacted(item.lineItemId) })) ?? null;
  return { id: row.id, orderName: redacted(row.orderName), items };
}

function personOf({ name, email }: Row): Person {
  const person: Person = { identifiers: new Set(), names: new Set(), lines: new Set(), texts: new Set() };
  addPersonFields(person, { name, email });
  return person;
}

/** Blanks the payloads of webhooks, of waiting events too, and removes the responses of receivers. */
async function blankEvents(tx: Ctx, storeId: string, rows: Row[]): Promise<void> {
  const ids = sql`${sql.param(rows.map(({ id }) => id))}::text[]`;
  const ofTopic = sql`store_id = ${storeId} and return_id = any(${ids})
    and webhook_id = any(array(select id from webhooks where store_id = ${storeId} and topic = 'withdrawal'))`;
  await tx.db.execute(sql`update webhook_streams set is_erased = true where ${ofTopic}`);
  await tx.db.execute(sql`update webhook_attempts set answer = null where ${ofTopic}`);
  await tx.db.execute(sql`
    update webhook_payloads as payload set is_erased = true, body = (body::jsonb || jsonb_build_object('withdrawal',
      (body::jsonb -> 'withdrawal') || jsonb_build_object('statement', '', 'name', '', 'email', '',
        'order', given."orderName", 'items', given.items::jsonb)))::text
    from json_to_recordset(${JSON.stringify(rows.map(blank))}::json) as given(id text, "orderName" text, items json)
    where payload.store_id = ${storeId} and payload.return_id = given.id and not payload.is_erased`);
}

/** The stored responses are ids alone; a key may have been made of what was typed. */
async function removeNamedKeys(tx: Ctx, storeId: string, erased: Row[]): Promise<void> {
  const ids = sql`${sql.param(erased.map(({ id }) => id))}::text[]`;
  const { rows } = await tx.db.execute<{ operation: string; key: string; objectId: string }>(sql`
    select operation, key, object_id as "objectId" from idempotency_keys
    where store_id = ${storeId} and object_id = any(${ids})`);
  const rowOf = new Map(erased.map((row) => [row.id, row]));
  for (const { operation, key, objectId } of rows) {
    const row = rowOf.get(objectId);
    if (!row || !contains(key, personOf(row))) continue;
    await tx.db.execute(sql`
      delete from idempotency_keys where store_id = ${storeId} and operation = ${operation} and key = ${key}`);
  }
}
