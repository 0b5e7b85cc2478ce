import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Cli, createCli, refused } from "../../support/cli.ts";
import { cloneDatabase } from "../../support/database.ts";
import { runInside, startInside } from "../../support/service-inside.ts";
import { useService } from "../../support/use-service.ts";

const ENV = { ENCRYPTION_KEY: "a key for tests only", DEMO: "0" };
const WITHOUT =
  "This database holds the directory of several cells: set CELLS=*, or name the cells to serve.";

const service = useService({ isSingle: true });
let second: Awaited<ReturnType<typeof cloneDatabase>>;
let env: Record<string, string>;
let cli: Cli;
beforeAll(async () => {
  second = await cloneDatabase();
  env = { ...ENV, DATABASE_URL: service.ctx.config.databaseUrl ?? "" };
  cli = createCli({ ...env, CELLS: "*" }, { asProcess: /^(?:cell|key) / });
});
afterAll(() => second.drop());

/** The cells by `cell list`, without their sizes. */
async function cells(): Promise<unknown[]> {
  const { cells } = (await cli.json("cell list")) as { cells: { bytes?: number }[] };
  return cells.map(({ bytes, ...cell }) => ({ ...cell, isSized: (bytes ?? 0) > 1_000_000 }));
}

// One test, because each step goes on from the one before.
test("a database with stores becomes the first of two cells, and commands find the cell of each store", async () => {
  const old = await service.newStore({ id: "old" });
  const databases = { first: service.ctx.config.databaseUrl ?? "", second: second.url };
  expect(await cli.json(`cell add first --postgres ${databases.first}`)).toEqual({
    ...{ name: "first", stores: 1, secrets: 1 },
  });
  expect(await cli.json(`cell add second --postgres ${databases.second}`)).toEqual({
    ...{ name: "second", stores: 0, secrets: 0 },
  });
  const outside = createCli(env);
  expect(await outside.run("store create --name Nowhere")).toEqual(refused(WITHOUT));
  const { code, output } = await runInside(env);
  expect([code, output]).toEqual([1, expect.stringContaining(`${WITHOUT}\n`)]);

  await cli.json("store create --id young --name Young");
  await cli.json("cell close second");
  await cli.json("store create --id third --name Third");
  const [first, other] = await cells();
  const { host } = new URL(databases.first);
  const described = (name: "first" | "second", open: boolean, stores: number) => ({
    ...{ name, open, stores, reachable: true, isSized: true },
    host: host + new URL(databases[name]).pathname,
  });
  expect([first, other]).toEqual([described("first", true, 2), described("second", false, 1)]);
  await cli.json("store create --id fourth --name Fourth");
  await cli.json("cell close second --reopen");
  expect(await cli.json("cell balance --dry-run")).toEqual({
    moves: [{ storeId: "fourth", from: "first", to: "second" }],
  });
  await Promise.all([cli.json("cell close second"), cli.json("cell close first")]);
  expect(await cli.run("store create --name Fourth")).toEqual(
    refused("No cell takes new stores: add one with `cell add`."),
  );
  await cli.json("cell close first --reopen");
  const runs = [
    "store create --id young --name Twice",
    "cell close third",
    "client list --store none",
    "cell balance",
  ].map((line) => cli.run(line));
  expect(await Promise.all(runs)).toEqual([
    refused("There is a store young already."),
    refused("There is no cell third."),
    refused("There is no store none."),
    refused("cell balance moves nothing by itself: add --dry-run for the list."),
  ]);
  const { stores } = (await cli.json("store list")) as { stores: { id: string }[] };
  expect(stores.map(({ id }) => id).sort()).toEqual(["fourth", "old", "third", "young"]);
  expect(await cli.json("person invite --store young --email a@shop.example --role owner")).toMatchObject({
    url: expect.stringContaining("/console/invitation?token="),
  });

  const young = await cli.json("client create --store young --name me");
  const process = await startInside({ ...env, CELLS: "*", DEMO: "1" });
  const [, demo = ""] = /Secret +(aftersale_\S+)/.exec(process.output()) ?? [];
  for (const [id, secret] of [
    ["old", old.secret],
    ["young", String(young.secret)],
    ["demo", demo],
  ]) {
    const { status } = await fetch(`${process.origin}/v2.2/stores/${id}`, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    expect([id, status]).toEqual([id ?? "", 200]);
  }
  process.signal("SIGTERM");
  expect(await process.exited).toBe(0);

  expect(await cli.json("store delete --store young --confirm Young")).toEqual({ deleted: true });
  expect((await cli.run("client create --store young --name me")).code).toBe(1);
});

test("a new key encrypts the addresses of cells too, and a process without it is no longer ready", async () => {
  const old = await startInside({ ...env, CELLS: "*", ROLE: "api" });
  const ready = () => fetch(`${old.origin}/readyz`);
  expect((await ready()).status).toBe(200);
  const rotating = { ...env, CELLS: "*", ENCRYPTION_KEY: "another key for tests" };
  await createCli({ ...rotating, ENCRYPTION_KEY_PREVIOUS: ENV.ENCRYPTION_KEY }).json("key rotate");
  const { cells } = (await createCli(rotating).json("cell list")) as { cells: object[] };
  expect(cells.length).toBe(2);
  for (const end = performance.now() + 30_000; (await ready()).ok && performance.now() < end; ) {
    await Bun.sleep(50);
  }
  const response = await ready();
  expect(response.status).toBe(503);
  expect(JSON.stringify(await response.json())).toContain('"encryptionKey":false');
  old.signal("SIGTERM");
  await old.exited;
});
