import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import pg from "pg";
import { queueTables } from "../../../src/core/jobs/queue-tables.ts";
import { loadDump } from "../../../src/platform/db/backup/load.ts";
import { withBackupFile } from "../../../src/platform/db/backup/read-file.ts";
import { type Random, seeded } from "../../lab/torture/random.ts";
import { type FileFrame, FRAME, framesOf, jsonOf, withJson, writeFrames } from "../../support/backup-file.ts";
import { createCli } from "../../support/cli.ts";
import { emptyDatabase, type TestDatabase } from "../../support/database.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { order } from "../../support/fixtures.ts";
import { useService, useStore } from "../../support/use-service.ts";

const KEY = "a key for tests only";
const SEED = 20_260;
const EDITS = 120;
const LIMIT_MS = 20_000;
/** A connection to it fails with another error than a file does. */
const NOWHERE = "postgres://127.0.0.1:1/nowhere";
const MARK = "made_by_a_file";
const HOSTILE: readonly unknown[] = [
  `x"; create table public.${MARK} (); --`,
  `x'; create table public.${MARK} (); --`,
  `"orders" from program 'touch ${MARK}' --`,
  MARK,
  "\0",
  "",
  "__proto__",
  -1,
  1e300,
  null,
  [],
  {},
  [[MARK]],
];

const service = useService({ isSingle: true });
const store = useStore(service);
let folder: TemporaryFolder;
let frames: FileFrame[];
let target: TestDatabase;
let path: string;
const statements: string[] = [];

beforeAll(async () => {
  folder = await temporaryFolder("aftersale fuzzed ");
  path = join(folder.path, "fuzzed.backup");
  await store.post("/stores/:store/orders", order("1"));
  const real = join(folder.path, "real.backup");
  const cli = createCli({ DATABASE_URL: service.ctx.config.databaseUrl ?? "", ENCRYPTION_KEY: KEY });
  await cli.run("backup", real);
  frames = await framesOf(real);
  target = await emptyDatabase();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text?: string }];
    statements.push(typeof statement === "string" ? statement : (statement.text ?? ""));
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query);
}, 60_000);
afterAll(async () => {
  spyOn(pg.Client.prototype, "query").mockRestore();
  await target.drop();
  await folder.remove();
});

/** Loads the file into an empty database. Returns the error, or undefined after removing what was loaded. */
async function load(url = target.url): Promise<Error | undefined> {
  const options = { queueTables: queueTables(), afterwards: [], onProgress: () => {} };
  const loading = withBackupFile(path, ({ dump }) => loadDump(url, dump, options)).then(
    () => undefined,
    (error: Error) => error,
  );
  const ended = await Promise.race([loading, Bun.sleep(LIMIT_MS).then(() => "hangs" as const)]);
  if (ended === "hangs") throw new Error("the load doesn't end");
  if (ended) return ended;
  await target.drop();
  target = await emptyDatabase();
  return undefined;
}

async function requireEmpty(): Promise<void> {
  const client = new pg.Client(target.url);
  await client.connect();
  const { rows } = await client.query(
    "select relname from pg_class where relnamespace in (select oid from pg_namespace where nspname !~ '^(pg_|information_schema)')",
  );
  await client.end();
  expect(rows).toEqual([]);
}

type Json = unknown;

/** Returns the JSON with one value at random replaced, removed or repeated. */
function edited(value: Json, random: Random): Json {
  const entries = value !== null && typeof value === "object" ? Object.entries(value) : [];
  const [key, child] = entries[random.between(0, entries.length - 1)] ?? [];
  if (key === undefined || random.chance(0.15)) return HOSTILE[random.between(0, HOSTILE.length - 1)];
  if (Array.isArray(value)) {
    const at = Number(key);
    if (random.chance(0.1)) return value.toSpliced(at, 1);
    if (random.chance(0.1)) return value.toSpliced(at, 0, child);
    return value.with(at, edited(child, random));
  }
  const others = entries.filter(([name]) => name !== key);
  if (random.chance(0.1)) return Object.fromEntries(others);
  return Object.fromEntries([...entries, random.chance(0.1) ? [MARK, child] : [key, edited(child, random)]]);
}

/** Returns the frames with one of them edited, moved, repeated or left out, or a byte of its rows changed. */
function editedFrames(random: Random): FileFrame[] {
  const at = random.between(0, frames.length - 1);
  const frame = frames[at] as FileFrame;
  const other = random.between(0, frames.length - 1);
  const kind = random.between(0, 9);
  if (kind === 0) return frames.toSpliced(at, 1);
  if (kind === 1) return frames.toSpliced(at, 0, frame);
  if (kind === 2) return frames.with(at, frames[other] as FileFrame).with(other, frame);
  if (kind === 3) return frames.with(at, { ...frame, kind: random.between(0, 255) });
  if (frame.kind === FRAME.rows) return withRows(at, random);
  const consistent = random.chance(0.5) && frame.kind !== FRAME.trailer;
  const json = edited(jsonOf(frame), random);
  return consistent && frame.kind === FRAME.header
    ? withTables(json)
    : frames.with(at, withJson(frame, json));
}

/** Returns the frames in which the tables are named as an edited header names them. */
function withTables(header: Json): FileFrame[] {
  const { tables } = (header ?? {}) as { tables?: { name?: string; columns?: string[] }[] };
  let place = 0;
  return frames.map((frame) => {
    if (frame.kind === FRAME.header) return withJson(frame, header);
    if (frame.kind !== FRAME.table) return frame;
    const { name, columns } = (Array.isArray(tables) ? tables[place++] : undefined) ?? {};
    return withJson(frame, { name, columns });
  });
}

/** Returns the frames with a byte changed in the rows of a table, and sums that agree. */
function withRows(at: number, random: Random): FileFrame[] {
  const frame = frames[at] as FileFrame;
  const rows = Buffer.from(zstdDecompressSync(frame.content));
  rows[random.between(0, rows.length - 1)] = random.between(0, 255);
  const [table, end] = [jsonOf(frames[at - 1] as FileFrame), frames[at + 1] as FileFrame];
  const summary = { ...jsonOf(end), sha256: createHash("sha256").update(rows).digest("hex") };
  return frames.map((one, i) => {
    if (i === at) return { ...one, content: zstdCompressSync(rows) };
    if (i === at + 1) return withJson(one, summary);
    if (one.kind !== FRAME.trailer) return one;
    const json = jsonOf(one);
    return withJson(one, { ...json, tables: { ...json.tables, [table.name]: summary } });
  });
}

test("a file with any byte changed is refused before a database is opened", async () => {
  await writeFrames(path, frames);
  const real = await Bun.file(path).bytes();
  const random = seeded(SEED);
  for (let i = 0; i < 500; i++) {
    const bytes = real.slice();
    const at = i < 100 ? i : random.between(0, bytes.length - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.between(0, 7));
    await Bun.write(path, bytes);
    expect((await load(NOWHERE))?.message).toMatch(/^(The backup )?\/[^\n]{1,300}\.$/);
  }
});

test("a file that agrees with its sums runs no SQL of its own, and is loaded whole or not at all", async () => {
  const random = seeded(SEED);
  statements.length = 0;
  let refused = 0;
  for (let i = 0; i < EDITS; i++) {
    await writeFrames(path, editedFrames(random));
    const error = await load();
    if (!error) continue;
    refused++;
    expect(error.message).toMatch(/^[^\n]{1,400}\.$/);
    await requireEmpty();
  }
  expect(statements.filter((statement) => statement.includes(MARK))).toEqual([]);
  expect(refused).toBeGreaterThan(EDITS / 2);
});
