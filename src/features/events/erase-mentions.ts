import { sql } from "drizzle-orm";
import { inSlice } from "../../core/jobs/in-slice.ts";
import { contactsOfBatch, withoutMentions } from "../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { mentionsAny } from "../../core/persons/identifiers.ts";
import { heldIdentifiers } from "../customers/find.ts";
import { termsOf } from "./row.ts";

const SLICE_ROWS = 200;

type Data = Record<string, unknown>;
type Row = { id: string; name: string; customerId: string; data: Data | null };

/** Removes what events of other customers say of a person whom they name by e-mail address or phone number. */
export const eventMentionsErasure: ErasureRule = {
  name: "events of other customers",
  erase: async (ctx, { storeId, batch, cursor = FIRST_ID }) => {
    const contacts = contactsOfBatch(batch);
    if (contacts.length === 0) return { isDone: true };
    return inSlice(ctx, async (tx) => {
      const { rows } = await tx.db.execute<Row>(sql`
        with named as materialized (
          select id, event_name as name, customer_id as "customerId", data from events
          where store_id = ${storeId} and search_terms @@ ${mentionsAny(storeId, contacts)}::tsquery
        )
        select * from named where id > ${cursor}::uuid order by id limit ${SLICE_ROWS}`);
      const holders = await heldIdentifiers(tx, storeId, contacts);
      for (const { id, name, customerId, data } of rows) {
        const event = { name, data };
        const rest = withoutMentions(event, batch, (contact) => holders.get(contact) === customerId);
        if (rest === event) continue;
        const terms = termsOf(storeId, rest.name, rest.data ?? undefined);
        await tx.db.execute(sql`
          update events set event_name = ${rest.name}, data = ${rest.data && JSON.stringify(rest.data)}::json,
            search_terms = ${terms}::tsvector
          where store_id = ${storeId} and id = ${id}::uuid`);
      }
      const last = rows.at(-1);
      return last && rows.length === SLICE_ROWS ? { isDone: false, cursor: last.id } : { isDone: true };
    });
  },
};

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
