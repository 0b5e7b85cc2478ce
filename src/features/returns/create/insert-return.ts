import { type Ctx, withCommit } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { insertKeys, keyColumns, keysOf, mentionsOf } from "../../../core/lists/search-keys.ts";
import { newId } from "../../../lib/ids.ts";
import { omitNullish } from "../../../lib/omit-nullish.ts";
import { awaitedLater } from "../../../lib/promises.ts";
import { prepared, preparedNamed } from "../../../platform/db/prepared.ts";
import type { ReturnStatus } from "../../../platform/db/tables/returns.ts";
import { MAILING_STORE, type MailingStore } from "../../mail/queue-mail.ts";
import { lockOrder, ORDER_ID, type OrderRecord } from "../../orders/find.ts";
import type { Shipment } from "../additions-schema.ts";
import { withPaidElsewhere } from "../money/paid-elsewhere.ts";
import { decideReturn } from "../policy/decide-return.ts";
import { type ParcelRow, parcelsSql } from "../policy/facts.ts";
import { POLICY_MARK, type PolicyMark } from "../policy/policy-of-store.ts";
import { loadReturn } from "../read/load.ts";
import type { ViewedRecord } from "../read/view.ts";
import type { MailingAddress } from "../schema.ts";
import { skusOf, trackersOf } from "../search-fields.ts";
import { keepStock } from "../stock/keep-stock.ts";
import { exchangeOf } from "./exchange-items.ts";
import type { NewItem } from "./new-item.ts";
import type { ReturnBody } from "./new-return-schema.ts";
import { takeItems, takenOf } from "./take-items.ts";

/**
 * Where a return comes from if a withdrawal has made it, the status that it gets instead of the store's first, and whether
 * the store's policy counts.
 */
export type Origin = { withdrawalId?: string; status?: ReturnStatus | null; enforcesPolicy?: boolean };

/** `record` is the return as it can be read once it is committed. */
type Inserted = { id: string; at: Date; mailing: MailingStore | null; record: Promise<ViewedRecord> };

/**
 * Inserts a return for units of an order's lines and returns it. What the store's policy says of it is kept in its history; `enforcesPolicy` makes it count. Runs in the caller's transaction. Throws 404 for an unknown order, 400
 * for a line or quantity that the order does not have, 409 for units that are in another return and for what the policy
 * doesn't allow.
 */
export async function insertReturn(
  ctx: Ctx,
  caller: Caller,
  { data, options }: ReturnBody,
  { status, withdrawalId, enforcesPolicy: isEnforced = false }: Origin = {},
): Promise<Inserted> {
  const { storeId, by, byId, requestId } = caller;
  const orderId = data.externalOrderId;
  const [order, taken, [settings]] = await Promise.all([
    lockOrder(ctx, storeId, orderId),
    // Its snapshot is taken after the lock is acquired.
    takenOf(ctx, storeId, orderId),
    findSettings(ctx.db, storeId, orderId),
  ]);
  // Between the two statements an order may have been created that the text names more exactly.
  const isTaken = taken.orderId === order.id;
  const ofReturns = isTaken ? taken : await takenOf(ctx, storeId, order.id);
  const held = await withPaidElsewhere(ctx, storeId, order, ofReturns);
  const requested = await takeItems(order, data.items, held);
  const at = ctx.now();
  const { policy: mark, parcels = null } = settings ?? {};
  const facts = { order, parcels, taken: held, items: requested, at };
  const decided = mark && (await decideReturn(ctx, storeId, { mark, ...facts, isEnforced }));
  const items = decided?.items ?? requested;

  const id = newId("ret");
  const row = {
    id,
    status: status ?? (decided?.isReviewed ? "needs_review" : (settings?.firstStatus ?? "open")),
    provider: data.provider,
    shippingAddress: { ...data.shippingAddress, line2: data.shippingAddress.line2 ?? "" },
    additions: {
      ...(data.label && { shipments: [shipmentOf(data.label, items)] }),
      ...(withdrawalId !== undefined && { withdrawalId }),
      ...(items.some(isExchanged) && (await exchangeOf(order, items))),
    },
    createdAt: at,
    updatedAt: at,
  };
  const note = data.notes?.trim() ? { id: newId("not"), returnId: id, message: data.notes } : undefined;
  const keys = [
    ...keysOf("return.sku", skusOf(order.body, items)),
    ...keysOf("return.tracking", trackersOf(row.additions)),
    ...mentionsOf(storeId, "return.mention", [data, order.body.lineItems.map(({ title }) => title)]),
  ];
  const inserted = insert(ctx.db, {
    storeId,
    returnId: id,
    orderId: order.id,
    customerId: order.customerId,
    status: row.status,
    provider: row.provider,
    shippingAddress: JSON.stringify(row.shippingAddress),
    destinationId: order.locationId ?? settings?.destination?.id ?? null,
    additions: JSON.stringify(row.additions),
    at: at.toISOString(),
    items: JSON.stringify(items),
    decision: decided ? JSON.stringify(decided.decision) : null,
    by,
    byId,
    requestId,
    noteId: note?.id ?? null,
    message: note?.message ?? null,
    ...keyColumns(keys),
    language: options?.language ?? null,
  });
  withCommit(ctx, inserted);
  if ("exchange" in row.additions) {
    const changed = { stock: { items: [], exchange: "changed" as const } };
    const load = () => loadReturn(ctx, storeId, id);
    await keepStock(ctx, caller, {
      row: { storeId, id, status: row.status, stockHolds: null },
      changed,
      load,
    });
  }
  const record = destinationOf(ctx, order, settings).then((destination) => ({
    ...{ row, order, destination, notes: note ? [note] : [], payouts: [] },
    items: items.map((item) => ({ ...item, status: "open" as const })),
  }));
  return { id, at, mailing: settings?.mailing ?? null, record: awaitedLater(record) };
}

