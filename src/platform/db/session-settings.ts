import pg from "pg";

/** Settings of a session by name, with values as Postgres reads them. */
export type Settings = Readonly<Record<string, string | number>>;

/**
 * What every session of the service needs, whatever is set for the role, the database or the server. In most time
 * zones old dates have offsets of seconds, and `Date` parses only the ISO style. Row locks and their retries are made
 * for `read committed`. Names without a schema are those of the migrations. `default_transaction_read_only` is left
 * as it is: who sets it wants no writes.
 */
export const SESSION_SETTINGS: Settings = {
  search_path: "public",
  TimeZone: "UTC",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  standard_conforming_strings: "on",
  bytea_output: "hex",
  extra_float_digits: 1,
  xmloption: "content",
  array_nulls: "on",
  transform_null_equals: "off",
  quote_all_identifiers: "off",
  gin_fuzzy_search_limit: 0,
  row_security: "on",
  default_transaction_isolation: "read committed",
  default_transaction_deferrable: "off",
  idle_session_timeout: 0,
};

/** Of Postgres 17 and newer: an earlier one refuses connections that set a setting which it doesn't know. */
export const NEWER_SESSION_SETTINGS: Settings = { transaction_timeout: 0 };

/** Returns settings in the syntax of Postgres's command line. */
export function asOptions(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replace(/[\\\s]/g, "\\$&")}`)
    .join(" ");
}

/** Returns the statement that sets settings for a session; of two with the same name the later one counts. */
export function asStatement(settings: readonly [name: string, value: string | number][]): string {
  const calls = settings.map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(String(value))}, false)`,
  );
  return `select ${calls.join(", ")}`;
}

/**
 * Parses the syntax of Postgres's command line, as the `options` of an address have it: `-c name=value` and
 * `--name=value`, with spaces escaped by a backslash. Throws for other options.
 */
export function parseOptions(options: string): [name: string, value: string][] {
  const words = Array.from(options.matchAll(/(?:\\.|\S)+/gs), ([word]) => word.replace(/\\(.)/gs, "$1"));
  const text = words
    .map((word, i) => (words[i - 1] === "-c" ? `-c${word}` : word))
    .filter((word) => word !== "-c");
  return text.map((word) => {
    const [, dashes, name = "", value = ""] = /^(-c|--)([^=]+)=(.*)$/s.exec(word) ?? [];
    if (!dashes)
      throw new Error(`The options in the database's address can't be set by a statement: ${word}`);
    return [dashes === "--" ? name.replaceAll("-", "_") : name, value];
  });
}
