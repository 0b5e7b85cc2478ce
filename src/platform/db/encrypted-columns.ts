/**
 * The columns that hold encrypted values, by table. Each of these tables has `store_id`, `id` and
 * `created_at`.
 */
export const ENCRYPTED_COLUMNS = {
  webhooks: ["token", "signing_secret", "previous_signing_secret"],
  integrations: ["token", "payout_secret"],
  connectors: ["credentials"],
  shopper_links: ["token"],
} as const;

export type EncryptedTable = keyof typeof ENCRYPTED_COLUMNS;

export const ENCRYPTED_TABLES = Object.keys(ENCRYPTED_COLUMNS) as EncryptedTable[];
