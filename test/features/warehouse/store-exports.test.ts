import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { failExportJob } from "../../../src/features/warehouse/asn/export-job.ts";
import type { StoreExport } from "../../../src/features/warehouse/exports/schema.ts";
import { JOBS } from "../../../src/workers.ts";
import { meetAtWrites } from "../../support/lock-waits.ts";
import { answerOf, newReturn, noContent, problemAnswer } from "../../support/returns.ts";
import { startService, type TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService({ hasIdleQueues: true });
const store = useStore(service);
const EXPORTS = "/stores/:store/asn-exports";

async function listed(of: TestStore, headers = {}): Promise<StoreExport[]> {
  return ((await (await of.get(EXPORTS, headers)).json()) as { exports: StoreExport[] }).exports;
}

async function started(of: TestStore, body: object = { format: "csv" }): Promise<string> {
  const response = await of.post(EXPORTS, body);
  expect(response.status).toBe(202);
  return ((await response.json()) as { id: string }).id;
}

test("an export is listed while it is written, and has a file then", async () => {
  await newReturn(store);
  const id = await started(store, { format: "csv", from: "2026-01-01" });
  expect(await listed(store)).toMatchObject([
    { id, format: "csv", status: "queued", rowsDone: 0, url: null },
  ]);
  const file = `${EXPORTS}/${id}/file`;
  expect(await answerOf(store.get(file))).toEqual(
    problemAnswer(409, "The export is queued: it has no file."),
  );
  await service.drain();
  const [ready] = await listed(store);
  expect(ready).toMatchObject({
    status: "ready",
    rowsDone: 1,
    rowsTotal: 1,
    from: "2026-01-01T00:00:00.000Z",
  });
  expect(ready?.url).toBe(`http://localhost/v2.2/stores/${store.id}/asn-exports/${id}/file`);
  const response = await store.get(file);
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="asn-${id}.csv"`);
  expect((await response.text()).trim().split("\r\n")).toHaveLength(2);
});

test("exports of another store, unknown and deleted ones are 404", async () => {
  const other = await service.newStore();
  const id = await started(other);
  const cancelled = await started(store);
  expect(await answerOf(store.delete(`${EXPORTS}/${cancelled}`))).toEqual(noContent);
  await service.drain();
  expect((await listed(store)).map((each) => each.id)).not.toContain(cancelled);
  for (const unknown of [id, cancelled, "asn_0"]) {
    const missing = problemAnswer(404, `The store has no export ${unknown}.`);
    expect(await answerOf(store.get(`${EXPORTS}/${unknown}/file`))).toEqual(missing);
    expect(await answerOf(store.delete(`${EXPORTS}/${unknown}`))).toEqual(missing);
  }
  const { rows } = await store.ctx.db.execute(
    sql`select from asn_export_parts where store_id = ${store.id} and export_id = ${cancelled}`,
  );
  expect(rows).toEqual([]);
});

test("the list has pages, newest first; a date that isn't one is 400, the 51st unfinished export 429", async () => {
  const busy = await service.newStore();
  const ids: string[] = [];
  for (let n = 0; n < 50; n++) ids.push(await started(busy));
  expect((await answerOf(busy.post(EXPORTS, { format: "csv" }))).status).toBe(429);
  expect((await answerOf(busy.post(EXPORTS, { format: "csv", from: "soon" }))).status).toBe(400);
  const found: string[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const headers: Record<string, string> = next ? { "X-Page-Continue": next } : {};
    const response: Response = await busy.get(EXPORTS, headers);
    found.push(...((await response.json()) as { exports: { id: string }[] }).exports.map(({ id }) => id));
    next = response.headers.get("X-Page-Next");
  }
  expect(found).toEqual(ids.toReversed());
});

test("of two exports that two processes start at once the last free place takes one", async () => {
  const busy = await service.newStore();
  for (let n = 0; n < 49; n++) await started(busy);
  const other = await startService({ databaseUrl: busy.ctx.config.databaseUrl });
  const answers = await meetAtWrites(busy, "pgboss.job", [
    () => busy.post(EXPORTS, { format: "csv" }),
    () => other.as(busy).post(EXPORTS, { format: "csv" }),
  ]);
  await other.stop();
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 429]);
});

test("exports that start at once share what is left of the limit, and one that failed is retried within it", async () => {
  const busy = await service.newStore();
  const failed = await started(busy);
  await failExportJob.handle(busy.ctx, [{ storeId: busy.id, exportId: failed }]);
  for (let n = 0; n < 49; n++) await started(busy);
  const starts = Array.from({ length: 10 }, () => busy.post(EXPORTS, { format: "csv" }));
  const answers = await Promise.all(starts);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(429)]);
  expect((await busy.post(`${EXPORTS}/${failed}/retry`, undefined)).status).toBe(429);
});

test("an export that has no file yet outlives the daily removal of old ones", async () => {
  const fresh = await service.newStore();
  const id = await started(fresh);
  const removal = JOBS.find(({ name }) => name === "retention.remove");
  await removal?.handle(fresh.ctx, [{}]);
  expect(await listed(fresh)).toMatchObject([{ id, status: "queued" }]);
});
