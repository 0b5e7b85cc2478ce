import { expect, test } from "bun:test";
import { importPart } from "../../../src/core/imports/import-part.ts";
import { failImportJob, importJob } from "../../../src/features/inventory/imports/import-job.ts";
import type { StockImportWithErrors } from "../../../src/features/inventory/imports/schema.ts";
import { STOCK_IMPORTS } from "../../../src/features/inventory/imports/stock-imports.ts";
import { newPerson } from "../../support/console.ts";
import { LEVELS, levelsOf, newShop } from "../../support/inventory.ts";
import { plantFault } from "../../support/planted-fault.ts";
import { answerOf, invalidAnswer, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ hasIdleQueues: true });
const IMPORTS = "/stores/:store/inventory-imports";
const HEADER = "product_id,title,location_id,quantity\n";
const LINES = 1_200;

/** Returns a file with a level per line, of which each hundredth is at an unknown location. */
function fileOf(place: string, lines = LINES): string {
  const rows = Array.from(
    { length: lines },
    (_, n) => `p${n},P ${n},${n % 100 === 99 ? "loc_0" : place},${n + 1}\n`,
  );
  return HEADER + rows.join("");
}

async function start(store: TestStore, file: string): Promise<string> {
  const started = await store.post(IMPORTS, { file });
  expect(started.status).toBe(202);
  return ((await started.json()) as { id: string }).id;
}

async function read(store: TestStore, id: string): Promise<StockImportWithErrors> {
  const { status, body } = await answerOf(store.get(`${IMPORTS}/${id}`));
  expect(status).toBe(200);
  return (body as { import: StockImportWithErrors }).import;
}

const progressOf = ({ status, lines_done, changed, broken }: StockImportWithErrors): unknown[] => [
  status,
  lines_done,
  changed,
  broken,
];
const DONE = ["done", LINES, 1_188, 12];

test("an import that a killed process has begun goes on after the last part, and imports nothing twice", async () => {
  const { store, place } = await newShop(service);
  const id = await start(store, fileOf(place));
  expect(progressOf(await read(store, id))).toEqual(["queued", 0, 0, 0]);
  const key = { storeId: store.id, importId: id };
  expect(await importPart(store.ctx, STOCK_IMPORTS, key)).toBe(true);
  expect(progressOf(await read(store, id))).toEqual(["running", 500, 495, 5]);
  await service.drain();
  const done = await read(store, id);
  expect(progressOf(done)).toEqual(DONE);
  expect(done.errors.map(({ line }) => line)).toEqual(Array.from({ length: 12 }, (_, n) => 101 + n * 100));
  const levels = await levelsOf(store);
  expect(levels).toHaveLength(1_188);
  const first = levels.find(({ product }) => product.id === "p0");
  const { body } = await answerOf(store.get(`${LEVELS}/${first?.id}/history`));
  expect((body as { history: unknown[] }).history).toMatchObject([{ by: "test client", from: null }]);
});

test("workers on one import together import each line once", async () => {
  const { store, place } = await newShop(service);
  const id = await start(store, fileOf(place));
  const key = { storeId: store.id, importId: id };
  await Promise.all([1, 2, 3].map(() => importJob.handle(store.ctx, [key])));
  await service.drain();
  expect(progressOf(await read(store, id))).toEqual(DONE);
});

test("a part that fails leaves nothing of itself, and what is given up can be resumed by a person", async () => {
  const { store, place } = await newShop(service);
  const id = await start(store, fileOf(place, 700));
  const key = { storeId: store.id, importId: id };
  await importPart(store.ctx, STOCK_IMPORTS, key);
  const fault = await plantFault(service, ["inventory_import_parts"]);
  await fault.begin("53100");
  await expect(importPart(store.ctx, STOCK_IMPORTS, key)).rejects.toThrow();
  expect(progressOf(await read(store, id))).toEqual(["running", 500, 495, 5]);
  expect(await levelsOf(store)).toHaveLength(495);
  await store.ctx.jobs.send(failImportJob, key);
  await service.drain();
  await fault.end();
  expect(progressOf(await read(store, id))).toEqual(["failed", 500, 495, 5]);
  const owner = await newPerson(service, store, "owner");
  const path = `:store/inventory/imports/${id}`;
  expect(await (await owner.get(path)).text()).toContain("The first 500 of 700 lines were read");
  expect((await owner.post(path, { _act: "resume" })).status).toBe(303);
  await service.drain();
  expect(progressOf(await read(store, id))).toEqual(["done", 700, 693, 7]);
  expect(await answerOf(store.post(`${IMPORTS}/${id}/resume`, undefined))).toEqual(problemAnswer(409));
});

test("a file without a valid header or a row, or with too many lines, is 400 and starts nothing", async () => {
  const { store } = await newShop(service);
  for (const file of ["a,b\n1,2\n", HEADER, HEADER + "x\n".repeat(200_001)]) {
    expect(await answerOf(store.post(IMPORTS, { file }))).toEqual(invalidAnswer({ pointer: "/file" }));
  }
  expect((await answerOf(store.get(IMPORTS))).body).toEqual({ imports: [] });
});

test("a store has at most five unfinished imports, and another store's are unknown", async () => {
  const { store, place } = await newShop(service);
  const id = await start(store, fileOf(place, 1));
  for (let i = 1; i < 5; i++) await start(store, fileOf(place, 1));
  expect((await store.post(IMPORTS, { file: fileOf(place, 1) })).status).toBe(429);
  const { store: other } = await newShop(service);
  for (const path of ["", "/errors.csv"])
    expect((await other.get(`${IMPORTS}/${id}${path}`)).status).toBe(404);
  expect((await other.post(`${IMPORTS}/${id}/resume`, undefined)).status).toBe(404);
  await service.drain();
  expect((await store.post(IMPORTS, { file: fileOf(place, 1) })).status).toBe(202);
});

test("imports that start at once share what is left of the limit, and one that failed is resumed within it", async () => {
  const { store, place } = await newShop(service);
  const failed = await start(store, fileOf(place, 1));
  await failImportJob.handle(store.ctx, [{ storeId: store.id, importId: failed }]);
  for (let i = 0; i < 4; i++) await start(store, fileOf(place, 1));
  const starts = [1, 2, 3].map((lines) => store.post(IMPORTS, { file: fileOf(place, lines) }));
  expect((await Promise.all(starts)).map(({ status }) => status).sort()).toEqual([202, 429, 429]);
  expect((await store.post(`${IMPORTS}/${failed}/resume`, undefined)).status).toBe(429);
});
