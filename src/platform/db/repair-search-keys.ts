import type pg from "pg";
import { searchKeysOf } from "../../lib/search-key.ts";

/** The fields of one kind of an order or a return; `keys` are those that migration 0002 made of them. */
type Fielded = { store_id: string; kind: string; at: string; id: string; fields: string[]; keys: string[] };
type Key = Omit<Fielded, "fields" | "keys"> & { key: string };

const SLICE = 100;

/**
 * Replaces the search keys that Postgres computes otherwise than this service: Postgres trims only spaces,
 * and what it takes for lower case depends on its locale. Reads `odd_fields`, which migration 0006 makes.
 */
export async function repairSearchKeys(client: Pick<pg.ClientBase, "query">): Promise<void> {
  await client.query("declare odd cursor for select * from odd_fields");
  for (;;) {
    const { rows } = await client.query<Fielded>(`fetch ${SLICE} from odd`);
    if (rows.length === 0) break;
    const wrong: Key[] = [];
    const right: Key[] = [];
    for (const { fields, keys, ...owner } of rows) {
      const expected = searchKeysOf(fields);
      for (const key of new Set(keys).difference(expected)) wrong.push({ ...owner, key });
      for (const key of expected) right.push({ ...owner, key });
    }
    await client.query(
      `delete from search_keys using json_populate_recordset(null::search_keys, $1) as wrong
       where (search_keys.store_id, search_keys.kind, search_keys.key, search_keys.at, search_keys.id)
         = (wrong.store_id, wrong.kind, wrong.key, wrong.at, wrong.id)`,
      [JSON.stringify(wrong)],
    );
    await client.query(
      "insert into search_keys select * from json_populate_recordset(null::search_keys, $1) on conflict do nothing",
      [JSON.stringify(right)],
    );
  }
  await client.query("close odd");
}
