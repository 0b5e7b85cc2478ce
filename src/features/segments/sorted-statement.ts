import { type SQL, sql } from "drizzle-orm";
import { instantText } from "../../platform/db/instant-text.ts";
import { CREATED_AT } from "../../platform/db/tables/customers.ts";
import { compileSegment } from "./compile.ts";
import type { AbsoluteCondition } from "./condition.ts";
import type { CustomerSort } from "./parse-query.ts";
import type { Question } from "./statements.ts";

/**
 * The statement of a segment's customers by creation: the id and the time of each of a page, and of one more. A page of all
 * customers is read from the index of their creation. Of other segments all ids are found first, and then all customers
 * are read: an index in this order would be read whole for a condition that few customers meet.
 */
export function sortedStatement(storeId: string, { condition, at, page }: Question, sort: CustomerSort): SQL {
  const isAscending = sort === "created_at";
  const direction = sql.raw(isAscending ? "asc" : "desc");
  const found = isEveryCustomer(condition) ? undefined : compileSegment(storeId, condition, at);
  return sql`${found ? sql`with found as materialized (${found})` : sql.empty()}
    select id, ${instantText(CREATED_AT)} as at from customers
    where store_id = ${storeId} ${found ? sql`and id in (select id from found)` : sql.empty()}
      ${after(page.cursor, isAscending)}
    order by ${CREATED_AT} ${direction}, id ${direction} limit ${page.size + 1}`;
}

function after(cursor: string[] | undefined, isAscending: boolean): SQL {
  if (!cursor) return sql.empty();
  const [at, id] = cursor;
  return sql`and (${CREATED_AT}, id) ${sql.raw(isAscending ? ">" : "<")} (${at}::timestamptz, ${id})`;
}

function isEveryCustomer(condition: AbsoluteCondition): boolean {
  if (!("customer" in condition) || condition.customer !== "id") return false;
  return condition.test.op === "exists" && condition.test.value;
}
