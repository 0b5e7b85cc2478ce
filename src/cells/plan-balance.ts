import { sql } from "drizzle-orm";
import type { Directory } from "./directory.ts";

export type PlannedMove = { storeId: string; from: string; to: string };

type Counted = { name: string; stores: number };

/** A plan for more would be out of date before it is carried out. */
const MAX_MOVES = 100;

/**
 * Returns the moves after which the open cells have equally many stores, 100 at most: from the fullest to the emptiest,
 * the youngest stores first, which as a rule have the fewest rows.
 */
export async function planBalance({ db }: Directory): Promise<PlannedMove[]> {
  const { rows: counts } = await db.execute<Counted>(sql`
    select cell.name, count(store.store_id)::int as stores from cells as cell
    left join store_cells as entry on entry.cell = cell.name
    left join stores as store on store.store_id = entry.store_id and store.removed_at is null
    where cell.open group by cell.name order by cell.name`);
  const steps = stepsBetween(counts);
  const movable = new Map<string, string[]>();
  for (const { name } of counts) {
    const leaving = steps.filter(({ from }) => from === name).length;
    const { rows } = await db.execute<{ storeId: string }>(sql`
      select entry.store_id as "storeId" from store_cells as entry
      join stores as store on store.store_id = entry.store_id
      where entry.cell = ${name} and store.removed_at is null order by store.created_at desc, store.store_id limit ${leaving}`);
    movable.set(
      name,
      rows.map(({ storeId }) => storeId),
    );
  }
  return steps.flatMap(({ from, to }) => {
    const storeId = movable.get(from)?.shift();
    return storeId === undefined ? [] : [{ storeId, from, to }];
  });
}

function stepsBetween(counts: Counted[]): { from: string; to: string }[] {
  const cells = counts.map((cell) => ({ ...cell }));
  const steps: { from: string; to: string }[] = [];
  while (steps.length < MAX_MOVES) {
    const byStores = cells.toSorted((one, other) => other.stores - one.stores);
    const [fullest, emptiest] = [byStores[0], byStores.at(-1)];
    if (!fullest || !emptiest || fullest.stores - emptiest.stores < 2) return steps;
    fullest.stores--;
    emptiest.stores++;
    steps.push({ from: fullest.name, to: emptiest.name });
  }
  return steps;
}
