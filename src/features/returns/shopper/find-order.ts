import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { createRateLimit } from "../../../core/http/limits/rate-limit.ts";
import { sha256 } from "../../../lib/hash.ts";
import { isAddress } from "../../../lib/mailbox.ts";
import { Problem } from "../../../lib/problem.ts";
import { createSteps } from "../../../lib/promises.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import { meantOrdersSql } from "../../orders/find.ts";
import { numberKey, numbersMeant } from "../../orders/typed-number.ts";
import type { Store } from "../../stores/schema.ts";
import { type Contacts, contactsOf, typedContact } from "./contacts.ts";

/** The limits of wrong tries. */
export type Tries = ReturnType<typeof createTries>;

export type Search = {
  /** The order's number, as typed. */
  order: string;
  /** What was typed beside it. */
  contact: string;
  /** What the contact may be. */
  findBy: Store["shopperPage"]["findBy"];
  /** Where the try comes from. */
  network: string;
  /** Asks for a code, as `askForCode` does; undefined where the store sends no mail. */
  askCode: ((right: Contacts | undefined) => Promise<string>) | undefined;
};

/** An order, and a digest of that contact of it which was typed. */
export type FoundOrder = { orderId: string; contactHash: string };

type RightOrder = Contacts & FoundOrder;

const WINDOW_S = 15 * 60;
const PER_ORDER = 10;
const PER_NETWORK = 30;
/** Beyond these wrong tries of all networks for one order's number a code is asked for. */
const HOUR_S = 60 * 60;
const PER_ORDER_OF_ALL = 300;
const MAILS_PER_ORDER = 10;
const PER_CODE = 5;
/** Every wrong try takes a whole number of these, whatever the database had to read for it. */
export const WRONG_STEP_MS = 120;
/** The mail of a code that is asked for takes longer to write than none. */
const CODE_STEP_MS = 480;
const FORGOTTEN_S = 2 * HOUR_S;
const CLEANED_EVERY_MS = 60_000;
const REMOVED_AT_ONCE = 5_000;

/**
 * Returns the merchant's id of the order that has this number and contact; undefined when there is none, when the
 * contact is another one, or when the customer was erased, which all take the same time. Throws 429 after too many
 * wrong tries: 10 for an order's number from one network, 30 from one network, in 15 minutes and over all processes.
 * Beyond 300 in an hour for an order's number a code is `asked` for, right or wrong, and every try counts.
 */
export async function findShoppersOrder(
  ctx: Ctx,
  tries: Tries,
  storeId: string,
  { order, contact, findBy, network, askCode }: Search,
): Promise<FoundOrder | { asked: string } | undefined> {
  const [wrong, code] = [createSteps(WRONG_STEP_MS), createSteps(CODE_STEP_MS)];
  const taken = await tries.take(storeId, { order, network });
  const ofAll = await tries.takeOfAll(storeId, order);
  const right = await rightOrder(ctx, storeId, { order, contact, findBy });
  // An order without an address can't have a code.
  if (ofAll === undefined && askCode && (!right || isAddress(right.email ?? ""))) {
    const asked = await askCode(right);
    await code();
    return { asked };
  }
  if (right) {
    await tries.giveBack(storeId, [...taken, ...(ofAll === undefined ? [] : [ofAll])]);
    return { orderId: right.orderId, contactHash: right.contactHash };
  }
  await wrong();
  return undefined;
}

/**
 * Returns the order that has this number, in capitals or not, and this contact; of several orders with the number the one that is
 * called so, and the newest of those.
 */
export async function rightOrder(
  ctx: Ctx,
  storeId: string,
  { order, contact, findBy }: Pick<Search, "order" | "contact" | "findBy">,
): Promise<RightOrder | undefined> {
  for (const number of numbersMeant(order)) {
    for (const found of await find(ctx.db, storeId, number)) {
      const key = typedContact(found, contact, findBy);
      if (key !== undefined) return { ...found, contactHash: await sha256(key) };
    }
  }
  return undefined;
}

/** Whether an order still has the contact by which it was found: it may be another customer's by now, or erased. */
export async function hasContact(
  ctx: Ctx,
  storeId: string,
  { orderId, contactHash }: FoundOrder,
): Promise<boolean> {
  const found = (await find(ctx.db, storeId, orderId)).find((each) => each.orderId === orderId);
  if (!found) return false;
  const hashes = await Promise.all(Object.values(contactsOf(found)).flat().map(sha256));
  return hashes.includes(contactHash);
}

