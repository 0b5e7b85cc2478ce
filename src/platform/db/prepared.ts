import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import type { Db } from "./connect.ts";

type Statement = { name: string; text: string; values: unknown[]; types: pg.CustomTypesConfig };
/** Outside of a transaction a pool, which may have another one for look-ups by key. */
type Client = { query(statement: Statement): Promise<{ rows: object[] }>; byKey?: Client };
/** The part of the query builder's session that its types hide. */
type Session = { client: Client; logger: { logQuery(text: string, values: unknown[]): void } };
type Run<Row> = (db: Db, ...values: unknown[]) => Promise<Row[]>;

/**
 * Returns a function that runs a prepared statement, which each connection parses and plans once. It is sent
 * at once: calls that are not awaited one by one are pipelined and run in order. Times are returned as
 * strings, as by the query builder.
 */
export function prepared<Row extends object = Record<string, never>>(name: string, text: string): Run<Row> {
  return runOf(name, text, ({ client }) => client);
}

/**
 * Returns such a function for a statement with many parameters: `$status` is the value `status`. For parts that
 * statements share, `$1` is `storeId`, and the others have numbers in the order in which they appear. `runBy` is
 * `prepared` or `preparedByKey`.
 */
export function preparedNamed<Row extends object = Record<string, never>>(
  name: string,
  text: string,
  runBy: (name: string, text: string) => Run<Row> = prepared,
): (db: Db, values: Record<string, unknown>) => Promise<Row[]> {
  const names = /\$1\b/.test(text) ? ["storeId"] : [];
  const numbered = text.replace(/\$([a-z]\w*)/gi, (_, parameter: string) => {
    if (!names.includes(parameter)) names.push(parameter);
    return `$${names.indexOf(parameter) + 1}`;
  });
  const run = runBy(name, numbered);
  return async (db, values) => {
    const missing = names.find((parameter) => !(parameter in values));
    if (missing) throw new Error(`The statement ${name} has no value of ${missing}.`);
    return run(db, ...names.map((parameter) => values[parameter]));
  };
}

/**
 * Returns such a function for a statement that is its own transaction and looks up by key only: its plan uses indexes
 * even while tables are small or have no statistics.
 */
export function preparedByKey<Row extends object = Record<string, never>>(
  name: string,
  text: string,
): Run<Row> {
  return runOf(name, text, ({ client }) => client.byKey ?? client);
}

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
      // An error like the query builder's, without the values, which belong to customers.
      throw new DrizzleQueryError(text, [], error as Error);
    }
  };
}

const { DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;
/** The numbers are the array types of numeric and of the time types. */
const AS_TEXT = new Set<number>([DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ, 1231, 1115, 1185, 1187, 1182]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    AS_TEXT.has(type) ? (value: string) => value : pg.types.getTypeParser(type, format),
};
