import { beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { removeCell } from "../../../src/operate/moves/remove-cell.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import { announceCells } from "../../../src/platform/cells/directory.ts";
import { cells } from "../../../src/platform/db/tables/cells.ts";
import { useCells } from "../../support/cells.ts";
import { emptyDatabase } from "../../support/database.ts";
import { type DatabaseLink, linkTo } from "../../support/database-link.ts";
import { leastOrder } from "../../support/orders.ts";
import { slowdown } from "../../support/slowdown.ts";

type Send = Awaited<ReturnType<typeof used.start>>;
type Store = { id: string; secret: string };

/** An announcement needs an instant; without one the directory is read every five seconds. */
const ANNOUNCED_WITHIN_MS = 4_000;

const used = useCells("a", "b", "c");
let processes: Send[];
let inA: Store;
let inB: Store;
beforeAll(async () => {
  [inA, inB] = await Promise.all([used.newStore("a"), used.newStore("b")]);
  processes = await Promise.all([used.start(), used.start({ ROLE: "api" })]);
});

function linkOf(cell: string): DatabaseLink {
  const found = used.cells[cell]?.link;
  if (!found) throw new Error(`there is no cell ${cell}`);
  return found;
}

async function readStore(send: Send, { id, secret }: Store): Promise<number> {
  return (await send(`/v2.2/stores/${id}`, { headers: { Authorization: `Bearer ${secret}` } })).status;
}

async function until(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs * slowdown();
  while (!(await holds())) {
    expect(performance.now()).toBeLessThan(end);
    await Bun.sleep(20);
  }
}

/** Moves the cell b to another address and back, and expects that no read is refused and the old connections end. */
async function changeAddressOfB(change: (other: DatabaseLink) => Promise<void>): Promise<void> {
  const { url = "" } = { url: used.cells.b?.service.ctx.config.databaseUrl };
  const other = await linkTo(url);
  const old = linkOf("b");
  for (const send of processes)
    await until(async () => (await readStore(send, inB)) === 200, 4 * ANNOUNCED_WITHIN_MS);
  expect(old.counts().sessions).toBeGreaterThan(0);
  const statuses = new Set<number>();
  let isChanging = true;
  const requests = processes.map(async (send) => {
    while (isChanging) {
      statuses.add(await readStore(send, inB));
      await Bun.sleep(1);
    }
  });
  try {
    await change(other);
    await until(() => old.counts().sessions === 0, 4 * ANNOUNCED_WITHIN_MS);
    isChanging = false;
    await Promise.all(requests);
    expect(statuses).toEqual(new Set([200]));
    await old.cut();
    for (const send of processes) expect(await readStore(send, inB)).toBe(200);
  } finally {
    isChanging = false;
    // The tests below need the cell where it was, whatever became of this one.
    await old.mend();
    await addCell(used.directory.ctx, { name: "b", url: old.url });
    await until(() => other.counts().sessions === 0, 4 * ANNOUNCED_WITHIN_MS);
    await other.cut();
  }
  for (const send of processes) expect(await readStore(send, inB)).toBe(200);
}

const cellsOf = async (send: Send) =>
  Object.keys(((await (await send("/readyz")).json()) as { cells: object }).cells);
const metricsOf = async (send: Send) => (await send("/metrics")).text();

describe("a cell whose address is changed", () => {
  test("is reached at the new one by every process, which ends the old connections and refuses no request", async () => {
    await changeAddressOfB(async (other) => {
      await addCell(used.directory.ctx, { name: "b", url: other.url });
    });
  });

  test("is served at the old one until the new one could be opened, and no longer than the process is told", async () => {
    const impatient = await used.start({ ROLE: "api" }, { formerMs: 0 });
    expect(await readStore(impatient, inB)).toBe(200);
    await changeAddressOfB(async (other) => {
      const { db, encryption } = used.directory.ctx;
      other.hangUp();
      await db
        .update(cells)
        .set({ url: await encryption.encrypt(other.url) })
        .where(eq(cells.name, "b"));
      await announceCells(db);
      await until(() => other.counts().tried > processes.length, 4 * ANNOUNCED_WITHIN_MS);
      await until(async () => (await readStore(impatient, inB)) === 503, 4 * ANNOUNCED_WITHIN_MS);
      await other.mend();
    });
    await until(async () => (await readStore(impatient, inB)) === 200, 4 * ANNOUNCED_WITHIN_MS);
  });

  test("ends the connections to the old one once the responses that are streamed from there have ended", async () => {
    const [, send] = processes as [Send, Send];
    const { id, secret } = inB;
    const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
    // The first chunk of an export ends behind the orders.
    const lines = Array.from({ length: 10 }, (_, n) => ({
      id: `${n}`,
      productId: "tee",
      title: "T".repeat(9_000),
      quantity: 1,
      price: 1,
    }));
    const order = leastOrder("1001", { customer: { id: "ann" }, lineItems: lines, totalPrice: 10 });
    const body = JSON.stringify(order);
    const made = await send(`/v2.2/stores/${id}/orders`, { method: "POST", headers, body });
    expect([made.status, await made.text()]).toEqual([200, expect.any(String)]);
    await changeAddressOfB(async (other) => {
      const streamed = await send(`/v2.2/stores/${id}/customers/ann/export`, { headers });
      await addCell(used.directory.ctx, { name: "b", url: other.url });
      await until(() => other.counts().sessions > 0, 4 * ANNOUNCED_WITHIN_MS);
      // The new one is open by then, and the old one would be closed.
      await Bun.sleep(500);
      expect(await streamed.json()).toMatchObject({ customer: { id: "ann" }, mails: [] });
    });
  });

  test("keeps its address when the database at the new one has none of its stores", async () => {
    const empty = await emptyDatabase();
    const moving = addCell(used.directory.ctx, { name: "b", url: empty.url });
    await expect(moving).rejects.toThrow(
      "The database at the new address has none of the 1 stores of the cell b.",
    );
    await empty.drop();
    for (const send of processes) expect(await readStore(send, inB)).toBe(200);
  });
});

describe("a cell that is removed", () => {
  test("is closed by every process at once, and is neither in /readyz nor in the metrics any more", async () => {
    expect(linkOf("c").counts().sessions).toBeGreaterThan(0);
    await removeCell(used.directory.ctx, "c");
    await until(async () => {
      const all = await Promise.all(processes.map(cellsOf));
      return all.every((names) => !names.includes("c"));
    }, ANNOUNCED_WITHIN_MS);
    await until(() => linkOf("c").counts().sessions === 0, 4 * ANNOUNCED_WITHIN_MS);
    for (const send of processes) {
      expect(await metricsOf(send)).not.toContain('cell="c"');
      expect([await readStore(send, inA), await readStore(send, inB)]).toEqual([200, 200]);
    }
    await addCell(used.directory.ctx, { name: "c", url: linkOf("c").url });
    await until(async () => (await cellsOf(processes[0] as Send)).includes("c"), 4 * ANNOUNCED_WITHIN_MS);
  });
});

describe("a cell that is away", () => {
  test("is 0 in aftersale_cell_up, and delays no request that belongs to no store", async () => {
    const [send] = processes as [Send];
    expect(await metricsOf(send)).toContain('aftersale_cell_up{cell="a"} 1');
    await linkOf("a").cut();
    await until(
      async () => (await metricsOf(send)).includes('aftersale_cell_up{cell="a"} 0'),
      ANNOUNCED_WITHIN_MS,
    );
    expect(await metricsOf(send)).toContain('aftersale_cell_up{cell="b"} 1');
    expect((await send("/v2.2/stores/none")).status).toBe(401);
    expect(await readStore(send, inB)).toBe(200);
    await linkOf("a").mend();
    await until(async () => (await readStore(send, inA)) === 200, 4 * ANNOUNCED_WITHIN_MS);
  });

  test("with all others makes /readyz 503, which is counted apart and not as an error", async () => {
    const [send] = processes as [Send];
    for (const name of ["a", "b", "c"]) await linkOf(name).cut();
    await until(async () => (await send("/readyz")).status === 503, 4 * ANNOUNCED_WITHIN_MS);
    // The metrics are rendered once a second.
    let metrics = "";
    await until(async () => {
      metrics = await metricsOf(send);
      return /^aftersale_readiness_checks_total\{outcome="not_ready"\} [1-9]/m.test(metrics);
    }, ANNOUNCED_WITHIN_MS);
    expect(metrics).not.toMatch(/route="\/readyz",status="503"/);
    expect(metrics).not.toMatch(/^aftersale_http_errors_total\{status="503",code="other"/m);
    for (const name of ["a", "b", "c"]) await linkOf(name).mend();
    await until(async () => (await send("/readyz")).status === 200, 4 * ANNOUNCED_WITHIN_MS);
  });
});
