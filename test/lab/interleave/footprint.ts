import type pg from "pg";

/** What a statement reads and writes: tables, and the words of its parameters. */
export type Footprint = {
  reads: ReadonlySet<string>;
  inserts: ReadonlySet<string>;
  /** Tables of which it updates, deletes or locks rows; advisory locks count as one table. */
  changes: ReadonlySet<string>;
  words: ReadonlySet<string>;
};

/** A step of a schedule as the reduction sees it; `ends`: what becomes visible to others, and whose locks are released. */
export type Effect = Footprint & { ends: Footprint | undefined };

type Tables = Omit<Footprint, "words">;
type Reader = (text: string) => Tables;

const WRITES =
  /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?(?:"?(?:public|pgboss)"?\.)?"?([a-z_]+)"?/gi;
const LOCKS = /\bfor\s+(?:no\s+key\s+)?(?:update|share)\b|\bfor\s+key\s+share\b/i;
const NONE: ReadonlySet<string> = new Set();
export const NOTHING: Footprint = { reads: NONE, inserts: NONE, changes: NONE, words: NONE };

/** Returns how to read the tables of a statement from its text; those that a called function reads are read too. */
export async function createReader(client: pg.Client): Promise<Reader> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p')
     and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
  );
  const { rows: functions } = await client.query<{ name: string; body: string }>(
    `select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  const { rows: triggers } = await client.query<{ table: string; body: string }>(
    `select relname as "table", string_agg(prosrc, ' ') as body from pg_trigger
     join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid where not tgisinternal group by 1`,
  );
  const names = new Set(tables.map(({ name }) => name));
  const bodies = new Map(functions.map(({ name, body }) => [name, body]));
  const fired = new Map(triggers.map(({ table, body }) => [table, body]));
  const known = new Map<string, Tables>();
  return (text) => {
    const found = known.get(text) ?? tablesOf(text, names, bodies, fired);
    known.set(text, found);
    return found;
  };
}

function tablesOf(
  text: string,
  names: Set<string>,
  bodies: Map<string, string>,
  fired: Map<string, string>,
): Tables {
  const counts = new Map<string, number>();
  const written = Array.from(text.matchAll(WRITES), ([, , table = ""]) => fired.get(table) ?? "");
  const all = withCalled([text, ...new Set(written)].join("\n"), bodies);
  for (const [word] of all.matchAll(/[a-z_]\w*/g))
    if (names.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const [inserts, changes] = [new Set<string>(), new Set<string>()];
  for (const [, verb = "", table = ""] of text.matchAll(WRITES)) {
    if (!names.has(table)) continue;
    counts.set(table, (counts.get(table) ?? 1) - 1);
    if (/^insert/i.test(verb)) inserts.add(table);
    else changes.add(table);
  }
  // What it updates where a row exists.
  if (/\bdo\s+update\b/i.test(text)) for (const table of inserts) changes.add(table);
  const reads = new Set([...counts].flatMap(([table, count]) => (count > 0 ? [table] : [])));
  // Functions that it calls lock no rows.
  const own = new Set(text.match(/[a-z_]\w*/g));
  if (LOCKS.test(text)) for (const table of reads) if (own.has(table)) changes.add(table);
  if (/pg_(?:try_)?advisory/.test(text)) changes.add("advisory locks");
  return { reads, inserts, changes };
}

/** Returns a text with the bodies of the functions that it calls, and of those that these call. */
function withCalled(text: string, bodies: Map<string, string>): string {
  const called = new Set<string>();
  let all = text;
  for (let added = text; added !== ""; all += added) {
    const names = new Set(added.match(/[a-z_]\w+(?="?\()/gi) ?? []).difference(called);
    added = Array.from(names, (name) => bodies.get(name) ?? "").join("\n");
    for (const name of names) called.add(name);
    if (added.trim() === "") break;
  }
  return all;
}

/** Returns the words of parameters that can name rows: all but the store's id. */
export function wordsOf(values: readonly unknown[], storeId: string): Set<string> {
  const text = values
    .map((value) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")))
    .join(" ");
  return new Set(text.match(/[\w.@+-]{2,}/g)?.filter((word) => word !== storeId));
}

export function union(all: readonly Footprint[]): Footprint {
  const of = (part: keyof Footprint) => new Set(all.flatMap((one) => [...one[part]]));
  return { reads: of("reads"), inserts: of("inserts"), changes: of("changes"), words: of("words") };
}

/** Whether the order of two steps of different actors can matter. */
export function isDependent(one: Effect, other: Effect): boolean {
  return conflict(one, other) || precedes(one, other) || precedes(other, one);
}

/** Rows that both write: one waits for the other, or finds what it wrote. */
function conflict(one: Footprint, other: Footprint): boolean {
  if (meet(one.changes, other.changes)) return true;
  const isSame =
    meet(one.inserts, other.inserts) || meet(one.inserts, other.changes) || meet(one.changes, other.inserts);
  return isSame && meet(one.words, other.words);
}

/** Whether `other` reads or writes what `one` has made visible. */
function precedes({ ends }: Effect, other: Footprint): boolean {
  if (!ends) return false;
  return (
    meet(ends.inserts, other.reads) ||
    meet(ends.changes, other.reads) ||
    meet(ends.inserts, other.changes) ||
    conflict(ends, other)
  );
}

function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const name of one) if (other.has(name)) return true;
  return false;
}
