import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type DemoStore, demoStore } from "../../../src/features/demo/store.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import { cellOf, listCells } from "../../../src/platform/cells/directory.ts";
import { connect } from "../../../src/platform/db/connect.ts";
import { useCells } from "../../support/cells.ts";
import { inHeldTransaction } from "../../support/lock-waits.ts";
import { plantFault } from "../../support/planted-fault.ts";
import { useService } from "../../support/use-service.ts";

describe("a database whose addition as a cell was interrupted", () => {
  const first = useService({ isSingle: true });
  const second = useService({ isSingle: true });

  test("is not in the directory, and is added as if nothing had happened", async () => {
    const store = await second.newStore();
    const directory = { db: first.ctx.db, encryption: first.ctx.encryption };
    const fault = await plantFault(first, ["secret_stores"]);
    await fault.begin("XX000");
    const cell = { name: "second", url: second.ctx.config.databaseUrl ?? "" };
    await expect(addCell(directory, cell)).rejects.toThrow();
    expect(await listCells(directory)).toEqual([]);
    await fault.end();
    const added = await Promise.all([addCell(directory, cell), addCell(directory, cell)]);
    expect(added.map(({ stores, secrets }) => stores + secrets).sort()).toEqual([0, 2]);
    expect(await cellOf(directory, store.id)).toEqual({ cell: "second", epoch: 1 });
  });

  test("waits for another addition only as long as locks may take, and says so", async () => {
    const { databaseUrl = "" } = first.ctx.config;
    const url = new URL(databaseUrl);
    url.searchParams.set("options", "-c lock_timeout=200");
    const impatient = connect(url.href, () => {});
    const added = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const adding = inHeldTransaction(first.ctx.db, async (tx) => {
      await tx.execute(sql`lock table cells in exclusive mode`);
      isHeld.resolve();
      await added.promise;
    });
    await isHeld.promise;
    const directory = { db: impatient.db, encryption: first.ctx.encryption };
    const cell = { name: "second", url: second.ctx.config.databaseUrl ?? "" };
    await expect(addCell(directory, cell).finally(added.resolve)).rejects.toThrow(
      "Another cell is being added; try again.",
    );
    await adding;
    await impatient.close();
  });
});

describe("a demo store that the directory has not learnt of", () => {
  const used = useCells("a", "b");

  let made: DemoStore | undefined;

  beforeAll(async () => {
    // A start would make it in a, which comes first.
    const { ctx } = used.cells.b?.service ?? used.directory;
    made = await demoStore({ ...ctx, db: ctx.longDb });
  });

  test("is not made a second time by a start that can't open its cell", async () => {
    await used.cells.b?.link.cut();
    await used.start({ DEMO: "1" });
    expect(await cellOf(used.directory.ctx, "demo")).toBeUndefined();
    await used.cells.b?.link.mend();
  });

  test("is entered by the next start, also when several processes start at once", async () => {
    const startOne = () => used.start({ DEMO: "1" });
    const [one] = await Promise.all([startOne(), startOne(), startOne()]);
    // A start doesn't wait for long until its cells are open: on a busy machine it may be left to a later one.
    while (!(await cellOf(used.directory.ctx, "demo"))) await startOne();
    expect(await cellOf(used.directory.ctx, "demo")).toEqual({ cell: "b", epoch: 1 });
    const headers = { Authorization: `Bearer ${made?.secret}` };
    expect((await one?.("/v2.2/stores/demo", { headers }))?.status).toBe(200);
  });
});
