import { eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import { importOrderFile } from "../orders/imports/import-file.ts";
import { createPerson } from "../people/create-person.ts";
import { addMember, listMembers } from "../people/members.ts";
import { createSignInLink } from "../people/sign-in-link.ts";
import { savePolicy } from "../policy/save-policy.ts";
import { createClient } from "../stores/create-client.ts";
import { createLocation, type NewLocation } from "../stores/create-location.ts";
import { createStore } from "../stores/create-store.ts";
import { updateStore } from "../stores/update-store.ts";
import { at, createCalendar } from "./calendar.ts";
import { DEMO_STORE_ID } from "./id.ts";
import { sendParcels } from "./parcels.ts";
import { createPeople } from "./people.ts";
import { POLICY } from "./policy.ts";
import { createPurchases, type Purchase } from "./purchases.ts";
import { createRandom } from "./random.ts";
import { createReturns, type Shop } from "./returns.ts";
import type { Actor } from "./scenarios.ts";
import { createStock } from "./stock.ts";

export type DemoStore = {
  storeId: string;
  secret: string;
  returnId: string;
};

const OWNER = { email: "owner@demo.example", name: "Demo owner" };

const SEED = 20_260_301;
const LOCK_ID = 7_236_021;
const OPENED_DAYS_AGO = 46;

const WAREHOUSE: NewLocation = {
  name: "Portland warehouse",
  line1: "2140 NW Quimby St",
  line2: "Dock 4",
  city: "Portland",
  state: "OR",
  postalCode: "97210",
  country: "US",
  phone: "+15035550101",
};
const EASTERN_LOCATION: NewLocation = {
  name: "Columbus returns center",
  line1: "885 Distribution Dr",
  city: "Columbus",
  state: "OH",
  postalCode: "43228",
  country: "US",
  phone: "+16145550102",
};

/**
 * Creates the store `demo` with sample data of a small shop, always the same but for ids and dates. Returns
 * undefined if the store exists. Of several processes that start at once, one creates it.
 */
export function demoStore(ctx: Ctx): Promise<DemoStore | undefined> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(${LOCK_ID})`);
    const [existing] = await tx.db
      .select({ id: stores.storeId })
      .from(stores)
      .where(eq(stores.storeId, DEMO_STORE_ID));
    if (existing) return undefined;

    const returnId = await fill(tx);
    const { secret } = await createClient(tx, DEMO_STORE_ID, { name: "Demo" });
    return { storeId: DEMO_STORE_ID, secret, returnId };
  });
}

/**
 * Returns a one-time link to the console of the demo store, as its owner; undefined when that person was taken out of
 * the store. A link that was made before stops working.
 */
export function demoConsoleLink(ctx: Ctx): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(${LOCK_ID})`);
    const members = await listMembers(tx, DEMO_STORE_ID);
    if (members.length === 0) {
      const { personId } = await createPerson(tx, { ...OWNER, passwordHash: null });
      await addMember(tx, { storeId: DEMO_STORE_ID, personId, role: "owner" });
    } else if (!members.some(({ email }) => email === OWNER.email)) return undefined;
    return (await createSignInLink(tx, OWNER.email)).url;
  });
}

async function fill(ctx: Ctx): Promise<string> {
  const random = createRandom(SEED);
  const calendar = createCalendar(ctx.now());
  const { clients, warehouse, easternLocation } = await openShop(
    at(ctx, calendar.moment(OPENED_DAYS_AGO, 9)),
  );
  const as = (who: Actor) => ({ ...clients[who], requestId: crypto.randomUUID() });
  const shop: Shop = { storeId: DEMO_STORE_ID, random, calendar, as };

  const purchases = createPurchases(random, calendar, createPeople(random), easternLocation);
  await bringOrders(ctx, purchases);
  await dateCustomers(ctx);
  for (const purchase of purchases) await sendParcels(ctx, DEMO_STORE_ID, purchase, { random, calendar });
  const author = { storeId: DEMO_STORE_ID, by: "Demo", byId: null };
  await updateStore(ctx, author, {
    shopperPage: { enabled: true, color: "#1f5c46" },
    mail: { languages: ["en", "de", "fr", "es"] },
  });
  const returnId = await createReturns(ctx, shop, purchases);
  const locations = { warehouse, returnsCenter: easternLocation };
  await createStock(at(ctx, calendar.moment(1, 18)), { random, locations, writer: as("warehouse") });
  await savePolicy(ctx, author, { document: POLICY, ifMatch: undefined });
  return returnId;
}

/** Customers came with their first order. */
async function dateCustomers(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    update customers set created_at = first.at, updated_at = first.at
    from (
      select customer_id, min(created_at) as at from orders where store_id = ${DEMO_STORE_ID} group by customer_id
    ) as first
    where store_id = ${DEMO_STORE_ID} and id = first.customer_id`);
}

/** Imports the orders as a merchant brings them: as a file. */
async function bringOrders(ctx: Ctx, purchases: Purchase[]): Promise<void> {
  const lines = purchases.map(({ body }) => `${JSON.stringify(body)}\n`);
  const faults: string[] = [];
  await importOrderFile(ctx, DEMO_STORE_ID, {
    open: () => new Blob(lines).stream(),
    format: "jsonl",
    onProgress: () => {},
    onFault: (line) => faults.push(line),
  });
  if (faults.length > 0) throw new Error(`orders of the demo store are not valid: ${faults.join(" ")}`);
}

async function openShop(ctx: Ctx) {
  await createStore(ctx, { id: DEMO_STORE_ID, name: "Fernhill Outfitters" });
  const { locationId: warehouse } = await createLocation(ctx, DEMO_STORE_ID, WAREHOUSE);
  const { locationId: easternLocation } = await createLocation(ctx, DEMO_STORE_ID, EASTERN_LOCATION);
  const clients = {
    shop: await client(ctx, "Online shop", [
      ...["store_read", "orders_read", "orders_write", "returns_read", "returns_write", "inventory_read"],
      ...["customer_events_write", "storefront_events_write"],
    ]),
    warehouse: await client(ctx, "Warehouse", [
      ...["store_read", "orders_read", "returns_read", "returns_write"],
      ...["inventory_read", "inventory_write"],
    ]),
    support: await client(ctx, "Support desk", [
      ...["store_read", "customers_read", "orders_read", "returns_read", "returns_write"],
    ]),
  };
  return { clients, warehouse, easternLocation };
}

async function client(ctx: Ctx, name: string, scopes: string[]): Promise<Omit<Caller, "requestId">> {
  const { clientId } = await createClient(ctx, DEMO_STORE_ID, { name, scopes });
  return { storeId: DEMO_STORE_ID, clientId, by: name, byId: clientId, origin: ctx.origin };
}
