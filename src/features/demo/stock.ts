import type { Ctx } from "../../core/ctx.ts";
import type { Writer } from "../inventory/change-clock.ts";
import { putLevels } from "../inventory/put-levels.ts";
import type { LevelBody } from "../inventory/schema.ts";
import { PRODUCTS, type Product, slug } from "./catalogue.ts";
import type { Random } from "./random.ts";

export type StockLocations = { warehouse: string; returnsCenter: string };

/** Creates the inventory levels: products for sale in the warehouse, returned units at the other location. */
export async function createStock(
  ctx: Ctx,
  { random, locations, writer }: { random: Random; locations: StockLocations; writer: Writer },
): Promise<void> {
  const levels = PRODUCTS.flatMap((product) =>
    product.variants.flatMap((variant) => levelsOf(random, locations, productOf(product, variant))),
  );
  await putLevels(ctx, writer, levels);
}

/** Returns the product data of a variant, as in the orders. */
function productOf({ id, title, sku }: Product, variant: string): LevelBody["product"] {
  return {
    id: `${id}-${slug(variant)}`,
    title: `${title} · ${variant}`,
    sku: `${sku}-${slug(variant).toUpperCase()}`,
  };
}

function levelsOf(random: Random, locations: StockLocations, product: LevelBody["product"]): LevelBody[] {
  const isSoldOut = random.chance(8);
  const quantity = isSoldOut ? 0 : random.between(6, 140);
  const forSale: LevelBody = {
    product,
    location_id: locations.warehouse,
    quantity,
    committed: isSoldOut ? 0 : random.between(0, 5),
    reserved: random.chance(20) && !isSoldOut ? 1 : 0,
    external_ids: { wms: `A${random.between(1, 9)}-${random.digits(3)}` },
  };
  const returned = random.chance(25) ? random.between(1, 4) : 0;
  return returned === 0
    ? [forSale]
    : [forSale, { product, location_id: locations.returnsCenter, quantity: returned, kind: "RETURN" }];
}
