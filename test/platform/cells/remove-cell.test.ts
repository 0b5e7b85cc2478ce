import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type Cli, createCli, refused } from "../../support/cli.ts";
import { cloneDatabase } from "../../support/database.ts";
import { linkTo } from "../../support/database-link.ts";
import { query } from "../../support/query.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ isSingle: true });
let other: Awaited<ReturnType<typeof cloneDatabase>>;
let cli: Cli;
beforeAll(async () => {
  other = await cloneDatabase();
  const { databaseUrl = "", encryptionKey = "" } = service.ctx.config;
  cli = createCli(
    { DATABASE_URL: databaseUrl, ENCRYPTION_KEY: encryptionKey, CELLS: "*" },
    { asProcess: /^(?:cell (?:open|remove)|store move)$/ },
  );
  await cli.json(`cell add first --postgres ${databaseUrl}`);
  await cli.json(`cell add other --postgres ${other.url}`);
});
afterAll(() => other.drop());

const moves = async () => (await cli.json("cell balance --dry-run")).moves;

// One test, because each step goes on from the one before.
test("a cell is emptied and then removed, and not before", async () => {
  await cli.json("cell close first");
  for (const id of ["one", "two"]) await cli.json(`store create --id ${id} --name ${id}`);
  expect(await cli.json("cell open first")).toEqual({ open: true });
  await cli.json("cell close other");
  expect(await moves()).toEqual(
    expect.arrayContaining(["one", "two"].map((storeId) => ({ storeId, from: "other", to: "first" }))),
  );
  await cli.json("cell close first");
  expect(await cli.run("cell balance --dry-run")).toEqual(
    refused("The stores of other have no open cell to move to."),
  );
  await cli.json("cell open first");
  expect(await cli.run("cell remove none")).toEqual(refused("There is no cell none."));
  expect(await cli.run("cell remove first")).toEqual(
    refused("The cell first is the database of the directory."),
  );
  expect(await cli.run("cell remove other")).toEqual(
    refused("The cell other holds 2 stores, such as one: move them to other cells first."),
  );

  await service.ctx.db.execute(sql`insert into store_moves (store_id, id, from_cell, to_cell, epoch, step, started_at, mover, mover_until)
    values ('one', 'm', 'other', 'first', 1, 'copying', now(), 'mover', now())`);
  expect(await cli.run("cell remove other")).toEqual(
    refused("The store one is being moved from or to the cell other."),
  );
  await service.ctx.db.execute(sql`delete from store_moves`);

  expect((await cli.run("store move --store one --to first")).code).toBe(0);
  await cli.json("store delete --store two --confirm two");
  expect(await moves()).toEqual([]);
  expect(await cli.run("cell remove other")).toEqual(
    refused("The rows of the deleted store two are not removed from the cell other yet."),
  );
  await query(other.url, "delete from pgboss.job; create publication aftersale_move_left");
  expect(await cli.run("cell remove other")).toEqual(
    refused("The cell other has the publication aftersale_move_left of a move that is over."),
  );
  await query(other.url, "drop publication aftersale_move_left");
  expect(await cli.json("cell remove other")).toEqual({ removed: "other" });
  expect((await cli.json("cell list")).cells).toMatchObject([{ name: "first", stores: 1 }]);
  expect(await cli.run("store create --id two --name again")).toEqual(
    refused("There is a store two already."),
  );
});

test("a cell whose database is gone is removed only when one says so", async () => {
  const link = await linkTo(other.url);
  await cli.json(`cell add gone --postgres ${link.url}`);
  await link.cut();
  const { code, err } = await cli.run("cell remove gone");
  expect([code, err]).toEqual([1, expect.stringContaining("If its database is gone for ever, add --lost.")]);
  expect(await cli.json("cell remove gone --lost")).toEqual({ removed: "gone" });
});
