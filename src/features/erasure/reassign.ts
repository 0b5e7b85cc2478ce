import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { idsWithoutCustomer } from "../customers/find.ts";
import { recordJob } from "../events/record-job.ts";

/** Rows of the customer `from`, who is gone, get the id `to`. */
export type Reassignment = { from: string; to: string };

/** Which orders and returns were changed, and whether none is left. */
export type Reassigned = { orders: string[]; returns: string[]; isDone: boolean };

/**
 * Gives the events of stored bulk requests another customer. Before the recorded events are looked for: a batch that is
 * being recorded is gone when its lock is released, and its events are there; one that the recorder has passed over meanwhile is
 * recorded by its next wake-up. Leaves out ids that a customer has.
 */
export async function reassignBatches(tx: Ctx, storeId: string, all: Reassignment[]): Promise<void> {
  for (const { from, to } of all) {
    const { rows } = await tx.db.execute(sql`
      update event_batches set customers = array_replace(customers, ${from}, ${to})
      where store_id = ${storeId} and ${from} = any(customers)
        and not exists (select from customers where store_id = ${storeId} and id = ${from})
      returning id`);
    if (rows.length > 0) await tx.jobs.send(recordJob, { storeId });
  }
}

/**
 * Gives up to `limit` orders and up to `limit` returns another customer. Leaves out ids that a customer has in the snapshot
 * of each statement: a customer is visible before any of its rows is. Runs in the caller's transaction.
 */
export async function reassignOrders(
  tx: Ctx,
  storeId: string,
  all: Reassignment[],
  limit: number,
): Promise<Reassigned> {
  const orders = await reassign(tx, sql`orders`, { storeId, all, limit });
  // After the orders, whose locks a new return waits for.
  const returns = await reassign(tx, sql`returns`, { storeId, all, limit });
  return { orders, returns, isDone: orders.length < limit && returns.length < limit };
}

type Slice = { storeId: string; all: Reassignment[]; limit: number };

/** By the key: a row that is changed meanwhile has another place by the time its lock is released. */
async function reassign(tx: Ctx, table: SQL, { storeId, all, limit }: Slice): Promise<string[]> {
  const from = sql`${sql.param(all.map((each) => each.from))}::text[]`;
  const to = sql`${sql.param(all.map((each) => each.to))}::text[]`;
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    update ${table} set customer_id = moved.target
    from unnest(${from}, ${to}) as moved(customer, target)
    where store_id = ${storeId} and customer_id = moved.customer and id = any(array(
      select id from ${table}
      where store_id = ${storeId} and customer_id = any(${idsWithoutCustomer(storeId, from)}) limit ${limit}
    ))
    returning id`);
  return rows.map(({ id }) => id);
}
