import { sql } from "drizzle-orm";
import type { Directory } from "./directory.ts";

export type PlannedMove = { storeId: string; from: string; to: string };

type Counted = { name: string; open: boolean; stores: number };

/** A plan for more would be out of date before it is carried out. */
const MAX_MOVES = 100;

/**
 * Returns the moves after which closed cells are empty and the open ones have equally many stores, 100 at most: those of
 * closed cells first, then from the fullest to the emptiest. The youngest stores come first, which as a rule have the
 * fewest rows. Throws when there are stores in closed cells and no cell is open.
 */
export async function planBalance({ db }: Directory): Promise<PlannedMove[]> {
  const { rows: counts } = await db.execute<Counted>(sql`
    select cell.name, cell.open, count(store.store_id)::int as stores from cells as cell
    left join store_cells as entry on entry.cell = cell.name
    left join stores as store on store.store_id = entry.store_id and store.removed_at is null
    group by cell.name order by cell.name`);
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
    const byStores = cells.filter(({ open }) => open).toSorted((one, other) => other.stores - one.stores);
    const [fullest, emptiest] = [byStores[0], byStores.at(-1)];
    const closed = cells.find(({ open, stores }) => !open && stores > 0);
    if (closed && !emptiest) throw new Error(`The stores of ${closed.name} have no open cell to move to.`);
    const from =
      closed ?? (fullest && emptiest && fullest.stores - emptiest.stores > 1 ? fullest : undefined);
    if (!from || !emptiest) return steps;
    from.stores--;
    emptiest.stores++;
    steps.push({ from: from.name, to: emptiest.name });
  }
  return steps;
}
