import { SCOPES, type Scope } from "../../../core/scopes.ts";
import type { Plain } from "../texts/texts.ts";

export type Preset = { name: string; title: Plain; text: Plain; scopes: readonly Scope[] };

/** What programs of a shop usually need. Each may read the store's settings, so that a secret can be tried out. */
export const PRESETS: readonly Preset[] = [
  {
    name: "shop",
    title: "Shop",
    text: "Creates orders and returns, reads customers and stock",
    scopes: [
      "store_read",
      "customers_read",
      "orders_read",
      "orders_write",
      "returns_read",
      "returns_write",
      "inventory_read",
    ],
  },
  {
    name: "warehouse",
    title: "Warehouse",
    text: "Processes returns, keeps stock",
    scopes: [
      "store_read",
      "orders_read",
      "returns_read",
      "returns_write",
      "inventory_read",
      "inventory_write",
    ],
  },
  {
    name: "events",
    title: "Events",
    text: "Sends customers' and storefront events",
    scopes: ["store_read", "customer_events_write", "storefront_events_write"],
  },
  {
    name: "read_only",
    title: "Read only",
    text: "Reads everything, changes nothing",
    scopes: SCOPES.filter((scope) => scope.endsWith("_read")),
  },
];

/** Returns the preset of a name, or the one with exactly these scopes. */
export function presetOf(wanted: string | readonly string[]): Preset | undefined {
  if (typeof wanted === "string") return PRESETS.find(({ name }) => name === wanted);
  return PRESETS.find(
    ({ scopes }) => scopes.length === wanted.length && scopes.every((each) => wanted.includes(each)),
  );
}
