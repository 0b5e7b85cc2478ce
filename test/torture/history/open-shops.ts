import { pino } from "pino";
import { createContext } from "../../../src/boot/create-context.ts";
import { readConfig } from "../../../src/config.ts";
import { createClient } from "../../../src/stores/create-client.ts";
import { createLocation } from "../../../src/stores/create-location.ts";
import { createStore } from "../../../src/stores/create-store.ts";
import { textAt, V2 } from "./actor.ts";
import { createPool, type KnownWebhook, type Shop } from "./shop.ts";

export type NewShops = {
  databaseUrl: string;
  settings: Record<string, string>;
  origin: string;
  count: number;
  /** The names of the API clients of each store. */
  clients: string[];
  receiver: string;
};

const LOCATIONS = 3;

/** Creates the stores, their API clients and one webhook each, which stays unchanged until the end. */
export async function openShops(options: NewShops): Promise<Shop[]> {
  const { databaseUrl, settings, origin, count, clients, receiver } = options;
  const config = readConfig({ ...settings, DATABASE_URL: databaseUrl });
  const { ctx, close } = await createContext(config, pino({ level: "silent" }), "cli");
  try {
    const shops: Shop[] = [];
    for (let index = 0; index < count; index++) {
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
      shops.push({
        ...{ index, storeId, name, sign, locations, secrets, untouched },
        ...{ orders: createPool(), returns: createPool() },
        ...{ people: [], webhooks: [], quantity: 0 },
      });
    }
    return shops;
  } finally {
    await close();
  }
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
