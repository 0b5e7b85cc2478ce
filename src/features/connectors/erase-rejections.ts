import { sql } from "drizzle-orm";
import { inSlice } from "../../core/jobs/in-slice.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { redactTextOf } from "../../core/persons/redact.ts";
import { erasedPersons } from "../customers/erased-persons.ts";

type Row = { connectorId: string; orderId: string; reason: string };

/** Removes persons from the reasons why orders of shops were rejected: a reason may quote an order. */
export const shopRejectionsErasure: ErasureRule = {
  name: "rejected orders of shops",
  erase: (ctx, { storeId, batch }) =>
    inSlice(ctx, async (tx) => {
      const { rows } = await tx.db.execute<Row>(sql`
        select connector_id as "connectorId", order_id as "orderId", reason from connector_rejections
        where store_id = ${storeId} order by connector_id, order_id for no key update`);
      const persons = await erasedPersons(tx, storeId, batch);
      const left = rows
        .map((row) => ({ ...row, reason: redactTextOf(persons, row.reason) }))
        .filter(({ reason }, i) => reason !== rows[i]?.reason);
      await tx.db.execute(sql`
        update connector_rejections as rejection set reason = given.reason
        from json_to_recordset(${JSON.stringify(left)}::json) as given("connectorId" text, "orderId" text, reason text)
        where rejection.store_id = ${storeId} and rejection.connector_id = given."connectorId"
          and rejection.order_id = given."orderId"`);
      return { isDone: true };
    }),
};
