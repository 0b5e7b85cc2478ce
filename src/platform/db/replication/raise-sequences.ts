import pg from "pg";
import { pause } from "../../../lib/promises.ts";
import { quoteIdentifier } from "../quote-identifier.ts";

type Client = Pick<pg.ClientBase, "query">;
type State = { name: string; last: string };

/** How long the users of a sequence wait behind its change, and how often it is tried. */
const LOCK_MS = 100;
const ATTEMPTS = 300;
const LOCK_NOT_AVAILABLE = "55P03";
/** How many numbers are skipped, so that the sequences stay ahead while the others go on for some time. */
const AHEAD = 10_000;
/** At most this part of the numbers that are left. */
const PART = 100_000;

/** Returns the names of the sequences whose last number in `from` is higher than in `to`. */
export async function sequencesBehind(from: Client, to: Client): Promise<string[]> {
  const reached = new Map((await readSequences(to)).map(({ name, last }) => [name, BigInt(last)]));
  return (await readSequences(from))
    .filter(({ name, last }) => BigInt(last) > (reached.get(name) ?? 0n))
    .map(({ name }) => name);
}

/**
 * Raises the sequences of `to` that are behind those of `from` to some numbers beyond them; none goes backwards, though
 * both are in use. Throws when a sequence is never free.
 */
export async function raiseSequences(from: Client, to: Client): Promise<void> {
  for (const name of await sequencesBehind(from, to)) {
    const { rows } = await from.query<{ last: string }>(
      `select (last_value + seqincrement * least(${AHEAD}, (seqmax - last_value) / seqincrement / ${PART}))::text as last
       from ${quoteIdentifier(name)}, pg_sequence where seqrelid = $1::regclass`,
      [quoteIdentifier(name)],
    );
    for (let attempt = 1; !(await raise(to, name, rows[0]?.last ?? "0")); attempt++) {
      if (attempt === ATTEMPTS) throw new Error(`The sequence ${name} is always in use: try again later.`);
      await pause(LOCK_MS);
    }
  }
}

/** Changing a property to what it is takes a lock that no transaction shares that has drawn a number. */
async function raise(client: Client, name: string, last: string): Promise<boolean> {
  try {
    await client.query(
      `begin; set local lock_timeout = ${LOCK_MS}; alter sequence ${quoteIdentifier(name)} no cycle`,
    );
    await client.query(`select setval($1, greatest(last_value, $2::bigint)) from ${quoteIdentifier(name)}`, [
      quoteIdentifier(name),
      last,
    ]);
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback");
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

async function readSequences(client: Client): Promise<State[]> {
  const { rows } = await client.query<State>(
    `select sequencename as name, coalesce(last_value, 0)::text as last from pg_sequences
     where schemaname = 'public' order by sequencename`,
  );
  return rows;
}
