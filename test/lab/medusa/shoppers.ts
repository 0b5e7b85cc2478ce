import type { Random } from "../torture/random.ts";
import type { Region, Seeded } from "./seed.ts";
import { ShopError } from "./shop-api.ts";

type Line = { id: string; quantity: number; variant_id: string };
export type PlacedOrder = { id: string; items: Line[]; currency_code: string };

/** What is put into a cart. */
export type Wish = { region: Region; lines: { variantId: string; quantity: number }[]; promotions: string[] };

/** Returns a random basket. */
export function wishOf({ regions, variants, promotions }: Seeded, random: Random): Wish {
  const region = pick(regions, random);
  const lines = Array.from({ length: random.between(1, 3) }, () => ({
    variantId: pick(variants, random).id,
    quantity: random.between(1, 4),
  }));
  return { region, lines, promotions: random.chance(0.3) ? [pick(promotions, random)] : [] };
}

/** Buys it, as a storefront does. A cart that is completed twice is one order. */
export async function buy(
  { store }: Seeded,
  { region, lines, promotions }: Wish,
  n: number,
): Promise<PlacedOrder> {
  const address = {
    ...{
      first_name: "Ada",
      last_name: `Byron ${n}`,
      address_1: `${n} Road`,
      city: "Town",
      postal_code: "12345",
    },
    ...{ country_code: region.country, province: "us-ca", phone: "+12015550123" },
  };
  const { cart } = await store.askAgain<{ cart: { id: string } }>("POST", "/store/carts", {
    ...{
      region_id: region.id,
      email: `buyer-${n}@example.test`,
      shipping_address: address,
      billing_address: address,
    },
    items: lines.map(({ variantId, quantity }) => ({ variant_id: variantId, quantity })),
    ...(promotions.length > 0 && { promo_codes: promotions }),
  });
  await store.askAgain("POST", `/store/carts/${cart.id}/shipping-methods`, {
    option_id: region.shippingOptionId,
  });
  const { payment_collection } = await store.askAgain<{ payment_collection: { id: string } }>(
    "POST",
    "/store/payment-collections",
    { cart_id: cart.id },
  );
  await store.askAgain("POST", `/store/payment-collections/${payment_collection.id}/payment-sessions`, {
    provider_id: "pp_system_default",
  });
  const done = await store.askAgain<{ type: string; order?: PlacedOrder; error?: unknown }>(
    "POST",
    `/store/carts/${cart.id}/complete`,
  );
  if (!done.order)
    throw new ShopError(400, `the cart ${cart.id} was not completed: ${JSON.stringify(done.error)}`);
  return done.order;
}

function pick<T>(values: readonly T[], random: Random): T {
  return values[random.between(0, values.length - 1)] as T;
}
