import { type SQL, sql } from "drizzle-orm";
import {
  type SearchTerm,
  searchEquals,
  searchExists,
  searchRange,
  searchTermOf,
} from "../../lib/search-terms.ts";
import type { Comparison, Scalar, Test } from "./condition.ts";

/** Nothing of a condition is written into SQL as it is. */
const SQL_OPERATORS: Record<Comparison, SQL> = {
  "=": sql`=`,
  "!=": sql`<>`,
  ">": sql`>`,
  ">=": sql`>=`,
  "<": sql`<`,
  "<=": sql`<=`,
};

/** A value with a search term: the column of the terms, the value as text, and the path of the field. */
export type TermPlace = { terms: SQL; text: SQL; path: string[] };

/**
 * A test of a value with a search term. `query` is a tsquery that holds for every row that passes; rows that
 * match it pass if `more` holds too. Without `query` no index finds the rows.
 */
export type TermTest = { query?: string; more?: SQL };

/**
 * Compiles a test of a value with a search term. Terms hold hashes of strings, so strings are compared
 * themselves too.
 */
export function compileTermTest(place: TermPlace, test: Test): TermTest {
  const { path, text, terms } = place;
  if (test.op === "exists") {
    const query = searchExists(path);
    return test.value ? { query } : { more: sql`not (${terms} @@ ${query}::tsquery)` };
  }
  if (test.op === "in") return oneOf(place, test.value);
  if (test.op === "startsWith") {
    return { query: searchExists(path, "string"), more: sql`starts_with(${text}, ${test.value})` };
  }
  const term = termOf(test.value);
  if (test.op === "=") return oneOf(place, [test.value]);
  if (term.kind === "string") {
    return { query: searchExists(path, "string"), more: compareStrings(text, test.op, term.value) };
  }
  const equal = searchEquals(path, term);
  if (test.op === "!=") return { query: `${searchExists(path, term.kind)} & !${equal}` };
  // Order of booleans is refused before.
  if (term.kind === "boolean") return { more: sql`false` };
  const range = searchRange(path, test.op.startsWith(">") ? "above" : "below", term);
  return { query: test.op.endsWith("=") ? joined([equal, range], " | ") : range };
}

/** Joins tsqueries with an operator; the empty ones match nothing and are left out. */
export function joined(queries: string[], operator: " | " | " & "): string {
  return queries
    .filter((query) => query !== "")
    .map((query) => `(${query})`)
    .join(operator);
}

/** Compares by code points. */
export function compareStrings(text: SQL, op: Comparison, value: string): SQL {
  return sql`${text} collate "C" ${operatorSql(op)} ${value}`;
}

/** Returns a comparison as SQL writes it. */
export function operatorSql(op: Comparison): SQL {
  return SQL_OPERATORS[op];
}

function oneOf({ path, text, terms }: TermPlace, values: Scalar[]): TermTest {
  const all = values.map(termOf);
  const query = joined(
    all.map((term) => searchEquals(path, term)),
    " | ",
  );
  const strings = all.flatMap((term) => (term.kind === "string" ? [term.value] : []));
  if (strings.length === 0) return { query };
  const isString = sql`${text} = any(${sql.param(strings)}::text[])`;
  const others = all.filter(({ kind }) => kind !== "string").map((term) => searchEquals(path, term));
  if (others.length === 0) return { query, more: isString };
  return { query, more: sql`(${isString} or ${terms} @@ ${joined(others, " | ")}::tsquery)` };
}

function termOf(value: Scalar): SearchTerm {
  return searchTermOf(value) as SearchTerm;
}
