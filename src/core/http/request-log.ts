import { oneAtATime } from "../../lib/batcher.ts";
import type { Db } from "../../platform/db/connect.ts";
import { preparedNamed } from "../../platform/db/prepared.ts";
import type { RequestLog, RequestLogEntry } from "../ctx.ts";
import { contactsIn } from "../persons/identifiers.ts";

/** A process crash loses the requests of this time. */
const FLUSH_AFTER_MS = 1_000;
const MAX_ROWS = 2_000;
/**
 * Per second and store, of successful requests and of others: a request costs about as much to write as an event, so
 * all of a flood would halve the rate at which events are accepted.
 */
const MAX_PER_SECOND = 100;
/** Requests that wait to be written: some megabytes. */
const MAX_WAITING = 20_000;

/** Why a request is not written: too many in a second, or in memory, or the database didn't take them. */
type Reason = "rate" | "memory" | "database";

type Options = {
  onDropped(reason: Reason, count: number, error?: unknown): void;
  /** The time in milliseconds. */
  clock?: () => number;
};

/**
 * Returns a log that writes requests in batches, one at a time and on a connection that no request waits for. What
 * is too much of one store, exceeds the memory or can't be written is dropped and counted.
 */
export function createRequestLog(
  db: Db,
  { onDropped, clock = () => performance.now() }: Options,
): RequestLog {
  const waiting: RequestLogEntry[] = [];
  const writing = oneAtATime(async () => {
    while (waiting.length > 0) await write(waiting.splice(0, MAX_ROWS));
  }, FLUSH_AFTER_MS);

  function add(request: RequestLogEntry) {
    if (waiting.length >= MAX_WAITING) return onDropped("memory", 1);
    if (!admit(request)) return onDropped("rate", 1);
    waiting.push(request);
    writing.soon();
  }

  let second = 0;
  const admitted = new Map<string, number>();
  function admit({ storeId, status }: RequestLogEntry): boolean {
    const now = Math.floor(clock() / 1_000);
    if (now !== second) admitted.clear();
    second = now;
    const key = `${status < 400} ${storeId}`;
    const count = (admitted.get(key) ?? 0) + 1;
    admitted.set(key, count);
    return count <= MAX_PER_SECOND;
  }

  async function write(rows: RequestLogEntry[]) {
    try {
      const columns = COLUMNS.map((name) => [name, rows.map((row) => row[name] ?? null)]);
      await insert(db, Object.fromEntries(columns));
    } catch (error) {
      onDropped("database", rows.length, error);
    }
  }

  return { add, flush: writing.now };
}

const COLUMNS = [
  ...(["storeId", "id", "method", "route", "status", "client", "durationMs", "code", "clientId"] as const),
  "ignoredFields",
] as const;

const insert = preparedNamed(
  "log_requests",
  `insert into requests (store_id, id, method, route, status, client, duration_ms, code, sent_by_id,
     ignored_fields)
   select * from unnest($storeId::text[], $id::uuid[], $method::text[], $route::text[], $status::int[], $client::text[],
     $durationMs::real[], $code::text[], $clientId::text[], $ignoredFields::text[])`,
);

/** What a log has in place of a part that names a person: nothing can be erased there. */
const HIDDEN = ":hidden";
/** The part after it is the shop's id of a person. */
const PERSONS = "customers";
/** A longer part is no id. */
const MAX_PART = 1_024;

/** Returns a path without customers' ids, and without the parts that have an e-mail address or a phone number. */
export function loggedPath(path: string): string {
  const parts = path.split("/");
  return parts
    .map((part, i) => (part !== "" && (parts[i - 1] === PERSONS || namesPerson(part)) ? HIDDEN : part))
    .join("/");
}

function namesPerson(part: string): boolean {
  if (part.length > MAX_PART || !/[@%+]|\d{7}/.test(part)) return part.length > MAX_PART;
  return contactsIn(decoded(part)).length > 0;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
