import { sql } from "drizzle-orm";
import { recordChanges } from "../../core/changes/record-changes.ts";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import { contactsOfBatch, type Erasure, withoutMentions } from "../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { mentionsAny } from "../../core/persons/identifiers.ts";
import type { CustomFields } from "../../platform/db/tables/customers.ts";
import { heldIdentifiers } from "./find.ts";
import { termsOf } from "./write-changes.ts";

const SLICE_ROWS = 100;

type Row = { id: string; fields: CustomFields };

/** Removes custom fields of other customers that name a person by e-mail address or phone number. */
export const fieldMentionsErasure: ErasureRule = {
  name: "custom fields of other customers",
  erase: async (ctx, { storeId, batch, cursor = "" }) => {
    const contacts = contactsOfBatch(batch);
    if (contacts.length === 0) return { isDone: true };
    return inSlice(ctx, async (tx) => {
      const { rows } = await tx.db.execute<{ id: string }>(sql`
        with named as materialized (
          select id from customers
          where store_id = ${storeId} and search_terms @@ ${mentionsAny(storeId, contacts)}::tsquery
        )
        select id from named where id > ${cursor} order by id limit ${SLICE_ROWS}`);
      const ids = rows.map(({ id }) => id);
      await eraseFields(tx, storeId, ids, batch, contacts);
      const last = ids.at(-1);
      return last && rows.length === SLICE_ROWS ? { isDone: false, cursor: last } : { isDone: true };
    });
  },
};

async function eraseFields(
  tx: Ctx,
  storeId: string,
  ids: string[],
  batch: Erasure[],
  contacts: string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.db.execute<Row>(sql`
    select id, custom_fields as fields from customers
    where store_id = ${storeId} and id = any(${sql.param(ids)}::text[]) and custom_fields is not null
    order by id for no key update`);
  // After the lock: a customer may take the person's address together with what is locked.
  const holders = await heldIdentifiers(tx, storeId, contacts);
  for (const { id, fields } of rows) {
    const rest = withoutMentions(fields, batch, (contact) => holders.get(contact) === id);
    if (rest === fields) continue;
    const terms = termsOf(storeId, rest);
    await tx.db.execute(sql`
      update customers set custom_fields = ${JSON.stringify(rest)}::jsonb, search_terms = ${terms}::tsvector,
        updated_at = ${tx.now().toISOString()}::timestamptz
      where store_id = ${storeId} and id = ${id}`);
    recordChanges(tx, storeId, [{ type: "customer.updated", objectId: id }]);
  }
}
