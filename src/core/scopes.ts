/** What a secret or a role may allow; each operation requires one. */
export const SCOPES = [
  "store_read",
  "store_write",
  "customers_read",
  "customers_erase",
  "customer_events_write",
  "orders_read",
  "orders_write",
  "returns_read",
  "returns_write",
  "refunds_write",
  "storefront_events_write",
  "withdrawals_write",
  "inventory_read",
  "inventory_write",
  "webhooks_read",
  "webhooks_write",
] as const;

export type Scope = (typeof SCOPES)[number];
