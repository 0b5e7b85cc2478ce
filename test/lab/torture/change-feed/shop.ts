import { operate } from "../operate.ts";

export type Shop = { storeId: string; secret: string; locationIds: string[] };

/** Creates a store with a secret and two locations. */
export async function makeShop(settings: Record<string, string>): Promise<Shop> {
  const { storeId } = await operate(settings, "store", "create", "--name", "Torture");
  const store = ["--store", String(storeId), "--name"];
  const { secret } = await operate(settings, "client", "create", ...store, "Torturer");
  const places: string[] = [];
  for (const name of ["North", "South"]) {
    const { locationId } = await operate(settings, "location", "create", ...store, name);
    places.push(String(locationId));
  }
  return { storeId: String(storeId), secret: String(secret), locationIds: places };
}
