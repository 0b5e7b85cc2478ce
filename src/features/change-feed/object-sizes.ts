import type { Ctx } from "../../core/ctx.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import { customerRow } from "../customers/aliases.ts";
import { bytesOfRowText } from "../returns/read/bytes-of-row.ts";
import type { ObjectKind } from "./load-objects.ts";

/** The JSON of an order or a profile takes up to this many times its stored (compressed) size. */
const COMPRESSION_FACTOR = 6;

/**
 * Returns the estimated bytes of objects in a response, given by kind and id: a map per kind, empty for kinds
 * whose objects are small. One statement.
 */
export async function objectSizes(
  ctx: Ctx,
  storeId: string,
  idsOf: (kind: ObjectKind) => string[],
): Promise<Map<ObjectKind, Map<string, number>>> {
  const rows = await sizes(ctx.db, storeId, ...MEASURED.map(idsOf));
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  return new Map(
    [...byKind].map(([kind, rows]) => [kind, new Map(rows.map(({ id, bytes }) => [id, bytes]))]),
  );
}

const MEASURED = ["return", "order", "customer"] as const satisfies ObjectKind[];

const BYTES: Record<(typeof MEASURED)[number], string> = {
  return: bytesOfRowText("object", "items"),
  order: `${COMPRESSION_FACTOR} * pg_column_size(object.body)`,
  customer: `${COMPRESSION_FACTOR} * coalesce(pg_column_size(object.custom_fields), 0)`,
};

const ROWS: Record<(typeof MEASURED)[number], string> = {
  return: "(select * from returns where store_id = $1 and id = wanted.id limit 1)",
  order: "(select * from orders where store_id = $1 and id = wanted.id limit 1)",
  customer: customerRow("customerId", "wanted.id"),
};

/** Looks each id up by the whole key, whatever the planner knows of the tables. */
const sizes = preparedByKey<{ kind: ObjectKind; id: string; bytes: number }>(
  "object_sizes",
  MEASURED.map(
    (kind, i) => `select '${kind}' as kind, wanted.id, (${BYTES[kind]})::float8 as bytes
      from unnest($${i + 2}::text[]) as wanted (id)
      cross join lateral ${ROWS[kind]} as object`,
  ).join(" union all "),
);
