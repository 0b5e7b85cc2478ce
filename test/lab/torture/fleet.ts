import type { Databases } from "./databases.ts";
import { type Fleet, type FleetOptions, startFleet } from "./history/fleet.ts";
import type { Postgres } from "./history/postgres.ts";
import { operate } from "./operate.ts";

export type TorturedStore = { storeId: string; secret: string };

/** Several processes of each role with stores, which are spread over the databases. */
export type FleetWithStores = Fleet<Postgres> & { stores: TorturedStore[] };

export async function startWithStores(options: FleetOptions & { stores: number }): Promise<FleetWithStores> {
  const fleet = await startFleet(options);
  try {
    const stores: TorturedStore[] = [];
    while (stores.length < options.stores) stores.push(await makeStore(fleet.databases));
    return { ...fleet, stores };
  } catch (error) {
    await fleet.close();
    throw error;
  }
}

/** Returns the origins of the API processes that run. */
export function apiOrigins({ slots }: Fleet): string[] {
  return slots.filter(({ role }) => role === "api").flatMap(({ origin }) => origin() ?? []);
}

async function makeStore({ env }: Databases): Promise<TorturedStore> {
  const { storeId } = await operate(env, "store", "create", "--name", "Torture");
  const client = ["client", "create", "--store", String(storeId), "--name", "Torturer"];
  const { secret } = await operate(env, ...client);
  return { storeId: String(storeId), secret: String(secret) };
}
