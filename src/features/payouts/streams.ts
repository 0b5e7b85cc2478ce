import { createLeasedStreams } from "../../core/delivery/stream-table.ts";
import { CONNECTED_SQL } from "../connectors/open-shop.ts";
import { CONNECTOR_PAYER, isShopGone, payeeSql } from "../returns/payouts/payer.ts";
import { type NextPayout, SHOP_GONE } from "./next-payout.ts";

/** All payouts of a store have one receiver: its payees have their turns together. */
export const PAYEE = "payee";

const IS_OPEN = "payouts.status in ('waiting', 'unknown') and not is_held";

/** SQL for a payout that a process asked its payee for and ended, and whose payee is off or gone: no one will say. */
const IS_UNANSWERED = `(payout.status = 'waiting' and payout.payer_id is not null and not exists (
    select from integrations where integrations.store_id = payout.store_id and integrations.id = payout.payer_id
      and removed_at is null
  ) and not exists (
    select from connectors where connectors.store_id = payout.store_id and ${CONNECTOR_PAYER} = payout.payer_id and is_enabled
  ))`;

/**
 * SQL for the payout of a return that is sent next: the first of which the payee hasn't said whether it is paid. What one
 * payee was asked for is no other's to pay, and the others wait behind it.
 */
const nextPayoutSql = (storeId: string, returnId: string) => `
  select payout.id, payout.type, payout.amount::text as amount, payout.currency, payout.key, payout.request,
    payout.request_id as "requestId", orders.external_id as "orderId", returns.customer_id as "customerId",
    payout.tries, payout.attempts, payout.payee_id as "payeeId", payee.integration, payee.connector,
    payee."connectorId",
    payout.payer_id is not null as "wasAsked", ${IS_UNANSWERED} as "isUnanswered"
  from (
    select payouts.*, ${payeeSql("payouts")} as payee_id from payouts
    where payouts.store_id = ${storeId} and payouts.return_id = ${returnId} and ${IS_OPEN} order by seq limit 1
  ) as payout
  join returns on returns.store_id = payout.store_id and returns.id = payout.return_id
  join orders on orders.store_id = payout.store_id and orders.id = payout.order_id
  cross join lateral (
    select json_build_object('provider', provider, 'url', url, 'token', token, 'secret', payout_secret,
      'anyAddress', any_address) as integration, null::json as connector, null as "connectorId"
    from integrations where integrations.store_id = payout.store_id and integrations.id = payout.payee_id
      and removed_at is null
    union all
    select null, ${CONNECTED_SQL}, connectors.id from connectors
    where connectors.store_id = payout.store_id and ${CONNECTOR_PAYER} = payout.payee_id and is_enabled
    union all
    select null, null, null
    where ${IS_UNANSWERED} or ${isShopGone("payout", "orders")} and payout.reason is distinct from '${SHOP_GONE.asked}'
  ) as payee`;

/** The payouts of returns. What waits for a payee that isn't there goes to no other one that it wasn't to be asked of. */
export const PAYOUT_STREAMS = createLeasedStreams<NextPayout>({
  ...{ table: "payout_streams", id: "return_id", receiver: PAYEE },
  // What waits for a payee that is gone is said to.
  maySend: "true",
  next: nextPayoutSql,
  waits: (storeId, returnId) =>
    `select from payouts where payouts.store_id = ${storeId} and payouts.return_id = ${returnId} and ${IS_OPEN}`,
});
