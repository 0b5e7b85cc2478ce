import { afterAll, beforeAll, expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import pg from "pg";
import { withDatabaseDump } from "../../../src/platform/db/backup/read-database.ts";
import { copyRows } from "../../../src/platform/db/replication/copy-rows.ts";
import { cloneDatabase, type TestDatabase } from "../../support/database.ts";

const ROWS = 42;
/** What a server sends after the last row, before it says how many there were. */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);
const LATE_MS = 20;

let from: TestDatabase;
let to: TestDatabase;
let proxy: Server;
let late: string;

beforeAll(async () => {
  [from, to] = [await cloneDatabase(), await cloneDatabase()];
  await inDatabase(
    from.url,
    `insert into connector_rejections (store_id, connector_id, order_id, reason, rejected_at, retry_at)
     select 'sto_1', 'con_1', number::text, E'line\\nfeed', now(), now() from generate_series(1, ${ROWS}) as number`,
  );
  const { hostname, port } = new URL(from.url);
  proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on("error", () => server.destroy()).pipe(server);
    server.on("error", () => client.destroy()).on("close", () => client.destroy());
    server.on("data", async (chunk) => {
      const end = chunk.indexOf(COPY_DONE) + COPY_DONE.length;
      if (end < COPY_DONE.length) return void client.write(chunk);
      server.pause();
      client.write(chunk.subarray(0, end));
      await Bun.sleep(LATE_MS);
      client.write(chunk.subarray(end));
      server.resume();
    });
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(from.url);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  late = url.href;
});

afterAll(async () => {
  proxy.close();
  await from.drop();
  await to.drop();
});

test("a backup has as many rows as it says, also where the server says late that a table is complete", async () => {
  const said = await withDatabaseDump(late, async ({ tables }) => {
    for await (const { name, content, summary } of tables()) {
      for await (const _ of content);
      if (name.includes("connector_rejections")) return summary().rows;
    }
    return undefined;
  });
  expect(said).toBe(ROWS);
});

test("a store's rows are moved, also where the server says late that a table is complete", async () => {
  const options = "-c session_replication_role=replica";
  const [source, target] = [new pg.Client(late), new pg.Client({ connectionString: to.url, options })];
  await Promise.all([source.connect(), target.connect()]);
  const asked = { table: "connector_rejections", storeId: "sto_1", onCopied: () => {} };
  const moved = await copyRows(source, target, asked).finally(() =>
    Promise.all([source.end(), target.end()]),
  );
  expect(moved).toBe(ROWS);
});

/** Runs a statement without the tables' references. */
async function inDatabase(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: "-c session_replication_role=replica" });
  await client.connect();
  await client.query(text).finally(() => client.end());
}
