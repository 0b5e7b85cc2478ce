import { sql } from "drizzle-orm";
import { inSlice } from "../../core/jobs/in-slice.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { redactText } from "../../core/persons/redact.ts";
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
      for (const { connectorId, orderId, reason } of rows) {
        const left = persons.reduce((text, person) => redactText(text, person, { names: true }), reason);
        if (left === reason) continue;
        await tx.db.execute(sql`
          update connector_rejections set reason = ${left}
          where store_id = ${storeId} and connector_id = ${connectorId} and order_id = ${orderId}`);
      }
      return { isDone: true };
    }),
};
