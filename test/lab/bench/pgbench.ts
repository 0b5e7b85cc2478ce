import { join } from "node:path";
import { endWithUs, temporaryFolder } from "../../support/ends-with-us.ts";

const DEBIAN = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`);

/** Returns the path of pgbench; throws an error with instructions to install it. */
export function findPgbench(): string {
  const found = [Bun.which("pgbench"), ...DEBIAN.map((path) => Bun.which(path))].find(Boolean);
  if (found) return found;
  throw new Error("pgbench is missing: apt-get install -y postgresql-contrib (or postgresql)");
}

/** On a machine with much other work a whole second can pass without a transaction. */
const MAX_SECONDS = 20;

/**
 * Returns the transactions per second of a script that pgbench runs with 32 clients. It runs longer if it ends no
 * transaction in time.
 */
export async function transactionsPerSecond(
  program: string,
  url: string,
  { script, seconds }: { script: string; seconds: number },
): Promise<number> {
  const folder = await temporaryFolder("aftersale-pgbench-");
  const path = join(folder.path, "script.sql");
  await Bun.write(path, script);
  const fixed = ["-n", "-M", "prepared", "-c", "32", "-j", "2", "-f", path];
  try {
    for (let tried = Math.ceil(seconds); ; tried *= 4) {
      const { tps, out } = await run([program, ...fixed, "-T", String(tried), url]);
      if (tps > 0) return tps;
      if (tried * 4 > MAX_SECONDS) throw new Error(`pgbench ended no transaction: ${out}`);
    }
  } finally {
    await folder.remove();
  }
}

async function run(command: string[]): Promise<{ tps: number; out: string }> {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  endWithUs(child);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`pgbench failed: ${err || out}`);
  return { tps: Number(/tps = ([\d.]+)/.exec(out)?.[1] ?? 0), out };
}

/**
 * Returns the rows per second that pgbench inserts with 32 clients, `rows` per statement, into a copy of
 * `events`.
 */
export async function insertsPerSecond(
  program: string,
  url: string,
  { rows, seconds }: { rows: number; seconds: number },
): Promise<number> {
  return rows * (await transactionsPerSecond(program, url, { script: insertOf(rows), seconds }));
}

/** Creates the table that pgbench inserts into, with the columns and indexes of `events`. */
export const YARDSTICK = "create table bench_events (like events including all)";

/**
 * Returns a pgbench script that inserts rows like those that the service stores for the events of bodies.ts.
 */
function insertOf(rows: number): string {
  const data = `json_build_object('carrier', 'ups', 'parcels', :n % 5 + 1, 'express', :n % 2 = 0,
    'promisedAt', '2026-03-05T17:00:00.000Z', 'total', :n % 10000 / 100.0 + 1)`;
  const statement = `insert into bench_events (store_id, id, event_name, customer_id, event_timestamp, value, value_currency,
    unique_id, data, search_terms, received_at)
  select 'sto_bench', gen_random_uuid(), 'Order shipped', 'customer-' || :n % 10000, '2026-03-02T10:00:00Z', 12.5, 'USD',
    'bench-' || :n, ${data}, ${searchTermsOf(":n")}::tsvector, now()`;
  const set = "\\set n random(1, 1000000000)\n";
  const one = statement.replaceAll("\n", " ");
  return `${set}${rows === 1 ? one : `${one.replaceAll(":n", "(:n + i)")} from generate_series(1, ${rows}) as i`};\n`;
}

/** Returns SQL for an event's search terms, with the number, lengths and repetitions of the service's. */
export function searchTermsOf(n: string): string {
  const words = [
    "'8c1f0d3b5a7e9246s0f1e2d3c4b5a6978'",
    `'1a2b3c4d5e6f7081n30000' || ${n} % 5`,
    `'2b3c4d5e6f70819ab' || case when ${n} % 2 = 0 then 't' else 'f' end`,
    "'3c4d5e6f70819a2bd3002132131033023111032'",
    `'4d5e6f70819a2b3cn3000' || lpad((${n} % 10000)::text, 28, '1')`,
  ];
  return `(${words.join(" || ' ' || ")})`;
}
