import type { Ctx } from "../../../core/ctx.ts";
import { prepared } from "../../../platform/db/prepared.ts";

/** SQL for whom a connector's row is as a payer: the shop at its address. Another shop can have orders of the same ids. */
export const CONNECTOR_PAYER = "connectors.id || ' ' || connectors.origin";

/**
 * SQL for the id of who pays what a return owes, null for no one: the one place that decides it. It is the connector that
 * the order came by, if that is enabled, else the store's integration of kind `refunds`.
 */
export function payerSql(storeId: string, returnId: string): string {
  return `coalesce((
    select ${CONNECTOR_PAYER} from returns join orders on orders.store_id = returns.store_id and orders.id = returns.order_id
    join connectors on connectors.store_id = orders.store_id and connectors.id = orders.connector_id
    where returns.store_id = ${storeId} and returns.id = ${returnId} and connectors.is_enabled
  ), (
    select integrations.id from integrations where integrations.store_id = ${storeId}
      and integration_kind = 'refunds' and removed_at is null
  ))`;
}

/** SQL for the id of who is asked for a row of `payouts`: who was asked before, and no one else, else who pays. */
export function payeeSql(payout: string): string {
  return `coalesce(${payout}.payer_id, ${payerSql(`${payout}.store_id`, `${payout}.return_id`)})`;
}

/**
 * SQL for whether the shop is gone that is to pay a row of `payouts`, which has its `payee_id`: that was asked for it, or that
 * the order came by if no one else pays. One whose connector is off isn't gone.
 */
export function isShopGone(payout: string, order: string): string {
  return `(case when ${payout}.payee_id is null then ${order}.connector_id is not null
      and not exists (select from connectors where connectors.store_id = ${payout}.store_id
        and connectors.id = ${order}.connector_id)
    else strpos(${payout}.payee_id, ' ') > 0
      and not exists (select from connectors where connectors.store_id = ${payout}.store_id
        and ${CONNECTOR_PAYER} = ${payout}.payee_id) end)`;
}

const HAD_PAYEE = `exists (
    select from integrations where integrations.store_id = $1 and integration_kind = 'refunds'
      and created_at <= done.at and (removed_at is null or removed_at > done.at)
  ) or exists (
    select from returns join orders on orders.store_id = returns.store_id and orders.id = returns.order_id
    join connectors on connectors.store_id = orders.store_id and connectors.id = orders.connector_id
    where returns.store_id = $1 and returns.id = $2 and connectors.created_at <= done.at
  )`;

/**
 * Returns whether a payee was there when a complete return became complete: what falls due later is paid then. A shop that was
 * connected again since wasn't there.
 */
export async function hadPayee(tx: Ctx, storeId: string, returnId: string): Promise<boolean> {
  const [found] = await readHadPayee(tx.db, storeId, returnId);
  return found?.hadPayee === true;
}

const readHadPayee = prepared<{ hadPayee: boolean }>(
  "read_had_payee",
  `select ${HAD_PAYEE} as "hadPayee" from (
     select at from return_history where store_id = $1 and return_id = $2
       and "to" = 'complete' and "from" is distinct from "to"
     order by number desc limit 1
   ) as done`,
);
