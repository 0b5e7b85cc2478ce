import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { type FileFrame, FRAME, framesOf, jsonOf, withJson, writeFrames } from "../../support/backup-file.ts";
import { type Cli, createCli } from "../../support/cli.ts";
import { emptyDatabase } from "../../support/database.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { order } from "../../support/fixtures.ts";
import { COMMAND_MEMORY_MB, measuredRun } from "../../support/measured-command.ts";
import { query } from "../../support/query.ts";
import { useService, useStore } from "../../support/use-service.ts";

const KEY = "a key for tests only";
const ONE_SENTENCE = expect.stringMatching(/^(Its?|The backup FILE) [^\n]{1,200}\.\n$/);

const service = useService({ isSingle: true });
const store = useStore(service);
let folder: TemporaryFolder;
let frames: FileFrame[];
let target: Awaited<ReturnType<typeof emptyDatabase>>;
let cli: Cli;

beforeAll(async () => {
  folder = await temporaryFolder("aftersale crafted ");
  await store.post("/stores/:store/orders", order("1"));
  const file = join(folder.path, "real.backup");
  await createCli({ DATABASE_URL: service.ctx.config.databaseUrl ?? "", ENCRYPTION_KEY: KEY }).run(
    "backup",
    file,
  );
  frames = await framesOf(file);
  target = await emptyDatabase();
  cli = createCli({ DATABASE_URL: target.url, ENCRYPTION_KEY: KEY });
}, 60_000);
afterAll(async () => {
  await target.drop();
  await folder.remove();
});

/** Restores a crafted file, and returns what the command says of it. Nothing may be in the database afterwards. */
async function restore(crafted: readonly FileFrame[]) {
  const path = join(folder.path, "crafted.backup");
  await writeFrames(path, crafted);
  const ran = await cli.run("restore", path);
  expect(await relationsIn(target.url)).toEqual([]);
  return { ...ran, err: ran.err.replaceAll(path, "FILE") };
}

