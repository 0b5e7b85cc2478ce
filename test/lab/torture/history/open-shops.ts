import type { Ctx } from "../../../../src/core/ctx.ts";
import { createClient } from "../../../../src/features/stores/create-client.ts";
import { createLocation } from "../../../../src/features/stores/create-location.ts";
import { createStore } from "../../../../src/features/stores/create-store.ts";
import { textAt, V2 } from "./actor.ts";
import { whereStoresBegin } from "./new-store.ts";
import { createPool, type KnownWebhook, type Shop } from "./shop.ts";

export type NewShops = {
  settings: Record<string, string>;
  origin: string;
  count: number;
  /** The names of the API clients of each store. */
  clients: string[];
  receiver: string;
};

const LOCATIONS = 3;

/** Creates the stores, their API clients and one webhook each, which stays unchanged until the end. */
export async function openShops({ settings, count, ...options }: NewShops): Promise<Shop[]> {
  const shops: Shop[] = [];
  for (let index = 0; index < count; index++) {
    shops.push(await whereStoresBegin(settings, (ctx) => openShop(ctx, index, options)));
  }
  return shops;
}

async function openShop(
  ctx: Ctx,
  index: number,
  { origin, clients, receiver }: Omit<NewShops, "settings" | "count">,
): Promise<Shop> {
  const sign = `sign-${index}`;
  const name = `Store ${sign}`;
  const { storeId } = await createStore(ctx, { name, currency: "EUR" });
  const locations: string[] = [];
  for (let i = 1; i <= LOCATIONS; i++) {
    locations.push((await createLocation(ctx, storeId, { name: `${name} ${i}` })).locationId);
  }
  const secrets = new Map<string, string>();
  for (const client of clients) {
    secrets.set(client, (await createClient(ctx, storeId, { name: client })).secret);
  }
  const [secret = ""] = secrets.values();
  const untouched = await subscribe(`${origin}${V2}/stores/${storeId}/webhooks`, secret, {
    ...{ url: `${receiver}/untouched-${index}`, token: `untouched-${sign}-0` },
  });
  return {
    ...{ index, storeId, name, sign, locations, secrets, untouched },
    ...{ orders: createPool(), returns: createPool() },
    ...{ people: [], webhooks: [], repeats: [], quantity: 0 },
  };
}

async function subscribe(
  address: string,
  secret: string,
  { url, token }: { url: string; token: string },
): Promise<KnownWebhook> {
  const response = await fetch(address, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify({ webhook: { topic: "return", callback: { url, auth: { bearer: { token } } } } }),
  });
  const id = textAt(await response.json(), "webhook", "id");
  if (id === undefined) throw new Error(`the webhook was answered ${response.status}`);
  return { id, token, externalId: "" };
}
