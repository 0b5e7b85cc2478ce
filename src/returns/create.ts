import { and, eq, ne, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import type { orders } from "../db/tables/orders.ts";
import { returnHistory, returnItems, returnNotes, returns } from "../db/tables/returns.ts";
import { locations, stores } from "../db/tables/stores.ts";
import type { Caller } from "../http/trace.ts";
import { newId } from "../lib/ids.ts";
import { present } from "../lib/present.ts";
import { invalid, problem } from "../lib/problem.ts";
import { lockOrder } from "../orders/find.ts";
import type { Shipment } from "./additions-schema.ts";
import { MAX_UNITS, type ReturnBody } from "./schema.ts";
import { joined, takeUnits, type UnitRange, valueOfUnits } from "./units.ts";

type Wanted = ReturnBody["data"]["items"][number];
type Line = { price: number; discount: number; quantity: number };

/**
 * Opens a return for units of an order's lines and gives its id. 404 for an unknown order, 400 for a line or quantity
 * that the order doesn't have, 409 for units that another return holds. Runs in the caller's transaction.
 */
export async function createReturn(ctx: Ctx, caller: Caller, { data }: ReturnBody): Promise<string> {
  const { storeId } = caller;
  const order = await lockOrder(ctx, storeId, data.externalOrderId);
  const items = await itemsOf(ctx, order, data.items);
  const [settings] = await ctx.db
    .select({ firstStatus: stores.firstStatus, defaultLocation: locations.id })
    .from(stores)
    .leftJoin(locations, and(eq(locations.storeId, stores.storeId), locations.isDefault))
    .where(eq(stores.storeId, storeId));

  const id = newId("ret");
  const at = ctx.now();
  const status = settings?.firstStatus ?? "open";
  await ctx.db.insert(returns).values({
    storeId,
    id,
    orderId: order.id,
    status,
    provider: data.provider,
    shippingAddress: { ...data.shippingAddress, line2: data.shippingAddress.line2 ?? "" },
    destinationId: order.locationId ?? settings?.defaultLocation ?? null,
    additions: data.label ? { shipments: [shipmentOf(data.label, items)] } : {},
    createdAt: at,
    updatedAt: at,
  });
  await insertItems(ctx, { storeId, returnId: id, orderId: order.id }, items);
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

type NewItem = Pick<
  typeof returnItems.$inferSelect,
  | "id"
  | "lineItemId"
  | "position"
  | "quantity"
  | "units"
  | "reason"
  | "reasonCode"
  | "customerComment"
  | "compensation"
  | "value"
>;

type Place = { storeId: string; returnId: string; orderId: string };

/** One parameter for all items: a return may have more of them than a statement may have parameters. */
async function insertItems(ctx: Ctx, { storeId, returnId, orderId }: Place, items: NewItem[]): Promise<void> {
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

async function itemsOf(ctx: Ctx, order: typeof orders.$inferSelect, wanted: Wanted[]): Promise<NewItem[]> {
  const lines = new Map(order.body.lineItems.map((line) => [line.id, line]));
  demandOrdered(wanted, lines);
  const held = await heldUnits(ctx, order.storeId, order.id);

  return wanted.map((item, position) => {
    const { quantity, price, discount } = lines.get(item.lineItemId) ?? { quantity: 0 };
    const line: Line = { quantity, price: price ?? 0, discount: discount ?? 0 };
    const taken = held.get(item.lineItemId) ?? [];
    const units = takeUnits(quantity, taken, item.quantity);
    if (!units)
      throw problem(
        409,
        `Of line item ${item.lineItemId} fewer than ${item.quantity} can still be returned.`,
      );
    held.set(item.lineItemId, joined([...taken, ...units]));
    return {
      id: newId("rit"),
      lineItemId: item.lineItemId,
      position,
      quantity: item.quantity,
      units,
      reason: item.reason,
      reasonCode: item.reasonCode ?? null,
      customerComment: item.notes ?? null,
      compensation: item.compensation ?? "refund",
      value: valueOfUnits(line, units, order.currency).toFixed(),
    };
  });
}

function demandOrdered(wanted: Wanted[], lines: Map<string, { quantity: number }>): void {
  const asked = new Map<string, number>();
  let units = 0;
  for (const [i, { lineItemId, quantity }] of wanted.entries()) {
    const line = lines.get(lineItemId);
    const pointer = `/data/items/${i}`;
    units += quantity;
    if (units > MAX_UNITS) {
      const detail = `A return may have at most ${MAX_UNITS} units.`;
      throw invalid({ detail, pointer: `${pointer}/quantity` });
    }
    if (!line) {
      throw invalid({
        detail: `The order has no line item ${lineItemId}.`,
        pointer: `${pointer}/lineItemId`,
      });
    }
    const total = (asked.get(lineItemId) ?? 0) + quantity;
    asked.set(lineItemId, total);
    if (total > line.quantity) {
      throw invalid({
        detail: `Of line item ${lineItemId} only ${line.quantity} were ordered.`,
        pointer: `${pointer}/quantity`,
      });
    }
  }
}

/** The units of each line of an order that its returns hold; a deleted return holds none. */
async function heldUnits(ctx: Ctx, storeId: string, orderId: string): Promise<Map<string, UnitRange[]>> {
  const rows = await ctx.db
    .select({ lineItemId: returnItems.lineItemId, units: returnItems.units })
    .from(returnItems)
    .innerJoin(returns, and(eq(returns.storeId, returnItems.storeId), eq(returns.id, returnItems.returnId)))
    .where(
      and(eq(returnItems.storeId, storeId), eq(returnItems.orderId, orderId), ne(returns.status, "deleted")),
    );
  const ofLine = Map.groupBy(rows, (row) => row.lineItemId);
  return new Map([...ofLine].map(([id, items]) => [id, joined(items.flatMap(({ units }) => units))]));
}

function shipmentOf(label: NonNullable<ReturnBody["data"]["label"]>, items: NewItem[]): Shipment {
  return {
    ...present({
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