/** Each try counts until it is known to be right, so that many at once are no more than one after the other. */
export function createTries(ctx: Ctx) {
  const check = createRateLimit(ctx);
  const cleaned = new Map<string, number>();
  const limitBy = (key: string, limit: number, seconds = WINDOW_S) => ({
    ...{ name: `${PREFIX}${key}`, metric: "shopper.find", seconds, limitOf: () => limit },
  });

  /** Returns the name of the limit; undefined when it is reached. */
  async function takeHourly(storeId: string, key: string, count: number): Promise<string | undefined> {
    const limit = limitBy(await sha256(key), count, HOUR_S);
    try {
      await check(storeId, limit);
      return limit.name;
    } catch (error) {
      if (error instanceof Problem && error.parts.status === 429) return undefined;
      throw error;
    }
  }

  /** Takes a try of all networks. A leading # more or less is the same order. */
  const takeOfAll = (storeId: string, order: string) =>
    takeHourly(storeId, `all ${numberKey(order).replace(/^#/, "")}`, PER_ORDER_OF_ALL);

  const takeMail = (storeId: string, orderId: string) =>
    takeHourly(storeId, `mail ${orderId}`, MAILS_PER_ORDER);

  const takeCode = async (storeId: string, nonce: string) =>
    check(storeId, limitBy(await sha256(`code ${nonce}`), PER_CODE));

  async function take(storeId: string, { order, network }: Pick<Search, "order" | "network">) {
    const number = numberKey(order);
    const [ofOrder, ofNetwork] = await Promise.all([sha256(`${network} ${number}`), sha256(network)]);
    const taken: string[] = [];
    // The network's is first: above it, a number that was not tried before leaves no row.
    for (const limit of [limitBy(ofNetwork, PER_NETWORK), limitBy(ofOrder, PER_ORDER)]) {
      try {
        await check(storeId, limit);
        taken.push(limit.name);
      } catch (error) {
        await giveBack(storeId, taken);
        throw error;
      }
    }
    await clean(storeId);
    return taken;
  }

  function giveBack(storeId: string, taken: string[]): Promise<unknown> {
    return removeLatest(ctx.db, storeId, taken);
  }

  /** Each process removes what is forgotten once a minute. */
  async function clean(storeId: string): Promise<void> {
    const now = performance.now();
    if (now - (cleaned.get(storeId) ?? -CLEANED_EVERY_MS) < CLEANED_EVERY_MS) return;
    cleaned.set(storeId, now);
    await ctx.db.execute(sql`
      delete from rate_limits where store_id = ${storeId} and operation = any(array(
        select operation from rate_limits
        where store_id = ${storeId} and starts_with(operation, ${PREFIX})
          and coalesce(passed[cardinality(passed)], '-infinity') < clock_timestamp() - make_interval(secs => ${FORGOTTEN_S})
        order by operation limit ${REMOVED_AT_ONCE} for update skip locked))`);
  }

  return { take, takeOfAll, takeMail, takeCode, giveBack };
}

const PREFIX = "shopper.find ";

/** Takes back one request of each. Of several at one moment the row has a count. */
const removeLatest = preparedByKey(
  "give_back_tries",
  `update rate_limits set
     passed = case when counts[cardinality(counts)] > 1 then passed else passed[:cardinality(passed) - 1] end,
     counts = case when counts[cardinality(counts)] > 1
       then counts[:cardinality(counts) - 1] || counts[cardinality(counts)] - 1
       else counts[:cardinality(counts) - 1] end
   where store_id = $1 and operation = any($2::text[])`,
);

const find = preparedByKey<Contacts>(
  "find_shoppers_order",
  `select external_id as "orderId", coalesce(body ->> 'orderName', external_id) as name, body #>> '{customer,email}' as email,
     body #>> '{customer,phoneNumber}' as phone,
     array[body #>> '{shipping,address,postalCode}', body #>> '{billingAddress,postalCode}'] as codes
   from ${meantOrdersSql("$1", "$2::text")} as meant join orders on store_id = $1 and orders.id = meant.id order by rank`,
);