const isExchanged = ({ compensation }: NewItem) => compensation === "exchange";

type DestinationRow = MailingAddress & { id: string; phoneNumber: string };

/** SQL for what a return needs of the location that it goes to. */
const DESTINATION = `json_build_object('id', id, 'line1', line1, 'line2', line2, 'city', city, 'state', state,
  'postalCode', postal_code, 'country', country, 'phoneNumber', phone_number)`;

type Settings = {
  firstStatus: ReturnStatus;
  /** The store's default location. */
  destination: DestinationRow | null;
  mailing: MailingStore | null;
  policy: PolicyMark | null;
  parcels: ParcelRow[] | null;
};

const findSettings = prepared<Settings>(
  "new_return_settings",
  `select first_status as "firstStatus",
     (select ${DESTINATION} from locations where store_id = $1 and is_default limit 1) as destination,
     ${MAILING_STORE} as mailing, policy,
     case when policy is not null then ${parcelsSql(ORDER_ID)} end as parcels
   from stores cross join lateral (select ${POLICY_MARK} as policy) as current where store_id = $1`,
);

/** Returns the location that units of an order go to: its own, else the store's default. */
async function destinationOf(
  ctx: Ctx,
  { storeId, locationId }: OrderRecord,
  settings: Settings | undefined,
): Promise<DestinationRow | null> {
  if (locationId === null) return settings?.destination ?? null;
  const [found] = await findDestination(ctx.db, storeId, locationId);
  return found?.destination ?? null;
}

const findDestination = prepared<{ destination: DestinationRow }>(
  "return_destination",
  `select ${DESTINATION} as destination from locations where store_id = $1 and id = $2 limit 1`,
);

/**
 * Inserts the return, its items, history, note and keys. All items are one JSON parameter: a return may have more
 * items than a statement may have parameters.
 */
const insert = preparedNamed(
  "insert_return",
  `with created as (
     insert into returns (store_id, id, order_id, customer_id, status, provider, shipping_address, destination_id,
       additions, created_at, updated_at, shopper_language)
     values ($storeId, $returnId, $orderId, $customerId, $status, $provider, $shippingAddress::json, $destinationId,
       $additions::json, $at::timestamptz, $at::timestamptz, $language::text)
   ), items as (
     insert into return_items (store_id, return_id, order_id, id, line_item_id, position, quantity, units, unit_zero,
       status, reason, reason_code, customer_comment, compensation, value, tax, policy_fee, policy_bonus,
       additions)
     select $storeId, $returnId, $orderId, id, "lineItemId", position, quantity, units,
       case when (units #>> '{-1,1}')::bigint - (units #>> '{0,0}')::bigint <= 4096
         then nextval('return_items_unit_zero_seq') else nextval('wide_item_units') end - (units #>> '{0,0}')::bigint,
       'open', reason, "reasonCode", "customerComment", compensation, value, tax, "policyFee",
       "policyBonus", additions
     from json_to_recordset($items::json) as item(id text, "lineItemId" text, position int, quantity int, units json,
       reason text, "reasonCode" text, "customerComment" text, compensation text, value numeric,
       tax numeric, "policyFee" numeric, "policyBonus" numeric, additions json)
   ), entry as (
     insert into return_history (store_id, return_id, "from", "to", at, by, request_id, changed_by_id, policy_decision)
     values ($storeId, $returnId, null, $status, $at::timestamptz, $by, $requestId, $byId, $decision::json)
   ), note as (
     insert into return_notes (store_id, return_id, id, kind, message, by, at, written_by_id)
     select $storeId, $returnId, $noteId::text, 'note', $message, $by, $at::timestamptz, $byId
     where $noteId::text is not null
   )
   ${insertKeys({ customerId: "$customerId", at: "$at", id: "$returnId" })}`,
);

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
