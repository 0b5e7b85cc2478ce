import { type Ctx, withCommit } from "../../../core/ctx.ts";
import {
  insertOwnedKeys,
  keysOf,
  type NewKey,
  ownedKeyColumns,
  searchKeysOf,
} from "../../../core/lists/search-keys.ts";
import { checkedInstant } from "../../../lib/date-time.ts";
import { prepared, preparedNamed } from "../../../platform/db/prepared.ts";
import { keysOfOrder } from "../insert-orders.ts";
import type { StoredOrder } from "../schema.ts";
import type { MergedParcels } from "./merge-parcels.ts";
import type { Stored } from "./stored-orders.ts";

/** `isMoved`: the source gives it another time of creation. */
export type UpdatedOrder = {
  before: Stored;
  body: StoredOrder;
  customerId: string | null;
  updatedAt: Date | null;
  connectorId: string | undefined;
  isMoved: boolean;
};

/** What is undefined stays. */
export type ChangedSource = { id: string; updatedAt: Date | undefined; connectorId: string | undefined };

/** `at` is the creation of the order, and `before` what it was if it is stored. */
export type ParcelChange = { merged: MergedParcels; orderId: string; at: Date; before?: Date };

/** Updates orders with their search keys, in the caller's transaction, which holds the orders' locks. */
export function updateRows(tx: Ctx, storeId: string, orders: UpdatedOrder[]): void {
  if (orders.length === 0) return;
  const keyed = orders.map(({ before, body, customerId }) => {
    const owner = customerId ?? undefined;
    return {
      ...{ id: before.id, at: checkedInstant(body.createdAt).toISOString(), customerId: owner },
      keys: keysOfOrder(storeId, body, owner),
    };
  });
  const removed = orders.flatMap((order, i) => removedKeys(storeId, order, keyed[i]?.keys ?? []));
  if (removed.length > 0) withCommit(tx, removeKeys(tx.db, storeId, JSON.stringify(removed)));
  const updated = update(tx.db, {
    storeId,
    orderIds: orders.map(({ before }) => before.id),
    customerIds: orders.map(({ customerId }) => customerId),
    locationIds: orders.map(({ body }) => body.locationId ?? null),
    currencies: orders.map(({ body, before }) => body.currencyCode ?? before.currency),
    bodies: orders.map(({ body }) => JSON.stringify(body)),
    createdTimes: keyed.map(({ at }) => at),
    updatedTimes: orders.map(({ updatedAt }) => updatedAt?.toISOString() ?? null),
    connectorIds: orders.map(({ connectorId }) => connectorId ?? null),
    ...ownedKeyColumns(keyed),
  });
  withCommit(tx, updated);
}

/** Mentions stay: scans of parcels may have the same, and an erasure looks again. */
function removedKeys(
  storeId: string,
  { before, isMoved }: UpdatedOrder,
  keys: NewKey[],
): { kind: string; key: string; at: string; id: string }[] {
  const kept = new Set(isMoved ? [] : keys.map(({ kind, key }) => `${kind} ${key}`));
  const at = before.createdAt.toISOString();
  return keysOfOrder(storeId, before.body, before.customerId ?? undefined).flatMap(({ kind, key }) =>
    kind === "order.mention" || kept.has(`${kind} ${key}`) ? [] : { kind, key, at, id: before.id },
  );
}

/** Writes the parcels of orders with their search keys. */
export function writeParcels(tx: Ctx, storeId: string, changes: ParcelChange[]): void {
  const written = changes.flatMap(({ merged }) => merged.written);
  const removed = changes.flatMap(({ merged, orderId }) => merged.removed.map((id) => ({ orderId, id })));
  if (removed.length > 0) withCommit(tx, removeParcels(tx.db, storeId, JSON.stringify(removed)));
  const former = changes.flatMap(formerTrackers);
  if (former.length > 0) withCommit(tx, removeKeys(tx.db, storeId, JSON.stringify(former)));
  if (written.length === 0 && !changes.some(isMoved)) return;
  const keyed = changes.map(({ merged, orderId, at }) => ({
    ...{ id: orderId, at: at.toISOString(), customerId: undefined },
    keys: keysOf("order.tracking", trackersOf(merged.all)),
  }));
  const values = { storeId, parcels: JSON.stringify(written), ...ownedKeyColumns(keyed) };
  withCommit(tx, upsertParcels(tx.db, values));
}

