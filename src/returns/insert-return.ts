import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { returnHistory, returnNotes, returns } from "../db/tables/returns.ts";
import { locations, stores } from "../db/tables/stores.ts";
import type { Caller } from "../http/request-context.ts";
import { newId } from "../lib/ids.ts";
import { omitNullish } from "../lib/omit-nullish.ts";
import { addMentions } from "../lookup/mentions.ts";
import { addSearchKeys } from "../lookup/search-keys.ts";
import { lockOrder } from "../orders/find.ts";
import type { Shipment } from "./additions-schema.ts";
import type { ReturnBody } from "./schema.ts";
import { skusOf, trackersOf } from "./search-fields.ts";
import { type NewItem, takeItems } from "./take-items.ts";

/**
 * Inserts a return for units of an order's lines and returns its id. Runs in the caller's transaction. Throws
 * 404 for an unknown order, 400 for a line or quantity that the order does not have, 409 for units that are
 * in another return.
 */
export async function insertReturn(ctx: Ctx, caller: Caller, { data }: ReturnBody): Promise<string> {
  const { storeId } = caller;
  const order = await lockOrder(ctx, storeId, data.externalOrderId);
  const items = await takeItems(ctx, order, data.items);
  const [settings] = await ctx.db
    .select({ firstStatus: stores.firstStatus, defaultLocation: locations.id })
    .from(stores)
    .leftJoin(locations, and(eq(locations.storeId, stores.storeId), locations.isDefault))
    .where(eq(stores.storeId, storeId));

  const id = newId("ret");
  const at = ctx.now();
  const status = settings?.firstStatus ?? "open";
  const additions = data.label ? { shipments: [shipmentOf(data.label, items)] } : {};
  await ctx.db.insert(returns).values({
    storeId,
    id,
    orderId: order.id,
    customerId: order.customerId,
    status,
    provider: data.provider,
    shippingAddress: { ...data.shippingAddress, line2: data.shippingAddress.line2 ?? "" },
    destinationId: order.locationId ?? settings?.defaultLocation ?? null,
    additions,
    createdAt: at,
    updatedAt: at,
  });
  await insertItems(ctx, { storeId, returnId: id, orderId: order.id }, items);
  await addSearchKeys(ctx, { storeId, at, id }, "return.sku", skusOf(order.body, items));
  await addSearchKeys(ctx, { storeId, at, id }, "return.tracking", trackersOf(additions));
  await addMentions(ctx, { storeId, at, id }, "return.mention", {
    customerId: order.customerId,
    texts: data,
  });
  await ctx.db.insert(returnHistory).values({
    storeId,
    returnId: id,
    from: null,
    to: status,
    at,
    by: caller.by,
    requestId: caller.requestId,
  });
  if (data.notes) {
    await ctx.db.insert(returnNotes).values({
      storeId,
      returnId: id,
      id: newId("not"),
      kind: "note",
      message: data.notes,
      by: caller.by,
      at,
    });
  }
  return id;
}

type ItemKeys = { storeId: string; returnId: string; orderId: string };

/** All items are one JSON parameter: a return may have more items than a statement may have parameters. */
async function insertItems(
  ctx: Ctx,
  { storeId, returnId, orderId }: ItemKeys,
  items: NewItem[],
): Promise<void> {
  await ctx.db.execute(sql`
    insert into return_items (store_id, return_id, order_id, id, line_item_id, position, quantity, units, unit_zero, status,
      reason, reason_code, customer_comment, compensation, value, additions)
    select ${storeId}, ${returnId}, ${orderId}, id, "lineItemId", position, quantity, units,
      case when (units #>> '{-1,1}')::bigint - (units #>> '{0,0}')::bigint <= 4096
        then nextval('return_items_unit_zero_seq') else nextval('wide_item_units') end - (units #>> '{0,0}')::bigint,
      'open', reason, "reasonCode", "customerComment", compensation, value, '{}'
    from json_to_recordset(${JSON.stringify(items)}::json) as item(id text, "lineItemId" text, position int, quantity int,
      units json, reason text, "reasonCode" text, "customerComment" text, compensation text, value numeric)`);
}

function shipmentOf(label: NonNullable<ReturnBody["data"]["label"]>, items: NewItem[]): Shipment {
  return {
    ...omitNullish({
      carrier: label.carrier,
      tracker: label.trackingNumber,
      trackingUrl: label.trackingUrl,
      postageLabel: label.postageLabelUrl,
      formLabel: label.formLabelUrl,
    }),
    status: "unknown",
    shipmentGroupId: newId("shg"),
    itemIds: items.map((item) => item.id),
  };
}
