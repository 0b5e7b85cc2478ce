import { type SQL, sql } from "drizzle-orm";
import { MAX_INDEXED_NAME } from "../../platform/db/tables/events.ts";
import { compileTermTest, joined, operatorSql } from "./compile-test.ts";
import type { Comparison, EventCondition, Test, Within } from "./condition.ts";

const OPPOSITES = { "=": "!=", "!=": "=", ">": "<=", "<=": ">", "<": ">=", ">=": "<" } as const;

/** A query of the ids of customers, each once; the condition is met by them, or by all others. */
export type IdSet = { ids: SQL; isComplement: boolean };

/**
 * Compiles a condition on events. `at` is the moment that `last` counts back from. Customers with few events
 * or none are found as those without many.
 */
export function compileEvent(storeId: string, condition: EventCondition, at: SQL): IdSet {
  const { having, isComplement } = compileTimes(condition.times);
  const ids = sql`${selectEvents(storeId, condition, at)} group by e.customer_id ${having ?? sql.empty()}`;
  return { ids, isComplement };
}

/**
 * Compiles how many events a customer must have to the `having` of a group per customer. If customers without
 * events meet it, it is that of the customers who don't.
 */
export function compileTimes(times: EventCondition["times"]): { having?: SQL; isComplement: boolean } {
  if (!times) return { isComplement: false };
  const isComplement = holds(0, times);
  const { op, value } = isComplement ? { op: OPPOSITES[times.op], value: times.value } : times;
  const having = sql`having count(*) ${operatorSql(op)} ${value}::bigint`;
  return { having, isComplement };
}

/** Returns a query of the events `e` of a condition: of each the customer's id, or other `columns`. */
export function selectEvents(
  storeId: string,
  condition: EventCondition,
  at: SQL,
  columns = sql`e.customer_id as id`,
): SQL {
  const { event, data, value, within } = condition;
  const tests = data.map(({ key, test }) =>
    compileTermTest(
      {
        terms: sql`e.search_terms`,
        text: sql`(e.data->>${key}::text)`,
        path: [storeId, "event", event, key],
      },
      test,
    ),
  );
  const query = joined(
    tests.map((test) => test.query ?? ""),
    " & ",
  );
  const where = [
    sql`e.store_id = ${storeId} and e.event_name = ${event}`,
    ...(isIndexedName(event) ? [sql.raw(`length(e.event_name) <= ${MAX_INDEXED_NAME}`)] : []),
    ...(query === "" ? [] : [sql`e.search_terms @@ ${query}::tsquery`]),
    ...tests.flatMap(({ more }) => (more ? [more] : [])),
    ...(value ? [valueTest(value)] : []),
    ...(within ? [isWithin(within, at)] : []),
  ];
  return sql`select ${columns} from events e where ${sql.join(where, sql` and `)}`;
}

function valueTest(test: Test): SQL {
  if (test.op === "exists") return test.value ? sql`e.value is not null` : sql`e.value is null`;
  if (test.op === "in") return sql`e.value = any(${sql.param(test.value.map(String))}::double precision[])`;
  // Refused before.
  if (test.op === "startsWith") return sql`false`;
  return sql`e.value ${operatorSql(test.op)} ${String(test.value)}::double precision`;
}

/** Whether the index of names has the events of a name. */
export function isIndexedName(event: string): boolean {
  return [...event].length <= MAX_INDEXED_NAME;
}

/** Returns the predicate of the events `e` within a time range. */
export function isWithin(within: Within, at: SQL): SQL {
  if ("lastSeconds" in within) {
    const start = sql`${at} - make_interval(secs => ${within.lastSeconds}::double precision)`;
    return sql`e.event_timestamp > ${start} and e.event_timestamp <= ${at}`;
  }
  const { since, until } = within;
  const bounds = [
    ...(since ? [sql`e.event_timestamp >= ${since.toISOString()}::timestamptz`] : []),
    ...(until ? [sql`e.event_timestamp < ${until.toISOString()}::timestamptz`] : []),
  ];
  return bounds.length > 0 ? sql.join(bounds, sql` and `) : sql`true`;
}

function holds(count: number, { op, value }: { op: Comparison; value: number }): boolean {
  if (op === "=") return count === value;
  if (op === "!=") return count !== value;
  if (op === ">") return count > value;
  if (op === ">=") return count >= value;
  return op === "<" ? count < value : count <= value;
}
