import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { findLeftovers, removeLeftovers } from "../../../src/operate/moves/leftovers.ts";
import { beginMove, endMove, replicationName } from "../../../src/operate/moves/move-record.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import { openCell } from "../../../src/platform/cells/directory.ts";
import { publishStore } from "../../../src/platform/db/replication/publication.ts";
import { createSlot } from "../../../src/platform/db/replication/slot.ts";
import { subscribe } from "../../../src/platform/db/replication/subscription.ts";
import { linkTo } from "../../support/database-link.ts";
import { useService } from "../../support/use-service.ts";
import { type Cells, joinCells } from "./cells.ts";
import { leftovers } from "./full-store.ts";

const first = useService({ isSingle: true });
const second = useService({ isSingle: true });
let cells: Cells;
beforeAll(async () => {
  cells = await joinCells(first, second);
});

const urlOf = ({ ctx }: typeof first) => ctx.config.databaseUrl ?? "";

/** Begins a move, and makes all that it has in both cells until it ends. */
async function replicate() {
  const { id: storeId } = await first.newStore();
  const move = await beginMove(cells.directory, { storeId, fromCell: "first", toCell: "second", epoch: 1 });
  const name = replicationName(move);
  const [from, to] = [await openCell(cells.directory, "first"), await openCell(cells.directory, "second")];
  await publishStore(from.pool, { name, storeId, tables: ["orders"] });
  await (await createSlot(urlOf(first), name)).close();
  await subscribe(to.pool, name, { url: urlOf(first), publication: name, slot: name });
  await Promise.all([from.close(), to.close()]);
  const found = [
    { cell: "first", kind: "slot", name },
    { cell: "first", kind: "publication", name },
    { cell: "second", kind: "subscription", name },
  ];
  return { move, found };
}

const sorted = (found: object[]) => found.map((each) => JSON.stringify(each)).sort();

test("what moves that are over have left is removed, and what a running move or another program has stays", async () => {
  const [over, running] = [await replicate(), await replicate()];
  await endMove(cells.directory, over.move);
  await first.ctx.db.execute(sql`create publication of_another_program for table orders`);

  expect(sorted(await findLeftovers(cells.directory))).toEqual(sorted(over.found));
  expect(sorted(await removeLeftovers(cells.directory))).toEqual(sorted(over.found));
  expect(await removeLeftovers(cells.directory)).toEqual([]);
  expect([...(await leftovers(first)), ...(await leftovers(second))].join(" ")).not.toContain(over.move.id);
  const { rows } = await first.ctx.db.execute<{ name: string }>(sql`
    select slot_name::text as name from pg_replication_slots where database = current_database()
    union all select pubname from pg_publication order by 1`);
  const kept = replicationName(running.move);
  expect(rows.map(({ name }) => name)).toEqual([kept, kept, "of_another_program"]);

  await endMove(cells.directory, running.move);
  expect(sorted(await removeLeftovers(cells.directory))).toEqual(sorted(running.found));
});

test("a cell that can't be reached doesn't keep the sweep from the others, and is swept when it is back", async () => {
  const { move, found } = await replicate();
  await endMove(cells.directory, move);
  const link = await linkTo(urlOf(second));
  await addCell(cells.directory, { name: "second", url: link.url });
  await link.cut();
  const inFirst = found.filter(({ cell }) => cell === "first");
  const seen = await findLeftovers(cells.directory);
  expect(seen.filter((each) => "problem" in each)).toMatchObject([{ cell: "second" }]);
  expect(sorted(await removeLeftovers(cells.directory))).toEqual(sorted(inFirst));
  await addCell(cells.directory, { name: "second", url: urlOf(second) });
  const rest = found.filter(({ cell }) => cell === "second");
  expect(sorted(await removeLeftovers(cells.directory))).toEqual(sorted(rest));
});
