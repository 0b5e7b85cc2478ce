import { type Actor, at, listAt, textAt, V2 } from "../actor.ts";
import type { Read, Write } from "../call.ts";

/** Each product has one kind, because responses show levels without it. */
const PRODUCTS = [
  { id: "product-1", kind: "PRODUCT" },
  { id: "product-2", kind: "PRODUCT" },
  { id: "product-3", kind: "PRODUCT" },
  { id: "product-4", kind: "RETURN" },
] as const;
const MAX_LEVELS = 4;

type Level = { product: { id: string; title: string }; kind: string; location_id: string; quantity: number };

/** Puts levels of several products; if one of them has an unknown location, none is stored. */
export async function putLevels(actor: Actor): Promise<void> {
  const { random, shop } = actor;
  const titles = new Map<string, string>();
  const levels = new Map<string, Level>();
  for (let i = random.between(1, MAX_LEVELS); i > 0; i--) {
    const { id, kind } = PRODUCTS[random.between(0, PRODUCTS.length - 1)] ?? PRODUCTS[0];
    const title = titles.get(id) ?? actor.mark();
    titles.set(id, title);
    const location = shop.locations[random.between(0, shop.locations.length - 1)] ?? "";
    shop.quantity++;
    const level = { product: { id, title }, kind, location_id: location, quantity: shop.quantity };
    levels.set(levelRegister(shop.storeId, id, location), level);
  }
  const writes: Write[] = [
    ...[...levels].map(([register, { quantity }]) => ({ register, value: quantity })),
    ...[...titles].map(([id, value]) => ({ register: titleRegister(shop.storeId, id), value })),
  ];
  const isBroken = random.chance(0.1);
  const unknown = [...levels.values()].slice(0, 1).map((level) => ({ ...level, location_id: "loc_none" }));
  const { call, body } = await actor.send(
    { operation: isBroken ? "PUT inventory-levels (invalid)" : "PUT inventory-levels", writes },
    {
      method: "PUT",
      path: `${V2}/stores/${shop.storeId}/inventory-levels`,
      body: { inventory_levels: [...levels.values(), ...(isBroken ? unknown : [])] },
    },
  );
  if (call.outcome === "done") call.reads = readsOf(shop.storeId, body);
}

export async function readLevels(actor: Actor): Promise<void> {
  const { random, shop } = actor;
  const { id } = PRODUCTS[random.between(0, PRODUCTS.length - 1)] ?? PRODUCTS[0];
  const path = `${V2}/stores/${shop.storeId}/inventory-levels?product_id=${id}`;
  const { call, body } = await actor.send({ operation: "GET inventory-levels" }, { method: "GET", path });
  if (call.outcome === "done") call.reads = readsOf(shop.storeId, body);
}

export function levelRegister(storeId: string, product: string, location: string): string {
  return `${storeId} level ${product} ${location}`;
}

export function titleRegister(storeId: string, product: string): string {
  return `${storeId} title ${product}`;
}

function readsOf(storeId: string, body: unknown): Read[] {
  return listAt(body, "inventory_levels").flatMap((level) => {
    const quantity = at(level, "quantity");
    const product = textAt(level, "product", "id") ?? "";
    const register = levelRegister(storeId, product, textAt(level, "location", "id") ?? "");
    return [
      { register, value: typeof quantity === "number" ? quantity : undefined },
      { register: titleRegister(storeId, product), value: textAt(level, "product", "title") },
    ];
  });
}
