import { beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { exportJob, failExportJob } from "../../../../src/features/warehouse/asn/export-job.ts";
import { removeOldJob } from "../../../../src/workers.ts";
import { inHeldTransaction, untilLockWaits } from "../../../support/lock-waits.ts";
import { answerOf, newOrder, newReturn, postReturn } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";
import { json, warehouse } from "../../../support/warehouse.ts";

const EXPORTS = "/reporting/asn/exports";
const NO_EXPORT = json(404, { errors: { message: "No export found with this ID." } });
const UNAUTHORIZED = json(401, {
  error: { code: "401", http_code: "GEN-UNAUTHORIZED", message: "Unauthorized." },
});

const service = useService({ hasIdleQueues: true });
let store: TestStore;
beforeEach(async () => {
  store = await service.newStore();
});

async function order(body: object): Promise<string> {
  const answer = await warehouse(service, store, `POST ${EXPORTS}`, { body });
  expect(answer).toEqual(json(202, { id: expect.stringMatching(/^asn_[0-9a-z]{26}$/) }));
  return (answer.body as { id: string }).id;
}

async function stateOf(id: string): Promise<unknown> {
  const { status, body } = await warehouse(service, store, `GET ${EXPORTS}/${id}`);
  expect(status).toBe(200);
  return body;
}

function fetchFile(id: string, of: TestStore = store): Promise<Response> {
  return service.fetch(`/api/v1/warehouse${EXPORTS}/${id}/file`, {
    headers: { "X-Authorization": of.secret },
  });
}

async function written(body: object): Promise<string> {
  const id = await order(body);
  await service.drain();
  const file = await fetchFile(id);
  expect(file.status).toBe(200);
  return file.text();
}

/** Creates a return of this many units, with a title and a reason that file formats must escape. */
async function newUnits(quantity: number): Promise<void> {
  const line = { id: "line-1", productId: "tee", title: 'A "Tee", or\r\ntwo', quantity, price: 3 };
  const items = [{ lineItemId: "line-1", quantity, reason: "=1+1" }];
  await postReturn(store, await newOrder(store, { lineItems: [line] }), { items });
}

test("fifty exports of a store may be pending, the next is 429, and other stores are not affected", async () => {
  for (let i = 0; i < 50; i++) await order({ format: "csv" });
  const answer = await service.fetch(`/api/v1/warehouse${EXPORTS}`, {
    method: "POST",
    headers: { "X-Authorization": store.secret, "Content-Type": "application/json" },
    body: JSON.stringify({ format: "csv" }),
  });
  expect([answer.status, answer.headers.get("Retry-After"), await answer.json()]).toEqual([
    429,
    "10",
    { message: "50 exports of the store are being written; try again when one is ready." },
  ]);
  const full = store;
  store = await service.newStore();
  await order({ format: "csv" });
  store = full;
  await service.drain();
  await order({ format: "csv" });
});

test("an export is queued, written by its job, and then has a file", async () => {
  await newUnits(2_500);
  const id = await order({ format: "jsonl" });
  expect(await stateOf(id)).toEqual({
    id,
    status: "queued",
    rows_done: 0,
    rows_total: 0,
    download_url: null,
  });
  expect(await answerOf(fetchFile(id))).toEqual(
    json(409, { errors: { message: "The export is queued: it has no file." } }),
  );

  await service.drain();
  const url = `http://localhost/api/v1/warehouse${EXPORTS}/${id}/file`;
  expect(await stateOf(id)).toEqual({
    id,
    status: "ready",
    rows_done: 2_500,
    rows_total: 2_500,
    download_url: url,
  });
  const file = await fetchFile(id);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-type": "application/jsonl",
    "content-disposition": `attachment; filename="asn-${id}.jsonl"`,
    "x-content-type-options": "nosniff",
  });
});

test("ASN export: a jsonl file has the rows of the report", async () => {
  await newReturn(store);
  await newUnits(1_200);
  const { body } = await warehouse(service, store, "GET /reporting/asn");
  const text = await written({ format: "jsonl" });
  expect(text.endsWith("\n")).toBe(true);
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(body as never);
});

test("a csv file has a header and the rows of the report; cells are quoted where necessary, and no text begins a formula", async () => {
  await newUnits(2);
  const { body } = await warehouse(service, store, "GET /reporting/asn");
  const rows = body as Record<string, unknown>[];
  const [head = [], ...cells] = readCsv(await written({ format: "csv" }));
  expect(head.toSorted()).toEqual(Object.keys(rows[0] ?? {}).toSorted());
  expect(cells).toEqual(rows.map((row) => head.map((name) => String(row[name] ?? "").replace(/^=/, "'="))));
  expect(rows[0]).toMatchObject({ title: 'A "Tee", or\r\ntwo', return_reason: "=1+1" });
});

