/** Every column that holds encrypted values, table by table; each table has `store_id`, `id` and `created_at`. */
export const SEALED_COLUMNS = {
  webhooks: ["token", "signing_secret", "previous_signing_secret"],
  integrations: ["token"],
} as const;

export type SealedTable = keyof typeof SEALED_COLUMNS;

export const SEALED_TABLES = Object.keys(SEALED_COLUMNS) as SealedTable[];
