import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { idsWithoutCustomer } from "../customers/find.ts";
import { deleteEvents } from "../events/delete-events.ts";
import type { Erasure } from "../jobs/erased-persons.ts";

type Detached = Pick<Erasure, "id" | "customerId" | "person">;

/**
 * Takes from erased customers the rows that name them by their id, up to `limit` of each table: events are deleted;
 * orders, returns and stored bulk requests get the id of the erasure. Returns whether none is left. Each statement
 * leaves out ids that a new customer has in its snapshot: a customer is visible before any of its rows is. Runs in
 * the caller's transaction.
 */
export async function detachRows(
  tx: Ctx,
  storeId: string,
  erasures: Detached[],
  limit: number,
): Promise<boolean> {
  const customers = sql`${sql.param(erasures.map(({ customerId }) => customerId))}::text[]`;
  const ids = sql`${sql.param(erasures.map(({ id }) => id))}::text[]`;
  // Before the events: a batch that is being recorded is gone when its lock is released, and its events are there.
  for (const { customerId, id } of erasures) {
    await tx.db.execute(sql`
      update event_batches set customers = array_replace(customers, ${customerId}, ${id})
      where store_id = ${storeId} and ${customerId} = any(customers)
        and not exists (select from customers where store_id = ${storeId} and id = ${customerId})`);
  }
  const personOf = new Map(erasures.map(({ customerId, person }) => [customerId, person]));
  let isDone = await deleteEvents(tx, storeId, personOf, limit);
  const gone = idsWithoutCustomer(storeId, customers);
  for (const table of [sql`orders`, sql`returns`]) {
    const { rowCount } = await tx.db.execute(sql`
      update ${table} set customer_id = moved.id
      from unnest(${customers}, ${ids}) as moved(customer, id)
      where store_id = ${storeId} and customer_id = moved.customer and ctid = any(array(
        select ctid from ${table} where store_id = ${storeId} and customer_id = any(${gone}) limit ${limit}
      ))`);
    isDone &&= (rowCount ?? 0) < limit;
  }
  return isDone;
}
