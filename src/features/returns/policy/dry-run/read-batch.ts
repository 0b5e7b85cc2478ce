import type { Ctx } from "../../../../core/ctx.ts";
import { preparedByKey } from "../../../../platform/db/prepared.ts";
import type { OrderBody } from "../../../orders/schema.ts";
import { type ParcelRow, parcelsSql } from "../facts.ts";

/** Returns that are read together, and the stored size of their orders. */
const BATCH_RETURNS = 500;
const BATCH_BYTES = 2 * 1024 * 1024;

/** Where a batch begins: before this return, the latest first. */
export type Position = { createdAt: string; id: string };

export type PastReturn = Position & {
  /** When it was created. */
  at: Date;
  customerId: string | null;
  items: [lineItemId: string, quantity: number, reasonCode: string | null, compensation: string][];
  externalOrderId: string;
  order: { body: OrderBody; currency: string; createdAt: Date };
  /** What was known of the parcels when the return was created. */
  parcels: ParcelRow[] | null;
};

type Row = Omit<PastReturn, "at" | "order"> & { body: OrderBody; currency: string; orderedAt: string };

/** Returns the next returns before a position, at most `left`; none when all are read. */
export async function readBatch(
  ctx: Ctx,
  storeId: string,
  { before, left }: { before: Position | null; left: number },
): Promise<PastReturn[]> {
  const limit = Math.min(left, BATCH_RETURNS);
  if (limit <= 0) return [];
  const { createdAt = "infinity", id = "" } = before ?? {};
  const rows = await read(ctx.db, storeId, createdAt, id, limit);
  return rows.map(pastReturn);
}

function pastReturn({ id, customerId, items, externalOrderId, ...row }: Row): PastReturn {
  const at = new Date(row.createdAt);
  return {
    ...{ id, customerId, items, externalOrderId, at },
    createdAt: at.toISOString(),
    order: { body: row.body, currency: row.currency, createdAt: new Date(row.orderedAt) },
    parcels: row.parcels && knownAt(row.parcels, at.getTime()),
  };
}

function knownAt(parcels: ParcelRow[], at: number): ParcelRow[] {
  const known: ParcelRow[] = [];
  for (const [lines, sentAt, deliveredAt] of parcels) {
    if (Date.parse(sentAt) > at) continue;
    const isKnown = deliveredAt !== null && Date.parse(deliveredAt) <= at;
    known.push([lines, sentAt, isKnown ? deliveredAt : null]);
  }
  return known;
}

const read = preparedByKey<Row>(
  "dry_run_returns",
  `with picked as materialized (
     select id, order_id, customer_id, created_at from returns
     where store_id = $1 and (created_at, id) < ($2::timestamptz, $3) and status <> 'deleted'
     order by created_at desc, id desc limit $4
   ), sized as (
     select picked.*, orders.external_id, orders.body, orders.currency, orders.created_at as ordered_at,
       row_number() over recent as place, sum(pg_column_size(orders.body)) over recent as bytes
     from picked
     cross join lateral (select * from orders where store_id = $1 and id = picked.order_id limit 1) as orders
     window recent as (order by picked.created_at desc, picked.id desc)
   )
   select id, to_json(created_at) #>> '{}' as "createdAt", customer_id as "customerId",
     external_id as "externalOrderId", body, currency, to_json(ordered_at) #>> '{}' as "orderedAt",
     ${parcelsSql("sized.order_id")} as parcels, (
       select json_agg(json_build_array(line_item_id, quantity, reason_code, compensation) order by position)
       from return_items where store_id = $1 and return_id = sized.id
     ) as items
   from sized where place = 1 or bytes <= ${BATCH_BYTES}
   order by created_at desc, id desc`,
);

/** Returns how many returns a dry run decides of the latest `last`. */
export async function countReturns(ctx: Ctx, storeId: string, last: number): Promise<number> {
  const [row] = await count(ctx.db, storeId, last);
  return row?.total ?? 0;
}

const count = preparedByKey<{ total: number }>(
  "dry_run_total",
  `select count(*)::int as total from (
     select from returns where store_id = $1 and status <> 'deleted' order by created_at desc, id desc limit $2
   ) as recent`,
);