async function relationsIn(url: string): Promise<string[]> {
  const relations = await query<{ name: string }>(
    url,
    "select relname as name from pg_class where relnamespace in (select oid from pg_namespace where nspname !~ '^(pg_|information_schema)')",
  );
  return relations.map(({ name }) => name);
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of a file, to be changed.
type Json = any;

/** Returns the frames with the JSON of one kind changed. */
function changed(kind: number, change: (json: Json) => Json): FileFrame[] {
  return frames.map((frame) => (frame.kind === kind ? withJson(frame, change(jsonOf(frame))) : frame));
}

/** Returns the frames in which a table has another name, wherever it is named. */
function renamed(from: string, to: string): FileFrame[] {
  return frames.map((frame) => {
    if (frame.kind === FRAME.rows) return frame;
    const text = new TextDecoder().decode(frame.content);
    const [old, name] = [JSON.stringify(from).slice(1, -1), JSON.stringify(to).slice(1, -1)];
    return { ...frame, content: Buffer.from(text.replaceAll(`"${old}"`, () => `"${name}"`)) };
  });
}

const HOSTILE_NAMES = [
  `pgboss."job"; create table public.made_by_a_file (); --`,
  `pgboss."job" from program 'touch made-by-a-file' --`,
  `"orders"; create table public.made_by_a_file (); --`,
  "pg_catalog.pg_authid",
  '"orders" ',
  "orders",
  '"made_by_a_file"',
  "",
];

describe("a name that this version doesn't have is refused before anything is written", () => {
  test.each(HOSTILE_NAMES)("as a table: %s", async (name) => {
    for (const table of ['"orders"', 'pgboss."job"']) {
      const ran = await restore(renamed(table, name));
      expect(ran).toMatchObject({ code: 1, out: "", err: ONE_SENTENCE });
    }
  });

  test.each([
    `id") from stdin; create table public.made_by_a_file (); --`,
    "made_by_a_file",
    'id", "body',
    "ctid",
    "a".repeat(64),
    "",
  ])("as a column: %s", async (name) => {
    const crafted = frames.map((frame) => {
      if (frame.kind !== FRAME.header && frame.kind !== FRAME.table) return frame;
      const json = jsonOf(frame);
      const tables = frame.kind === FRAME.header ? json.tables : [json];
      for (const table of tables) {
        if (table.name === '"orders"') table.columns = [name, ...table.columns.slice(1)];
      }
      return withJson(frame, json);
    });
    expect(await restore(crafted)).toMatchObject({
      code: 1,
      err: ONE_SENTENCE,
    });
  });

  test.each([
    "pg_catalog.pg_class",
    "made_by_a_file",
    `x'; create table public.made_by_a_file (); --`,
    "orders",
  ])("as a sequence: %s", async (name) => {
    const crafted = changed(FRAME.trailer, (json) => ({
      ...json,
      sequences: [...json.sequences, { name, last: "1", isCalled: true }],
    }));
    expect(await restore(crafted)).toMatchObject({
      code: 1,
      err: ONE_SENTENCE,
    });
  });
});

test("a backup of a version from before the first release is refused, and nothing is loaded", async () => {
  const crafted = changed(FRAME.header, (header) => ({
    ...header,
    migrations: [
      { name: "0000_start", hash: "6f490e792da1338331800e87b722995aee553bcdb2e093fddeb0003e173d9d1c" },
    ],
  }));
  expect(await restore(crafted)).toMatchObject({
    code: 1,
    err: "It was written by an unreleased version, from before 0.1.0, which can't be restored.\n",
  });
});

test("a queue of the job queue can't name a table of its own, whose name the queue would write into SQL", async () => {
  const at = frames.findIndex(
    (frame) => frame.kind === FRAME.table && jsonOf(frame).name === 'pgboss."queue"',
  );
  const { columns } = jsonOf(frames[at] as FileFrame);
  for (const [column, value] of [
    ["table_name", "job; create table public.made_by_a_file (); --"],
    ["name", "x'; create table public.made_by_a_file (); --"],
  ]) {
    const wanted = [
      "name",
      "policy",
      "partition",
      "table_name",
      "retry_limit",
      "retry_delay",
      "retry_backoff",
    ];
    const numbers = ["expire_seconds", "retention_seconds", "deletion_seconds", "warning_queued"];
    const row = [...wanted, ...numbers].map((name) => {
      if (name === column) return value;
      return (
        { name: "own", policy: "standard", partition: "f", table_name: "job_common" }[name] ??
        (name === "retry_backoff" ? "f" : "100")
      );
    });
    expect(columns).toEqual(expect.arrayContaining([...wanted, ...numbers]));
    const text = Buffer.from(`${row.join("\t")}\n`);
    const crafted = withTable(at, { columns: [...wanted, ...numbers], parts: [text] });
    const { code, err } = await restore(crafted);
    expect({ code, err }).toEqual({
      code: 1,
      err: "Its job queue has a queue that the service doesn't create.\n",
    });
  }
});

/** Returns the frames in which the table that begins at `at` has other rows, and every sum agrees with them. */
function withTable(at: number, { columns, parts }: { columns: string[]; parts: Buffer[] }): FileFrame[] {
  const { name } = jsonOf(frames[at] as FileFrame);
  const end = frames.findIndex(({ kind }, i) => i > at && kind === FRAME.tableEnd);
  const hash = createHash("sha256");
  let rows = 0;
  for (const part of parts) {
    hash.update(part);
    for (const byte of part) if (byte === 10) rows++;
  }
  const summary = { rows, sha256: hash.digest("hex") };
  const table = { name, columns };
  const packed = new Map(parts.map((part) => [part, zstdCompressSync(part)]));
  const made = [
    ...frames.slice(0, at),
    { kind: FRAME.table, content: Buffer.from(JSON.stringify(table)) },
    ...parts.map((part) => ({ kind: FRAME.rows, content: packed.get(part) ?? part })),
    { kind: FRAME.tableEnd, content: Buffer.from(JSON.stringify(summary)) },
    ...frames.slice(end + 1),
  ];
  return made.map((frame) => {
    if (frame.kind === FRAME.header) {
      const json = jsonOf(frame);
      return withJson(frame, {
        ...json,
        tables: json.tables.map((one: Json) => (one.name === name ? { ...one, columns } : one)),
      });
    }
    if (frame.kind !== FRAME.trailer) return frame;
    const json = jsonOf(frame);
    return withJson(frame, { ...json, tables: { ...json.tables, [name]: summary } });
  });
}

describe("a file that is small and becomes large", () => {
  const MIB = 1 << 20;
  /** A row whose text is this long, of which some bytes are left when it is compressed. */
  const longRow = (bytes: number) => Buffer.concat([Buffer.alloc(bytes, "x"), Buffer.from("\t1\n")]);
  const wide = (content: Buffer) =>
    zstdCompressSync(content, { params: { [constants.ZSTD_c_windowLog]: 27 } });
  const bombs: Record<string, () => FileFrame[]> = {
    "in one row": () => rowsOf(zstdCompressSync(longRow(1_000 * MIB))),
    "in one row of a part that compresses with much memory": () => rowsOf(wide(longRow(200 * MIB))),
    "in many rows": () =>
      rowsOf(...Array<Uint8Array>(60).fill(zstdCompressSync(Buffer.alloc(60 * MIB, "\n")))),
    "in its header": () => [{ kind: FRAME.header, content: Buffer.alloc(60 * MIB, "[") }, ...frames.slice(1)],
    "in a header of ten million names": () =>
      changed(FRAME.header, (json) => ({ ...json, tables: Array(3_000_000).fill({ name: '"orders"' }) })),
    "in ten thousand tables": () => [
      ...frames.slice(0, -1),
      ...Array<FileFrame[]>(10_000).fill(frames.slice(1, 3)).flat(),
      ...frames.slice(-1),
    ],
    "in a header that is nested a hundred thousand times": () =>
      changed(FRAME.header, (json) => ({ ...json, keyCheck: "NESTED" })).map((frame) =>
        frame.kind === FRAME.header
          ? {
              ...frame,
              content: Buffer.from(
                new TextDecoder()
                  .decode(frame.content)
                  .replace('"NESTED"', "[".repeat(100_000) + "]".repeat(100_000)),
              ),
            }
          : frame,
      ),
  };

  function rowsOf(...parts: Uint8Array[]): FileFrame[] {
    const at = frames.findIndex((frame) => frame.kind === FRAME.table && jsonOf(frame).name === '"stores"');
    return [
      ...frames.slice(0, at + 1),
      ...parts.map((content) => ({ kind: FRAME.rows, content })),
      ...frames.slice(at + 1),
    ];
  }

  test.each(Object.keys(bombs))("%s is refused within the memory of a command", async (name) => {
    const path = join(folder.path, "bomb.backup");
    await writeFrames(path, bombs[name]?.() ?? []);
    const { code, err, memoryMb } = await measuredRun(
      { DATABASE_URL: target.url, ENCRYPTION_KEY: KEY },
      "restore",
      path,
    );
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^[^\n]{1,300}\n$/) });
    expect(memoryMb).toBeLessThan(COMMAND_MEMORY_MB);
    expect(await relationsIn(target.url)).toEqual([]);
  });
});