test("without rows a csv file has only its header, and a jsonl file is empty", async () => {
  const csv = await written({ format: "csv", from: "2020-01-01", to: "2020-01-02" });
  expect(csv).toMatch(/^id,service_id,.*,consolidation_tracking\r\n$/);
  expect(await written({ format: "jsonl", from: "2020-01-01", to: "2020-01-02" })).toBe("");
});

test("an export has the window of the report, and its defaults depend on the time of the request", async () => {
  for (const time of [
    "2026-03-02T23:59:59Z",
    "2026-03-03T00:00:00Z",
    "2026-03-10T23:59:59Z",
    "2026-03-11T00:00:00Z",
  ]) {
    service.setClock(new Date(time));
    await newReturn(store);
  }
  const datesIn = (text: string) =>
    [...text.matchAll(/"created_at":"([^"]+)\+00:00"/g)].map(([, time]) => time);
  service.setClock(new Date("2026-03-10T09:00:00Z"));
  const id = await order({ format: "jsonl", from: null });
  service.setClock(undefined);
  await service.drain();
  expect(datesIn(await (await fetchFile(id)).text())).toEqual(["2026-03-10T23:59:59", "2026-03-03T00:00:00"]);
  expect(datesIn(await written({ format: "jsonl", from: "2026-03-02", to: "2026-03-03 00:00:00" }))).toEqual([
    "2026-03-03T00:00:00",
    "2026-03-02T23:59:59",
  ]);
});

test("ASN export: the same range has the same bytes after any interruption", async () => {
  await newUnits(3_300);
  const first = await written({ format: "csv" });
  const id = await order({ format: "csv" });
  await breakingAfter(2, () => service.drain());
  expect(service.log.filter(({ storeId, level }) => storeId === store.id && level === 50)).toMatchObject([
    { job: "asn.export", failures: 1, againInSeconds: 1 },
  ]);
  expect(await stateOf(id)).toMatchObject({ status: "running", rows_total: 3_300, download_url: null });
  expect((await fetchFile(id)).status).toBe(409);

  // The queue would start the job again.
  await store.ctx.jobs.send(exportJob, { storeId: store.id, exportId: id });
  await service.drain();
  expect(await (await fetchFile(id)).text()).toBe(first);
});

test("two workers on one export write one file", async () => {
  await newUnits(5_000);
  const first = await written({ format: "jsonl" });
  const id = await order({ format: "jsonl" });
  const key = { storeId: store.id, exportId: id };
  await Promise.all([1, 2, 3].map(() => exportJob.handle(store.ctx, [key])));
  // The next job continues work that one job had no time for.
  await service.drain();
  expect(await stateOf(id)).toMatchObject({ status: "ready", rows_done: 5_000, rows_total: 5_000 });
  expect(await (await fetchFile(id)).text()).toBe(first);
});

test("a worker continues after a part that another worker has written meanwhile, without an error", async () => {
  await newUnits(1_200);
  const first = await written({ format: "jsonl" });
  const id = await order({ format: "jsonl" });
  const key = { storeId: store.id, exportId: id };
  const work = inHeldTransaction(store.ctx.db, async (tx) => {
    await tx.execute(sql`lock table asn_export_parts in share mode`);
    const workers = [1, 2].map(() => exportJob.handle(store.ctx, [key]));
    // One worker has locked the export and can't write its part, the other waits for the export.
    await untilLockWaits(store, 2);
    return workers;
  });
  await Promise.all(await work);
  await service.drain();
  expect(await (await fetchFile(id)).text()).toBe(first);
  const failures = service.log.filter(({ storeId, level }) => storeId === store.id && level === 50);
  expect(failures.map(({ msg }) => msg)).toEqual([]);
});

test("an export that can't be written becomes failed after its last attempt, and a ready one stays ready", async () => {
  await newReturn(store);
  const ready = await order({ format: "csv" });
  await service.drain();
  const broken = await order({ format: "csv" });
  for (const exportId of [ready, broken]) {
    await store.ctx.jobs.send(failExportJob, { storeId: store.id, exportId });
  }
  await service.drain();
  expect(await stateOf(ready)).toMatchObject({ status: "ready" });
  expect(await stateOf(broken)).toMatchObject({ status: "failed", download_url: null });
  expect(await answerOf(fetchFile(broken))).toEqual(
    json(409, { errors: { message: "The export is failed: it has no file." } }),
  );
});

