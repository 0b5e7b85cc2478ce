import type { Ctx } from "../ctx.ts";
import { putLevels } from "../inventory/put-levels.ts";
import type { LevelBody } from "../inventory/schema.ts";
import { PRODUCTS, type Product, slug } from "./catalogue.ts";
import type { Random } from "./random.ts";

export type Shelves = { warehouse: string; returnsCenter: string };

/**
 * Fills the demo store's shelves: goods to sell in the warehouse, and at the other location what came back.
 */
export async function stockShelves(
  ctx: Ctx,
  storeId: string,
  { random, shelves }: { random: Random; shelves: Shelves },
): Promise<void> {
  const levels = PRODUCTS.flatMap((product) =>
    product.variants.flatMap((variant) => levelsOf(random, shelves, namesOf(product, variant))),
  );
  await putLevels(ctx, storeId, levels);
}

/** As the orders name a variant. */
function namesOf({ id, title, sku }: Product, variant: string): LevelBody["product"] {
  return {
    id: `${id}-${slug(variant)}`,
    title: `${title} · ${variant}`,
    sku: `${sku}-${slug(variant).toUpperCase()}`,
  };
}

function levelsOf(random: Random, shelves: Shelves, product: LevelBody["product"]): LevelBody[] {
  const isSoldOut = random.chance(8);
  const quantity = isSoldOut ? 0 : random.between(6, 140);
  const forSale: LevelBody = {
    product,
    location_id: shelves.warehouse,
    quantity,
    committed: isSoldOut ? 0 : random.between(0, 5),
    reserved: random.chance(20) && !isSoldOut ? 1 : 0,
    external_ids: { wms: `A${random.between(1, 9)}-${random.digits(3)}` },
  };
  const returned = random.chance(25) ? random.between(1, 4) : 0;
  return returned === 0
    ? [forSale]
    : [forSale, { product, location_id: shelves.returnsCenter, quantity: returned, kind: "RETURN" }];
}
