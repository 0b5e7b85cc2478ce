import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Db } from "../db/connect.ts";
import { isLockTimeout } from "../db/errors.ts";
import { requireKey } from "../db/key-check.ts";
import { LONG_LIMITS } from "../db/limits.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { createPool } from "../db/open.ts";
import { announceCells, type Directory, isSameDatabase, listCells } from "./directory.ts";

export type AddedCell = { name: string; stores: number; secrets: number };

type Row = Record<string, unknown>;

const SLICE_ROWS = 1_000;
const CONNECT_TIMEOUT_MS = 4_500;
const LOCK_ID = 7_236_024;

/**
 * Adds a database to the directory as a cell, open for new stores, and returns how many stores and secrets the
 * directory has learnt from it. The database is migrated; it may be empty, hold stores already, and be the directory's
 * own. What people its stores have, the directory knows from then on. Adding a cell again with its address registers
 * what is missing, with another address changes that in every process. Throws for an invalid name, a database that can't be reached or
 * is encrypted under another key, for stores that another cell has, and while other additions take too long.
 */
export async function addCell(
  directory: Directory,
  { name, url }: { name: string; url: string },
): Promise<AddedCell> {
  if (!/^[a-z0-9][a-z0-9_-]{0,31}$/.test(name)) {
    throw new Error("A cell's name is 1 to 32 small letters, digits, _ and -.");
  }
  await migrateDatabase(url);
  const pool = createPool(url, {
    ...{ limits: LONG_LIMITS, name: "aftersale cells", max: 1, connectMs: CONNECT_TIMEOUT_MS },
  });
  try {
    const cell = drizzle(pool, { casing: "snake_case" });
    await requireKey(cell, directory.encryption);
    const isDirectory = await isSameDatabase(cell, directory.db);
    const found = await readCell(cell, name, isDirectory);
    // A command that dies in between leaves nothing, and two register one after the other.
    return await directory.db.transaction((tx) =>
      register({ ...directory, db: tx }, { name, url, isDirectory, found }),
    );
  } catch (error) {
    if (isLockTimeout(error)) throw new Error("Another cell is being added; try again.", { cause: error });
    throw error;
  } finally {
    await pool.end();
  }
}

/** The rows of a cell that the directory is to know. */
type Found = Record<"stores" | "people" | "passkeys" | "memberships" | "secrets", Row[]>;

/** Reads everything before the directory's transaction, which may not wait for the cell. */
async function readCell(cell: Db, name: string, isDirectory: boolean): Promise<Found> {
  // Not the rows that the directory keeps of other cells' stores, nor those of stores that have left.
  const here = isDirectory
    ? sql`not exists (select from store_cells as entry where entry.store_id = t.store_id and entry.cell <> ${name})`
    : sql`not exists (select from store_states as state where state.store_id = t.store_id and state.state = 'moved')`;
  const members = sql`from memberships as t join people as person on person.id = t.person_id where ${here}`;
  return {
    stores: await read(cell, sql`select * from stores as t where ${here}`),
    people: await read(cell, sql`select distinct on (person.id) person.* ${members} order by person.id`),
    passkeys: await read(
      cell,
      sql`select * from passkeys where person_id in (select t.person_id ${members})`,
    ),
    memberships: await read(cell, sql`select t.*, person.email_key as "emailKey" ${members}`),
    secrets: await read(cell, sql`select store_id, lookup from api_clients as t where ${here}`),
  };
}

type Added = { name: string; url: string; isDirectory: boolean; found: Found };