function trackersOf(parcels: MergedParcels["all"]): Set<string> {
  return searchKeysOf(parcels.map(({ trackingNumber }) => trackingNumber));
}

function isMoved({ at, before = at }: ParcelChange): boolean {
  return before.getTime() !== at.getTime();
}

/** Returns the keys of tracking numbers that the order had and doesn't have any more. */
function formerTrackers(change: ParcelChange): { kind: string; key: string; at: string; id: string }[] {
  const { merged, orderId: id, at, before = at } = change;
  const kept = isMoved(change) ? new Set<string>() : trackersOf(merged.all);
  return [...trackersOf(merged.known).difference(kept)].map((key) => ({
    ...{ kind: "order.tracking", key, at: before.toISOString(), id },
  }));
}

/** Writes what orders know of their source that are otherwise as they were. */
export function writeSources(tx: Ctx, storeId: string, sources: ChangedSource[]): void {
  if (sources.length === 0) return;
  const ids = sources.map(({ id }) => id);
  const instants = sources.map(({ updatedAt }) => updatedAt?.toISOString() ?? null);
  const connectorIds = sources.map(({ connectorId }) => connectorId ?? null);
  withCommit(tx, updateSources(tx.db, storeId, ids, instants, connectorIds));
}

const update = preparedNamed(
  "update_orders",
  `with given as (
     select * from unnest(
       $orderIds::text[], $customerIds::text[], $locationIds::text[], $currencies::text[], $bodies::text[],
       $createdTimes::timestamptz[], $updatedTimes::timestamptz[], $connectorIds::text[]
     ) as given(id, customer_id, location_id, currency, body, created_at, updated_at, connector_id)
   ), updated as (
     update orders set customer_id = given.customer_id, location_id = given.location_id,
       currency = given.currency, body = given.body::json, created_at = given.created_at,
       source_updated_at = given.updated_at, connector_id = coalesce(given.connector_id, orders.connector_id)
     from given where orders.store_id = $1 and orders.id = given.id
   )
   ${insertOwnedKeys()}`,
);

const removeKeys = prepared(
  "remove_order_keys",
  `delete from search_keys
   using json_to_recordset($2::json) as given(kind text, key text, at timestamptz, id text)
   where store_id = $1 and search_keys.kind = given.kind and search_keys.key = given.key
     and search_keys.at = given.at and search_keys.id = given.id`,
);

const updateSources = prepared(
  "update_order_sources",
  `update orders set source_updated_at = coalesce(given.updated_at, source_updated_at),
     connector_id = coalesce(given.connector_id, orders.connector_id)
   from unnest($2::text[], $3::timestamptz[], $4::text[]) as given(id, updated_at, connector_id)
   where store_id = $1 and orders.id = given.id`,
);

const removeParcels = prepared(
  "remove_parcels",
  `delete from fulfillments using json_to_recordset($2::json) as given("orderId" text, id text)
   where store_id = $1 and order_id = given."orderId" and fulfillments.id = given.id`,
);

const upsertParcels = preparedNamed(
  "upsert_parcels",
  `with written as (
     insert into fulfillments (store_id, order_id, id, line_items, tracking_company, tracking_number,
       tracking_history, created_at, fulfilled_at, is_synced)
     select $1, "orderId", id, "lineItems", "trackingCompany", "trackingNumber", "trackingHistory",
       "createdAt", "fulfilledAt", true
     from json_to_recordset($parcels::json) as given("orderId" text, id text, "lineItems" json,
       "trackingCompany" text, "trackingNumber" text, "trackingHistory" json, "createdAt" timestamptz,
       "fulfilledAt" timestamptz)
     on conflict (store_id, order_id, id) do update set line_items = excluded.line_items,
       tracking_company = excluded.tracking_company, tracking_number = excluded.tracking_number,
       tracking_history = excluded.tracking_history, fulfilled_at = excluded.fulfilled_at, is_synced = true
   )
   ${insertOwnedKeys()}`,
);
