import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createStore } from "../../../src/features/stores/create-store.ts";
import { updateStore } from "../../../src/features/stores/update-store.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import { cellOf } from "../../../src/platform/cells/directory.ts";
import { createInCell } from "../../../src/platform/cells/in-cell.ts";
import { plantFault } from "../../support/planted-fault.ts";
import { useService } from "../../support/use-service.ts";

const directory = useService({ isSingle: true });
const another = useService({ isSingle: true });
const cell = useService({ isSingle: true });

const AFTER = { name: "After", timeZone: "Asia/Tokyo" };
const RENAMED = { storeId: "renamed", by: "Test", byId: null };

test("a store that the directory could not enter is created by the next attempt", async () => {
  const { ctx } = directory;
  await addCell(ctx, { name: "own", url: ctx.config.databaseUrl ?? "" });
  const inside = { ...ctx, cell: createInCell(ctx, "own", true) };
  const fault = await plantFault(directory, ["store_cells"]);
  await fault.begin("XX000");
  await expect(createStore(inside, { id: "again", name: "A shop" })).rejects.toThrow();
  await fault.end();
  expect(await createStore(inside, { id: "again", name: "A shop" })).toEqual({ storeId: "again" });
  expect(await cellOf(ctx, "again")).toEqual({ cell: "own", epoch: 1 });
});

test("a store's name and time zone change in its cell and in the directory, or in neither", async () => {
  const { ctx } = another;
  await addCell(ctx, { name: "other", url: cell.ctx.config.databaseUrl ?? "" });
  const inside = { ...cell.ctx, cell: createInCell(ctx, "other", false) };
  await createStore(inside, { id: "renamed", name: "Before" });
  const fault = await plantFault(another, ["stores"]);
  await fault.begin("XX000");
  await expect(updateStore(inside, RENAMED, AFTER)).rejects.toThrow();
  await fault.end();
  const stored = async () =>
    Promise.all(
      [cell, another].map(async ({ ctx: { db } }) => {
        const { rows } = await db.execute(
          sql`select name, time_zone as "timeZone" from stores where store_id = 'renamed'`,
        );
        return rows[0];
      }),
    );
  const before = { name: "Before", timeZone: "UTC" };
  expect(await stored()).toEqual([before, before]);
  await updateStore(inside, RENAMED, AFTER);
  expect(await stored()).toEqual([AFTER, AFTER]);
});

test("a store whose creation was interrupted has in the directory what the next attempt gives it", async () => {
  const { ctx } = another;
  const inside = { ...cell.ctx, cell: createInCell(ctx, "other", false) };
  const fault = await plantFault(cell, ["stores"]);
  await fault.begin("XX000");
  await expect(createStore(inside, { id: "late", name: "First" })).rejects.toThrow();
  await fault.end();
  await createStore(inside, { id: "late", name: "Second", currency: "EUR" });
  const { rows } = await ctx.db.execute(sql`select name, currency from stores where store_id = 'late'`);
  expect(rows).toEqual([{ name: "Second", currency: "EUR" }]);
  await expect(createStore(inside, { id: "late", name: "Third" })).rejects.toThrow("already");
  expect((await ctx.db.execute(sql`select name from stores where store_id = 'late'`)).rows).toEqual([
    { name: "Second" },
  ]);
});
