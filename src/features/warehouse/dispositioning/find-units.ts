import type { Ctx } from "../../../core/ctx.ts";
import { FIRST_UNIT } from "../../../platform/db/first-unit.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import type { UnitRange } from "../../returns/money/units.ts";

export type FoundUnit = { id: number; returnId: string; status: string };

type Row = { id: number; returnId: string; status: string; units: UnitRange[]; unitZero: number };

/** Returns the units of a store's returns that have these ids. */
export async function findUnits(ctx: Ctx, storeId: string, ids: number[]): Promise<Map<number, FoundUnit>> {
  const rows = await findItems(ctx.db, storeId, ids);
  const found = rows.filter(({ id, units, unitZero }) =>
    units.some(([from, to]) => from <= id - unitZero && id - unitZero < to),
  );
  return new Map(found.map(({ id, returnId, status }) => [id, { id, returnId, status }]));
}

/** The ids of an item's units begin at that of its first one, and no other item's begin among them. */
const findItems = preparedByKey<Row>(
  "find_units",
  `select wanted.id::float8 as id, item.return_id as "returnId", item.units, item.unit_zero::float8 as "unitZero",
     returns.status
   from unnest($2::bigint[]) as wanted (id)
   cross join lateral (
     select return_id, units, unit_zero from return_items
     where store_id = $1 and ${FIRST_UNIT} <= wanted.id
     order by ${FIRST_UNIT} desc limit 1
   ) as item
   join returns on returns.store_id = $1 and returns.id = item.return_id`,
);