async function register(
  { db, encryption }: Directory,
  { name, url, isDirectory, found }: Added,
): Promise<AddedCell> {
  await db.execute(sql`select pg_advisory_xact_lock(${LOCK_ID})`);
  if (!isDirectory) await requireNoOther(db, name, found.stores);
  await requireOwnStores({ db, encryption }, { name, url, stores: found.stores });
  const address = await encryption.encrypt(url);
  await db.execute(sql`insert into cells (name, url, open, created_at)
    values (${name}, ${address}, true, clock_timestamp()) on conflict (name) do update set url = excluded.url`);
  if (!isDirectory) {
    await write(found.stores, (rows) =>
      db.execute(sql`insert into stores select * from json_populate_recordset(null::stores, ${rows}::json) as given
        where not exists (select from stores as known where known.store_id = given.store_id)`),
    );
    await writePeople(db, found);
  }
  const stores = await write(found.stores, (rows) =>
    db.execute(sql`insert into store_cells (store_id, cell, epoch)
      select store_id, ${name}, 1 from json_to_recordset(${rows}::json) as given (store_id text)
      on conflict do nothing`),
  );
  const secrets = await write(found.secrets, (rows) =>
    db.execute(sql`insert into secret_stores (store_id, secret_lookup)
      select store_id, lookup from json_to_recordset(${rows}::json) as given (store_id text, lookup text)
      on conflict do nothing`),
  );
  await announceCells(db);
  return { name, stores, secrets };
}

/** A new address leads to the cell's stores, though one that was created in the last moment may be missing there. */
async function requireOwnStores(
  directory: Directory,
  { name, url, stores }: { name: string; url: string; stores: Row[] },
): Promise<void> {
  const known = (await listCells(directory)).find((cell) => cell.name === name);
  if (!known || known.url === url) return;
  const here = new Set(stores.map(({ store_id }) => store_id));
  const { rows } = await directory.db.execute<{ storeId: string }>(sql`
    select entry.store_id as "storeId" from store_cells as entry
    join stores as store on store.store_id = entry.store_id and store.removed_at is null
    where entry.cell = ${name}`);
  if (rows.length === 0 || rows.some(({ storeId }) => here.has(storeId))) return;
  throw new Error(
    `The database at the new address has none of the ${rows.length} stores of the cell ${name}.`,
  );
}

/**
 * People keep their accounts, also where the directory knows one of the same address. Only when both are proved to be
 * the address's they are one person, who keeps the account in the directory.
 */
async function writePeople(db: Db, { people, passkeys, memberships }: Found): Promise<void> {
  await write(people, (rows) =>
    db.execute(sql`insert into people select * from json_populate_recordset(null::people, ${rows}::json)
      on conflict do nothing`),
  );
  await write(passkeys, (rows) =>
    db.execute(sql`insert into passkeys select * from json_populate_recordset(null::passkeys, ${rows}::json) as given
      where exists (select from people as person where person.id = given.person_id) on conflict do nothing`),
  );
  await write(memberships, (rows) =>
    db.execute(sql`insert into memberships (store_id, person_id, role, created_at)
      select given.store_id, person.id, given.role, given.created_at from json_to_recordset(${rows}::json)
        as given (store_id text, person_id text, role text, created_at timestamptz, "emailKey" text)
      join people as person on person.id = given.person_id or person.email_key = given."emailKey"
        and person.email_proved_at is not null
        and not exists (select from people as own where own.id = given.person_id)
      on conflict do nothing`),
  );
}

async function requireNoOther(db: Db, name: string, stores: Row[]): Promise<void> {
  await write(stores, async (rows) => {
    const { rows: taken } = await db.execute<{ storeId: string }>(sql`
      select given.store_id as "storeId" from json_to_recordset(${rows}::json) as given (store_id text)
      join stores as store on store.store_id = given.store_id
      left join store_cells as entry on entry.store_id = given.store_id
      where entry.cell <> ${name} or (entry.cell is null and store.removed_at is null) limit 1`);
    if (taken[0]) throw new Error(`Another cell has a store ${taken[0].storeId} already.`);
    return { rowCount: 0 };
  });
}

async function read(from: Db, query: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await from.execute<{ row: Row }>(
    sql`select row_to_json(found) as row from (${query}) as found`,
  );
  return rows.map(({ row }) => row);
}

/** Passes rows on in slices as JSON, and returns how many were written. */
async function write(
  rows: Row[],
  writeSlice: (rows: string) => Promise<{ rowCount: number | null }>,
): Promise<number> {
  let written = 0;
  for (let at = 0; at < rows.length; at += SLICE_ROWS) {
    written += (await writeSlice(JSON.stringify(rows.slice(at, at + SLICE_ROWS)))).rowCount ?? 0;
  }
  return written;
}
