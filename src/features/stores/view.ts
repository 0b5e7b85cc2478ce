import type { stores } from "../../platform/db/tables/stores.ts";
import type { Store } from "./schema.ts";
import { partsOf } from "./settings.ts";

/** Returns a store as the API shows it. */
export function storeView(row: typeof stores.$inferSelect): Store {
  const { storeId: id, name, currency, timeZone, firstStatus, createdAt, storeSettings } = row;
  return {
    ...{ id, name, currency, timeZone, firstStatus, createdAt: createdAt.toISOString() },
    ...{ history: row.settingsHistory, ...partsOf(storeSettings) },
  };
}
