import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { contains, type Person } from "../../core/persons/redact.ts";
import { idsWithoutCustomer } from "../customers/find.ts";
import { idsOfCustomers } from "./of-customer.ts";

type Named = { customerId: string; uniqueId: string | null | undefined };

/**
 * Deletes up to `limit` events of erased customers, who are the keys of `personOf`, in the caller's transaction; those
 * of a new customer with the id stay. Returns whether none is left.
 */
export async function deleteEvents(
  tx: Ctx,
  storeId: string,
  personOf: Map<string, Person>,
  limit: number,
): Promise<boolean> {
  const customers = idsWithoutCustomer(storeId, sql`${sql.param([...personOf.keys()])}::text[]`);
  const { rows } = await tx.db.execute<Named>(sql`
    delete from events where store_id = ${storeId} and customer_id = any(${customers})
      and id = any(array(${idsOfCustomers(storeId, customers, limit)}))
    returning customer_id as "customerId", unique_id as "uniqueId"`);
  await releaseUniqueIds(tx, storeId, personOf, rows);
  return rows.length < limit;
}

/**
 * Releases the unique ids of erased events that the person can be read from. The others stay, so that an event
 * sent again is still a duplicate.
 */
export async function releaseUniqueIds(
  tx: Ctx,
  storeId: string,
  personOf: Map<string, Person>,
  events: Named[],
): Promise<void> {
  const named = events.flatMap(({ customerId, uniqueId }) => {
    const person = personOf.get(customerId);
    return uniqueId && person && contains(uniqueId, person) ? uniqueId : [];
  });
  if (named.length === 0) return;
  await tx.db.execute(sql`
    delete from event_unique_ids where store_id = ${storeId} and unique_id = any(${sql.param(named)}::text[])`);
}
