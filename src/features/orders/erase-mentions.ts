import { sql } from "drizzle-orm";
import { recordChanges } from "../../core/changes/record-changes.ts";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import { takeMentions } from "../../core/lists/search-keys.ts";
import { contactsOfBatch, withoutMentions } from "../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { REDACTED } from "../../core/persons/redact.ts";
import type { TrackingDocument } from "../../platform/db/documents/order.ts";
import { heldIdentifiers } from "../customers/find.ts";
import type { StoredOrder } from "./schema.ts";

const SLICE_ORDERS = 20;

type Row = { id: string; customerId: string | null; body: StoredOrder };

/** Removes what identifies a person from orders of other customers that name the person. */
export const orderMentionsErasure: ErasureRule = {
  name: "orders of other customers",
  erase: async (ctx, { storeId, batch }) => {
    const contacts = contactsOfBatch(batch);
    if (contacts.length === 0) return { isDone: true };
    return inSlice(ctx, async (tx) => {
      const { mentions, isDone } = await takeMentions(tx, storeId, "order.mention", {
        contacts,
        limit: SLICE_ORDERS,
      });
      if (mentions.length === 0) return { isDone };
      const ids = mentions.map(([id]) => id);
      const holders = await heldIdentifiers(tx, storeId, contacts);
      const { rows } = await tx.db.execute<Row>(sql`
        select id, customer_id as "customerId", body from orders
        where store_id = ${storeId} and id = any(${sql.param(ids)}::text[]) order by id for no key update`);
      for (const { id, customerId, body } of rows) {
        const isOwn = (contact: string) => customerId !== null && holders.get(contact) === customerId;
        const rest = withoutContacts(withoutMentions(body, batch, isOwn));
        await tx.db.execute(sql`
          update orders set body = ${JSON.stringify(rest)}::json where store_id = ${storeId} and id = ${id}`);
        await eraseTracking(tx, storeId, id, (history) => withoutMentions(history, batch, isOwn));
        recordChanges(tx, storeId, [{ type: "order.updated", objectId: id }]);
      }
      return { isDone };
    });
  },
};

/** An address or number that was replaced is none; that it was, is noted for the time when the order's source sends it again. */
function withoutContacts({ customer, ...body }: StoredOrder): StoredOrder {
  if (!customer) return { ...body, ...(customer === null && { customer }) };
  const { email, phoneNumber, ...rest } = customer;
  const kept = { ...(email !== REDACTED && { email }), ...(phoneNumber !== REDACTED && { phoneNumber }) };
  const erased = new Set(body.erasedContacts);
  if (email === REDACTED) erased.add("email");
  if (phoneNumber === REDACTED) erased.add("phoneNumber");
  return {
    ...body,
    customer: { ...rest, ...kept },
    ...(erased.size > 0 && { erasedContacts: [...erased] }),
  };
}

async function eraseTracking(
  tx: Ctx,
  storeId: string,
  orderId: string,
  redact: (history: TrackingDocument[]) => TrackingDocument[],
): Promise<void> {
  const { rows } = await tx.db.execute<{ id: string; history: TrackingDocument[] }>(sql`
    select id, tracking_history as history from fulfillments where store_id = ${storeId} and order_id = ${orderId}`);
  for (const { id, history } of rows) {
    await tx.db.execute(sql`
      update fulfillments set tracking_history = ${JSON.stringify(redact(history))}::json
      where store_id = ${storeId} and order_id = ${orderId} and id = ${id}`);
  }
}
