import type { Ctx } from "../../core/ctx.ts";
import { isE164, isEmail } from "../../core/persons/person.ts";
import type { Fault } from "../../lib/problem.ts";
import { PLAN_BY_KEY } from "../../platform/db/plan-by-key.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { lockCustomers } from "../customers/lock-customers.ts";
import { type CustomerInput, PATCH_COLUMNS, patchOf } from "../customers/patch.ts";
import { createResolver } from "../customers/resolver.ts";
import { changesNothing, matchedBy } from "../customers/unchanged.ts";
import { writeChanges } from "../customers/write-changes.ts";
import type { StoredOrder } from "./schema.ts";

export type Given = Pick<StoredOrder, "orderId" | "locationId" | "customer">;

/**
 * Whether the store has the order and its location, and the order's customer: undefined for an order that identifies none,
 * a fault where the customer can't be written.
 */
export type Placed = { located: boolean; exists: boolean; customer: string | undefined | Fault };

/**
 * Looks up orders of a store and their locations, and creates or updates the customers of those whose location is known;
 * of those that the store doesn't have, unless `takesExisting`. Runs in the caller's transaction. `lockWait` limits each
 * wait for a lock.
 */
export async function placeOrders(
  ctx: Ctx,
  storeId: string,
  orders: Given[],
  { lockWait, takesExisting = false }: { lockWait?: string | undefined; takesExisting?: boolean } = {},
): Promise<Placed[]> {
  const patches = orders.map((order) => patchOf(identifyingFields(order)));
  const given = orders.map(({ orderId, locationId }, position) => {
    return { ...patches[position], position, orderId, locationId };
  });
  const [, found] = await Promise.all([
    prepare(ctx.db, lockWait ?? null),
    find(ctx.db, storeId, JSON.stringify(given)),
  ]);
  const isTaken = ({ located, exists }: Found) => located && (takesExisting || !exists);
  const changed = found.filter((each) => isTaken(each) && each.unchanged === null);
  const patchesOf = changed.map(({ position }) => patches[position] ?? {});
  const resolver = createResolver(await lockCustomers(ctx, storeId, patchesOf));
  const placed = found.map((each): Placed => {
    const { position, located, exists, unchanged } = each;
    if (!isTaken(each)) return { located, exists, customer: undefined };
    return { located, exists, customer: unchanged ?? resolver.resolve(patches[position] ?? {}) };
  });
  writeChanges(ctx, storeId, resolver.changes());
  return placed;
}

/**
 * Returns an order's customer without an invalid e-mail address or phone number: shops take these as their
 * shoppers type them, the order keeps them, and they identify no one.
 */
function identifyingFields({ customer }: Given): CustomerInput {
  const { email, phoneNumber, ...rest } = customer ?? {};
  return {
    ...rest,
    email: email && isEmail(email) ? email : undefined,
    phoneNumber: phoneNumber && isE164(phoneNumber) ? phoneNumber : undefined,
  };
}

/**
 * Limits each wait for a lock, unless the limit is null, and makes the rest of the transaction plan statements to use
 * indexes.
 */
const prepare = prepared(
  "prepare_orders",
  `select set_config('lock_timeout', coalesce($1, current_setting('lock_timeout')), true), ${PLAN_BY_KEY}`,
);

type Found = { position: number; located: boolean; exists: boolean; unchanged: string | null };

/** Finds what the store has of the orders; `unchanged` is the customer that the patch leaves as it is. */
const find = prepared<Found>(
  "find_given_orders",
  `select given.position, customer.id as unchanged, (
     select true from orders where store_id = $1 and external_id = given."orderId" limit 1
   ) is not null as exists, given."locationId" is null or (
     select true from locations
     where store_id = $1 and id = given."locationId" and removed_at is null limit 1
   ) is not null as located
   from json_to_recordset($2::json)
     as given(position int, "orderId" text, "locationId" text, ${PATCH_COLUMNS})
   left join lateral (
     select matched.id from ${matchedBy("given", "*")} as matched where ${changesNothing("matched", "given")}
   ) as customer on true
   order by given.position`,
);
