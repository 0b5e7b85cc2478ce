import { drizzle } from "drizzle-orm/node-postgres";
import type { Directory } from "../../platform/cells/directory.ts";
import { canDecrypt, encryptedValue } from "../../platform/db/key-check.ts";
import type { Cells, MovingCell } from "./sessions.ts";

const MAX_CLOCK_DIFFERENCE_MS = 1_000;

type Conditions = {
  level: string;
  mayReplicate: boolean;
  maySubscribe: boolean;
  slots: number;
  migrations: string;
  queue: string | null;
  ms: string;
};

/** Throws a sentence about the first thing that keeps a store from moving between two cells. */
export async function requireMovable(
  directory: Directory,
  { from, to }: Cells,
  storeId: string,
): Promise<void> {
  await requireStore(from, storeId);
  const [old, next] = [await conditionsOf(from), await conditionsOf(to)];
  if (old.level !== "logical") {
    throw new Error(
      `The Postgres of the cell ${from.name} has wal_level = ${old.level}: set wal_level = logical and restart it.`,
    );
  }
  if (!old.mayReplicate) {
    throw new Error(
      `The role of the cell ${from.name} needs the attribute REPLICATION: alter role … replication.`,
    );
  }
  if (!next.maySubscribe) {
    throw new Error(
      `The role of the cell ${to.name} may not create subscriptions: it has to be a superuser, or from Postgres 16 on a member of pg_create_subscription.`,
    );
  }
  if (old.slots < 1) {
    throw new Error(`The cell ${from.name} has no free replication slot: raise max_replication_slots.`);
  }
  if (old.migrations !== next.migrations || old.queue !== next.queue) {
    throw new Error(
      `The cells ${from.name} and ${to.name} have tables of different versions: start this version on both.`,
    );
  }
  if (Math.abs(Number(old.ms) - Number(next.ms)) > MAX_CLOCK_DIFFERENCE_MS) {
    throw new Error(`The clocks of the cells ${from.name} and ${to.name} differ by more than a second.`);
  }
  for (const { session, name } of [from, to]) {
    const encrypted = await encryptedValue(drizzle(session, { casing: "snake_case" }));
    if (encrypted === undefined || (await canDecrypt(directory.encryption, encrypted))) continue;
    throw new Error(`The cell ${name} is encrypted under another key.`);
  }
}

async function requireStore({ session, name }: MovingCell, storeId: string): Promise<void> {
  const { rows } = await session.query<{ isDeleted: boolean }>(
    `select removed_at is not null as "isDeleted" from stores where store_id = $1`,
    [storeId],
  );
  if (!rows[0]) throw new Error(`The cell ${name} has no store ${storeId}.`);
  if (rows[0].isDeleted) throw new Error(`The store ${storeId} is deleted.`);
}

async function conditionsOf({ session, name }: MovingCell): Promise<Conditions> {
  const { rows } = await session.query<Conditions>(
    `select current_setting('wal_level') as level,
       (select rolreplication or rolsuper from pg_roles where rolname = current_user) as "mayReplicate",
       (select rolsuper or exists (
          select from pg_roles as granted where granted.rolname = 'pg_create_subscription'
            and pg_has_role(current_user, granted.oid, 'usage'))
        from pg_roles where rolname = current_user) as "maySubscribe",
       current_setting('max_replication_slots')::int - (select count(*) from pg_replication_slots)::int as slots,
       (select string_agg(hash, ' ' order by created_at) from drizzle.__drizzle_migrations) as migrations,
       to_regclass('pgboss.version')::text as queue,
       (extract(epoch from clock_timestamp()) * 1000)::text as ms`,
  );
  const [conditions] = rows;
  if (!conditions) throw new Error(`The cell ${name} doesn't answer.`);
  if (conditions.queue === null)
    throw new Error(`The cell ${name} has no queue: start the service on it once.`);
  const { rows: versions } = await session.query<{ version: number }>("select version from pgboss.version");
  return { ...conditions, queue: String(versions[0]?.version) };
}
