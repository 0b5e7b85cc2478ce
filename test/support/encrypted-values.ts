import { sql } from "drizzle-orm";
import { createEncryption } from "../../src/lib/encryption.ts";
import type { Db } from "../../src/platform/db/connect.ts";

/** An encrypted value in the database and its column. */
export type EncryptedValue = { column: string; sealed: string };

/** Returns the encrypted values of every text column of every table. */
export async function encryptedValues(db: Db): Promise<EncryptedValue[]> {
  const { rows: columns } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'text'`);
  const values: EncryptedValue[] = [];
  for (const { table, column } of columns) {
    const value = sql.identifier(column);
    const { rows } = await db.execute<{ sealed: string }>(
      sql`select ${value} as sealed from ${sql.identifier(table)} where ${value} like 'v1.%'`,
    );
    values.push(...rows.map(({ sealed }) => ({ column: `${table}.${column}`, sealed })));
  }
  return values;
}

/** Returns the values that can't be decrypted with this key alone. */
export async function unopened(values: EncryptedValue[], key: string): Promise<EncryptedValue[]> {
  const encryption = await createEncryption(key);
  const results = await Promise.allSettled(values.map(({ sealed }) => encryption.decrypt(sealed)));
  return values.filter((_, i) => results[i]?.status === "rejected");
}

/** Inserts deleted webhooks, to which nothing is sent, with encrypted tokens and signing secrets. */
export async function fillWebhooks(
  db: Db,
  storeId: string,
  { count, key }: { count: number; key: string },
): Promise<{ token: string }> {
  const encryption = await createEncryption(key);
  const [token, secret] = await Promise.all([encryption.encrypt("token"), encryption.encrypt("secret")]);
  await db.execute(sql`
    insert into webhooks (store_id, id, topic, url, token, signing_secret, created_at, updated_at, deleted_at)
    select ${storeId}, 'whk_' || lpad(n::text, 8, '0'), 'return', 'https://hooks.example.com/', ${token}, ${secret},
      now() - interval '1 day', now(), now()
    from generate_series(1, ${count}::int) as n`);
  return { token };
}
