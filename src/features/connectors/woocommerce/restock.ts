import { type Call, type CallAnswer, requireField } from "../call.ts";
import type { ConnectorRestock, RestockAnswer } from "../effects.ts";
import { isOfWooCommerce } from "./orders.ts";

const KEY = "_aftersale_restock_";
/** So many of a product's changes are kept: a change is asked again within hours, not after a hundred others. */
const MAX_KEPT = 100;

type Entry = { id: number; key: string };
type Product = { path: string; manages: unknown; meta: Entry[] };

/**
 * Changes the stock of a product or a variation, once: the request that changes it also writes the id of the change into the
 * product's meta data, where it is looked for first. `inventory_delta` has the shop add to what it has at that moment, which
 * an absolute quantity that was read before would undo sales of. Throws `ShopFailure` where nothing is known.
 */
export async function restock(call: Call, change: ConnectorRestock): Promise<RestockAnswer> {
  if (change.productId === null) return refused("The line has no product in the shop.");
  const product = await findProduct(call, change);
  if (!product) return refused(`The shop has no product ${change.variantId ?? change.productId} any more.`);
  const key = `${KEY}${change.id}`;
  if (product.meta.some((entry) => entry.key === key)) return { status: "done" };
  if (product.manages !== true) return refused("The shop doesn't track the stock of the product.");
  const ours = product.meta.filter((entry) => entry.key.startsWith(KEY)).toSorted((a, b) => a.id - b.id);
  const old = ours.slice(0, Math.max(0, ours.length - MAX_KEPT + 1));
  const answer = await call({
    method: "PUT",
    path: product.path,
    body: {
      inventory_delta: change.units,
      meta_data: [{ key, value: String(change.units) }, ...old.map((entry) => ({ ...entry, value: null }))],
    },
  });
  const declined = declinedIn(answer);
  if (declined !== undefined) return refused(declined);
  requireField(answer, "id");
  return { status: "done" };
}

/** Returns what has the stock: the variation, or the product where that has it for all its variations. */
async function findProduct(
  call: Call,
  { productId, variantId }: ConnectorRestock,
): Promise<Product | undefined> {
  const path = `/products/${encodeURIComponent(productId ?? "")}`;
  if (variantId === null || variantId === productId) return readProduct(call, path);
  const variation = await readProduct(call, `${path}/variations/${encodeURIComponent(variantId)}`);
  return variation?.manages === "parent" ? readProduct(call, path) : variation;
}

async function readProduct(call: Call, path: string): Promise<Product | undefined> {
  const answer = await call({ path });
  if (answer.status === 404 && isOfWooCommerce(answer.json)) return undefined;
  requireField(answer, "id");
  const json = answer.json as { manage_stock?: unknown; meta_data?: unknown };
  const meta = Array.isArray(json.meta_data) ? json.meta_data.filter(isEntry) : [];
  return { path, manages: json.manage_stock, meta: meta.map(({ id, key }) => ({ id, key })) };
}

function isEntry(entry: unknown): entry is Entry {
  const { id, key } = (entry ?? {}) as Record<string, unknown>;
  return typeof id === "number" && typeof key === "string";
}

/** Statuses that say nothing about the change, though others below 500 refuse it. */
const TEMPORARY = new Set([408, 409, 425, 429]);

function declinedIn({ status, json }: CallAnswer): string | undefined {
  if (status < 400 || status > 499 || TEMPORARY.has(status)) return undefined;
  const message =
    isOfWooCommerce(json) && typeof json.message === "string" ? json.message : `status ${status}`;
  return `WooCommerce refused the change: ${message}`;
}

function refused(reason: string): RestockAnswer {
  return { status: "refused", reason };
}
