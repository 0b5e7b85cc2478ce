import { sql } from "drizzle-orm";

/**
 * SQL, beside a connector's row, for why the shop refused the change of its stock that it was asked for last; null if it did
 * that one.
 */
export const lastRefused = sql<string | null>`(
  select case when change.shop_status = 'refused'
    then 'The stock of order ' || (change.shop_unit ->> 'orderId') || ' was not changed: ' || change.shop_reason end
  from return_stock_changes as change
  where change.store_id = connectors.store_id and change.shop_unit ->> 'connectorId' = connectors.id
    and change.shop_status in ('done', 'refused') and change.shop_attempted_at is not null
  order by change.shop_attempted_at desc, change.number desc limit 1)`;