test("a file with a missing part breaks the response", async () => {
  await newUnits(2_100);
  const id = await order({ format: "csv" });
  await service.drain();
  await store.ctx.db.execute(
    sql`delete from asn_export_parts where store_id = ${store.id} and export_id = ${id} and number = 2`,
  );
  await expect(fetchFile(id).then((file) => file.text())).rejects.toThrow("is missing");
  expect(service.log.at(-1)).toMatchObject({ msg: "a file of the ASN report broke off" });
});

test("exports can be downloaded for a week, and are removed with their files an hour later", async () => {
  await newReturn(store);
  const [old, unseen, young] = [
    await order({ format: "csv" }),
    await order({ format: "csv" }),
    await order({ format: "csv" }),
  ];
  await service.drain();
  await age(old, "7 days 1 hour 1 second");
  await age(unseen, "7 days 1 second");
  await age(young, "6 days 23:59");
  await store.ctx.jobs.send(removeOldJob, {});
  await service.drain();
  for (const gone of [old, unseen]) {
    expect(await warehouse(service, store, `GET ${EXPORTS}/${gone}`)).toEqual(NO_EXPORT);
    expect((await fetchFile(gone)).status).toBe(404);
  }
  expect((await fetchFile(young)).status).toBe(200);
  const { rows } = await store.ctx.db.execute<{ id: string }>(sql`
    select distinct export_id as id from asn_export_parts where store_id = ${store.id} order by 1`);
  expect(rows.map(({ id }) => id)).toEqual([unseen, young].sort());

  async function age(id: string, by: string) {
    await store.ctx.db.execute(sql`
      update asn_exports set created_at = now() - ${by}::interval where store_id = ${store.id} and id = ${id}`);
  }
});

describe("an error response is returned for", () => {
  test.each([
    [{}, { format: ["format is required."] }],
    [{ format: "xml" }, { format: ["format must be one of csv, jsonl."] }],
    [{ format: "csv", from: "nonsense" }, { from: ["The from is not a valid date."] }],
    [{ format: "csv", to: "2026-02-30" }, { to: ["The to is not a valid date."] }],
    [{ format: "csv", from: 5 }, { from: [expect.any(String)] }],
    [
      { format: "csv", from: "2026-03-02", to: "2026-03-01" },
      { to: ["The to must be a date after or equal to from."] },
    ],
  ])("%j", async (body, errors) => {
    const answer = await warehouse(service, store, `POST ${EXPORTS}`, { body });
    expect(answer).toEqual(json(422, { message: "The given data was invalid.", errors }));
  });

  test.each([undefined, "", "{", "[]", "null"])("the body %j", async (body) => {
    const sent = body === undefined ? {} : { body };
    expect((await warehouse(service, store, `POST ${EXPORTS}`, sent)).status).toBe(422);
    const { rows } = await store.ctx.db.execute(sql`select from asn_exports where store_id = ${store.id}`);
    expect(rows).toHaveLength(0);
  });

  test("an unknown export, identical for another store's export", async () => {
    const id = await order({ format: "csv" });
    await service.drain();
    const other = await service.newStore();
    for (const [who, unknown] of [
      [store, "asn_00000000000000000000000000"],
      [store, "%00"],
      [other, id],
    ] as const) {
      expect(await warehouse(service, who, `GET ${EXPORTS}/${unknown}`)).toEqual(NO_EXPORT);
      expect(await answerOf(fetchFile(unknown, who))).toEqual(NO_EXPORT);
    }
  });

  test("a missing secret and a secret without the scope", async () => {
    const id = await order({ format: "csv" });
    const narrow = await store.withScopes("returns_write");
    for (const headers of [{}, { "X-Authorization": narrow.secret }] as Record<string, string>[]) {
      for (const operation of [`POST ${EXPORTS}`, `GET ${EXPORTS}/${id}`, `GET ${EXPORTS}/${id}/file`]) {
        const body = operation.startsWith("POST") ? { format: "csv" } : undefined;
        const answer = await warehouse(service, store, operation, { headers, ...(body && { body }) });
        expect(answer).toEqual(UNAUTHORIZED);
      }
    }
  });
});

/** Lets this many parts be written and makes the next one fail. */
async function breakingAfter(parts: number, work: () => Promise<void>): Promise<void> {
  await store.ctx.db.execute(
    sql.raw(`
    create function break_parts() returns trigger language plpgsql as
      $$ begin if new.number >= ${parts} then raise 'broken'; end if; return new; end $$;
    create trigger break_parts before insert on asn_export_parts for each row execute function break_parts()`),
  );
  try {
    await work();
  } finally {
    await store.ctx.db.execute(sql.raw("drop function break_parts cascade"));
  }
}

/** Parses CSV as in RFC 4180, independently of the writer. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (!match) throw new Error("this is no CSV");
    const [, quoted, plain = "", end] = match;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== "\r\n") continue;
    records.push(record);
    record = [];
  }
  return records;
}
