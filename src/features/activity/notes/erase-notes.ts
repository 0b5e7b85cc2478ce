import { sql } from "drizzle-orm";
import { inSlice } from "../../../core/jobs/in-slice.ts";
import type { ErasureRule } from "../../../core/persons/erasure.ts";
import { redactTextOf } from "../../../core/persons/redact.ts";
import { erasedPersons } from "../../customers/erased-persons.ts";

const SLICE_NOTES = 500;

/** Deletes the notes about the person; those about a new customer who has the id by now stay. */
export const notesErasure: ErasureRule = {
  name: "notes about customers",
  erase: (ctx, { storeId, batch }) =>
    inSlice(ctx, async (tx) => {
      for (const { customerIds, requestedAt } of batch) {
        await tx.db.execute(sql`
          delete from customer_notes
          where store_id = ${storeId} and about_customer_id = any(${sql.param(customerIds)}::text[])
            and noted_at <= ${requestedAt.toISOString()}::timestamptz`);
      }
      return { isDone: true };
    }),
};

type Row = { id: string; text: string };

/** Removes the person from notes about others. */
export const noteMentionsErasure: ErasureRule = {
  name: "notes that name customers",
  erase: (ctx, { storeId, batch, cursor = "" }) =>
    inSlice(ctx, async (tx) => {
      const { rows } = await tx.db.execute<Row>(sql`
        select id, note_text as text from customer_notes where store_id = ${storeId} and id > ${cursor}
        order by id limit ${sql.raw(String(SLICE_NOTES))} for no key update`);
      const persons = await erasedPersons(tx, storeId, batch);
      const left = rows
        .map(({ id, text }) => ({ id, text: redactTextOf(persons, text) }))
        .filter(({ text }, i) => text !== rows[i]?.text);
      await tx.db.execute(sql`
        update customer_notes as note set note_text = given.text
        from json_to_recordset(${JSON.stringify(left)}::json) as given(id text, text text)
        where note.store_id = ${storeId} and note.id = given.id`);
      const last = rows.at(-1);
      return last && rows.length === SLICE_NOTES ? { isDone: false, cursor: last.id } : { isDone: true };
    }),
};
