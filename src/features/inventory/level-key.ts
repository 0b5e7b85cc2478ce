import type { Kind, LevelBody } from "./schema.ts";

/** Returns the kind of a level's product: without one, it is a product. */
export function kindOf({ kind }: LevelBody): Kind {
  return kind ?? "PRODUCT";
}

/** Returns the unique key of a level: its product, kind and location. */
export function levelKey(level: LevelBody): string {
  return JSON.stringify([itemKey(level), level.location_id]);
}

/** Returns the unique key of a level's item: its product and kind. */
export function itemKey(level: LevelBody): string {
  return JSON.stringify([level.product.id, kindOf(level)]);
}
