import { type SQL, sql } from "drizzle-orm";
import { compileCustomer } from "./compile-customer.ts";
import {
  compileEvent,
  compileTimes,
  type IdSet,
  isIndexedName,
  isWithin,
  selectEvents,
} from "./compile-event.ts";
import type { AbsoluteCondition } from "./condition.ts";

/** A condition on profiles alone is a predicate of a row `c` of `customers`; any other is a set of ids. */
type Compiled = { predicate: SQL } | IdSet;

/**
 * Compiles a condition to one query of the ids of the customers that meet it, each once. All values are
 * parameters. Each set of ids is read on its own, from an index, and the sets are then joined, so that the
 * work is linear in what the conditions match. `at` is the moment that `last` counts back from; without it
 * that is the beginning of the transaction.
 */
export function compileSegment(storeId: string, condition: AbsoluteCondition, at: Date | undefined): SQL {
  const moment = momentOf(at);
  return idsOf(storeId, compile(condition));

  function compile(node: AbsoluteCondition): Compiled {
    if ("all" in node) return intersection(storeId, node.all.map(compile));
    if ("any" in node) return union(storeId, node.any.map(compile));
    if ("not" in node) return complement(compile(node.not));
    if ("customer" in node) return { predicate: compileCustomer(storeId, node) };
    return compileEvent(storeId, node, moment);
  }
}

export type Events = {
  /** A query of the ids of the customers of the events of one name, one row per event. */
  events: SQL;
  /** A query of their times. */
  times: SQL;
  /** The `having` of a group per customer, if there is one. */
  having?: SQL;
  /** Whether an index has all that is read. */
  isIndexed: boolean;
  name: string;
  /** The predicate of an event `e` within the time range. */
  within: SQL;
};

/**
 * Returns how the customers of a condition are found among the events of one name; undefined for a condition that
 * is no such one, or that customers without events meet.
 */
export function compileEvents(
  storeId: string,
  condition: AbsoluteCondition,
  at: Date | undefined,
): Events | undefined {
  if (!("event" in condition)) return undefined;
  const { having, isComplement } = compileTimes(condition.times);
  if (isComplement) return undefined;
  const isIndexed = condition.data.length === 0 && !condition.value && isIndexedName(condition.event);
  const moment = momentOf(at);
  const events = selectEvents(storeId, condition, moment);
  const times = selectEvents(storeId, condition, moment, sql`e.event_timestamp as at`);
  const within = condition.within ? isWithin(condition.within, moment) : sql`true`;
  return { events, times, having, isIndexed, name: condition.event, within };
}

function momentOf(at: Date | undefined): SQL {
  return at ? sql`${at.toISOString()}::timestamptz` : sql`now()`;
}

function idsOf(storeId: string, compiled: Compiled): SQL {
  if ("predicate" in compiled) return customersWhere(storeId, compiled.predicate);
  return compiled.isComplement ? customersWhere(storeId, isNotIn(sql`c.id`, compiled.ids)) : compiled.ids;
}

function customersWhere(storeId: string, predicate: SQL): SQL {
  return sql`select c.id from customers c where c.store_id = ${storeId} and ${predicate}`;
}

function intersection(storeId: string, parts: Compiled[]): Compiled {
  const predicates = parts.flatMap((part) => ("predicate" in part ? [part.predicate] : []));
  const sets = parts.flatMap((part) => ("ids" in part ? [part] : []));
  if (sets.length === 0) return { predicate: sql`(${sql.join(predicates, sql` and `)})` };
  const without = sets.filter(({ isComplement }) => isComplement).map(({ ids }) => ids);
  const within = [
    ...(predicates.length > 0 ? [customersWhere(storeId, sql.join(predicates, sql` and `))] : []),
    ...sets.filter(({ isComplement }) => !isComplement).map(({ ids }) => ids),
  ];
  const [first, ...others] = within;
  if (!first) return { ids: unionOf(without), isComplement: true };
  const where = [
    ...others.map((ids) => sql`base.id in (${ids})`),
    ...without.map((ids) => isNotIn(sql`base.id`, ids)),
  ];
  if (where.length === 0) return { ids: first, isComplement: false };
  const ids = sql`select base.id from (${first}) as base where ${sql.join(where, sql` and `)}`;
  return { ids, isComplement: false };
}

function union(storeId: string, parts: Compiled[]): Compiled {
  const predicates = parts.flatMap((part) => ("predicate" in part ? [part.predicate] : []));
  const sets = parts.flatMap((part) => ("ids" in part ? [part] : []));
  if (sets.length === 0) return { predicate: sql`(${sql.join(predicates, sql` or `)})` };
  // Not all of the opposites: a complement is then never listed.
  if (sets.some(({ isComplement }) => isComplement)) {
    return complement(intersection(storeId, parts.map(complement)));
  }
  const ids = [
    ...(predicates.length > 0 ? [customersWhere(storeId, sql`(${sql.join(predicates, sql` or `)})`)] : []),
    ...sets.map((set) => set.ids),
  ];
  return { ids: unionOf(ids), isComplement: false };
}

function complement(part: Compiled): Compiled {
  if ("predicate" in part) return { predicate: sql`(${part.predicate}) is not true` };
  return { ...part, isComplement: !part.isComplement };
}

function unionOf(queries: SQL[]): SQL {
  return queries.length === 1 && queries[0]
    ? queries[0]
    : sql.join(
        queries.map((query) => sql`(${query})`),
        sql` union `,
      );
}

function isNotIn(id: SQL, ids: SQL): SQL {
  return sql`not exists (select from (${ids}) as other where other.id = ${id})`;
}
