import type { QueryResult } from "pg";
import type { Db } from "./connect.ts";

/**
 * A statement that each connection parses and plans once, for those that run thousands of times a second. It is sent by
 * the call: calls that are not awaited one by one travel together and run in the order in which they were made.
 */
export function prepared<Row extends object = Record<string, never>>(
  name: string,
  text: string,
): (db: Db, ...values: unknown[]) => Promise<Row[]> {
  return async (db, ...params) => {
    const query = db._.session.prepareQuery({ sql: text, params }, undefined, name, false);
    const { rows } = (await query.execute()) as QueryResult<Row>;
    return rows;
  };
}
