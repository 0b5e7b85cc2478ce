import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { byKeyOf, type Db } from "./connect.ts";

type Statement = { name: string; text: string; values: unknown[]; types: pg.CustomTypesConfig };
type Client = { query(statement: Statement): Promise<{ rows: object[] }> };
/** What the query builder's session has beside what its types say. */
type Session = { client: Client; logger: { logQuery(text: string, values: unknown[]): void } };
type Run<Row> = (db: Db, ...values: unknown[]) => Promise<Row[]>;

/**
 * A statement that each connection parses and plans once, for those that run thousands of times a second. It is sent by
 * the call: calls that are not awaited one by one travel together and run in the order in which they were made. Times come
 * as texts, as they do from the query builder.
 */
export function prepared<Row extends object = Record<string, never>>(name: string, text: string): Run<Row> {
  return runOf(name, text, ({ client }) => client);
}

/**
 * The same for a statement that is a transaction of its own and looks up by key alone: it is planned to do so, even while its
 * tables are small or nothing is known of them.
 */
export function preparedByKey<Row extends object = Record<string, never>>(
  name: string,
  text: string,
): Run<Row> {
  return runOf(name, text, ({ client }) => byKeyOf(client) as Client);
}

/** From here on the transaction looks up by index: its plans are made once, when a store may be small, and kept while it grows. */
export const planByKey = prepared(
  "plan_by_key",
  "select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)",
);

function runOf<Row extends object>(
  name: string,
  text: string,
  clientOf: (session: Session) => Client,
): Run<Row> {
  return async (db, ...values) => {
    const session = db._.session as unknown as Session;
    session.logger.logQuery(text, values);
    try {
      const { rows } = await clientOf(session).query({ name, text, values, types });
      return rows as Row[];
    } catch (error) {
      // As the query builder fails; without the values, which are the customers'.
      throw new DrizzleQueryError(text, [], error as Error);
    }
  };
}

const { DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;
/** The last ones are lists of numerics, and of times. */
const AS_TEXT = new Set<number>([DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ, 1231, 1115, 1185, 1187, 1182]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    AS_TEXT.has(type) ? (value: string) => value : pg.types.getTypeParser(type, format),
};
