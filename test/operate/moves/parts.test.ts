import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { moveStore } from "../../../src/operate/moves/move-store.ts";
import { removeRows } from "../../../src/operate/moves/remove-rows.ts";
import { withCells } from "../../../src/operate/moves/sessions.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import { requireEqualRows } from "../../../src/platform/db/replication/compare-rows.ts";
import { BULK, event } from "../../support/events.ts";
import { useService } from "../../support/use-service.ts";
import { type Cells, joinCells } from "./cells.ts";
import { jobsOf } from "./full-store.ts";

const first = useService({ isSingle: true });
const second = useService({ isSingle: true });
let cells: Cells;
beforeAll(async () => {
  cells = await joinCells(first, second);
});

const register = () => addCell(cells.directory, { name: "first", url: first.ctx.config.databaseUrl ?? "" });

test("rows and jobs of a store stay in the cell where it lives", async () => {
  const store = await first.newStore();
  await register();
  await store.post(BULK, { events: [event()] });
  const jobs = await jobsOf(first, store);
  expect(jobs).toBeGreaterThan(0);
  const move = { storeId: store.id, fromCell: "first", toCell: "second" };
  await withCells(cells.directory, move, async ({ from }) => {
    await expect(removeRows(from, store.id, () => {})).rejects.toThrow("its rows stay");
  });
  expect(await jobsOf(first, store)).toBe(jobs);
  await first.drain();
  const { rows } = await first.ctx.db.execute(sql`select from events where store_id = ${store.id}`);
  expect(rows).toHaveLength(1);
});

test("what is left of a rate limit moves with its store", async () => {
  const store = await first.newStore();
  await register();
  for (let i = 0; i < 3; i++) await store.post("/stores/:store/events", event());
  const counted = async ({ ctx }: typeof first) => {
    const { rows } = await ctx.db.execute(
      sql`select operation, passed, counts from rate_limits where store_id = ${store.id}`,
    );
    return rows;
  };
  const before = await counted(first);
  expect(before).toHaveLength(1);
  await moveStore(cells.directory, { storeId: store.id, to: "second", lateMs: 0 }, cells.report);
  expect(await counted(second)).toEqual(before);
});

test("a copy with as many rows of other content is not taken", async () => {
  const store = await first.newStore();
  await register();
  const save = ({ ctx }: typeof first, key: string) =>
    ctx.db.execute(sql`insert into segments (store_id, key, "where", created_at, updated_at)
      values (${store.id}, ${key}, '{}', '2026-03-02', '2026-03-02')`);
  await second.ctx.db.execute(sql`insert into stores (store_id, name, currency, first_status, created_at)
    values (${store.id}, 'Moved', 'USD', 'open', now())`);
  await save(first, "a");
  await save(second, "b");
  const move = { storeId: store.id, fromCell: "first", toCell: "second" };
  await withCells(cells.directory, move, async ({ from, to }) => {
    await expect(requireEqualRows(from.session, to.session, "segments", store.id)).rejects.toThrow(
      "has 1 rows of other content in the new cell",
    );
  });
});
