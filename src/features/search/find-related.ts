import type { Db } from "../../platform/db/connect.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import type { Match, Types } from "./find-matches.ts";
import { MAX_RESULTS } from "./schema.ts";

/** An order or return that belongs to the match at `position`. */
export type Related = { type: "order" | "return"; id: string; position: number };

/**
 * Returns the returns of orders, and the orders and returns of customers, in the order of the matches and
 * newest first: at most 20 per match and type.
 */
export async function findRelated(
  db: Db,
  storeId: string,
  matches: Match[],
  sees: Types,
): Promise<Related[]> {
  const anchors = matches.flatMap(({ type, id, isAnchor }, position) =>
    isAnchor ? [{ type, id, position }] : [],
  );
  if (anchors.length === 0 || !(sees.order || sees.return)) return [];
  const of = (type: Match["type"]) => {
    const all = anchors.filter((anchor) => anchor.type === type);
    return [all.map(({ id }) => id), all.map(({ position }) => position)];
  };
  return find(db, storeId, ...of("order"), ...of("customer"), sees.order, sees.return);
}

const ORDERS = "unnest($2::text[], $3::int[])";
const CUSTOMERS = "unnest($4::text[], $5::int[])";

const find = preparedByKey<Related>(
  "search_related",
  `select position, type, id from (
     ${newest("return", "order_id", ORDERS, "$7::boolean")}
     union all ${newest("order", "customer_id", CUSTOMERS, "$6::boolean")}
     union all ${newest("return", "customer_id", CUSTOMERS, "$7::boolean")}
   ) as found order by position, at desc, id desc`,
);

function newest(type: Related["type"], column: string, anchors: string, where: string): string {
  return `select position, '${type}' as type, related.id, related.created_at as at
    from ${anchors} as anchor (id, position) cross join lateral (
      select id, created_at from ${type}s where ${where} and store_id = $1 and ${column} = anchor.id
      order by created_at desc, id desc limit ${MAX_RESULTS}
    ) as related`;
}
