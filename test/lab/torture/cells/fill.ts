import type { Databases } from "../databases.ts";

/** A row of 10 kB of text that hardly compresses. */
const ROW = `insert into events
  (store_id, id, event_name, customer_id, event_timestamp, data, search_terms, received_at)
  select $1, gen_random_uuid(), 'Filler', 'filler-' || n % 100, now() - n * interval '1 second',
    json_build_object('text', (select string_agg(md5(n || '-' || part), '') from generate_series(1, 312) as part)),
    '{}', now()
  from generate_series($2::int + 1, $2::int + $3::int) as n`;
const ROWS_PER_MB = 100;
const SLICE_MB = 10;

/** Adds events of about so many megabytes to a store. */
export async function fill(cells: Databases, storeId: string, megabytes: number): Promise<void> {
  const cell = await cells.cellOf(storeId);
  for (let filled = 0; filled < megabytes; filled += SLICE_MB) {
    const rows = Math.min(SLICE_MB, megabytes - filled) * ROWS_PER_MB;
    await cells.query(cell, ROW, [storeId, filled * ROWS_PER_MB, rows]);
  }
}
