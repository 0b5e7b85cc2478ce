import { LIMITS } from "../limits.ts";
import { createClient } from "../open.ts";

const CONNECT_TIMEOUT_MS = 10_000;

const RECORD = `
  with removed as (delete from backups where moment < $1)
  insert into backups (moment) select $1::timestamptz where not exists (select from backups where moment >= $1)
  on conflict do nothing`;

/**
 * Notes in a database that there is a backup with its data of a moment. Throws where it can't be written: at a standby,
 * and in a database that this version has yet to migrate.
 */
export async function recordBackup(url: string, moment: string): Promise<void> {
  const client = createClient(url, {
    ...{ limits: LIMITS, name: "aftersale backup", connectMs: CONNECT_TIMEOUT_MS },
  });
  try {
    await client.connect();
    await client.query(RECORD, [moment]);
  } finally {
    await client.end();
  }
}
