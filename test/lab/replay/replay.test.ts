import { beforeAll, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseCsv } from "../../../src/lib/csv.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import { compareReplayed } from "../torture/history/replayed-store.ts";
import { planReplay } from "./plan.ts";
import { readInvoices } from "./read-invoices.ts";
import { replay } from "./replay.ts";
import { report } from "./report.ts";
import { SAMPLE, SAMPLE_SKIPPED, SAMPLE_SUMS } from "./sample.ts";
import { orderBody, returnBody } from "./wire.ts";

const quiet = { begin: () => {}, step: () => {}, end: () => {} };

const service = useService();
let server: Bun.Server<undefined>;
let folder: TemporaryFolder;
let file: string;
beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      return service.fetch(`${pathname}${search}`, request);
    },
  });
  folder = await temporaryFolder("aftersale-replay-");
  file = join(folder.path, "invoices.csv.gz");
  await writeFile(file, Bun.gzipSync(Buffer.from(SAMPLE, "latin1")));
});
service.beforeStop(async () => {
  await server.stop(true);
  await folder.remove();
});

/** Replays the file; generated ids in faults are replaced by ID. */
async function run(store: TestStore, path = file) {
  const target = { url: server.url.origin, store: store.id, secret: store.secret };
  const outcome = await replay(path, target, quiet);
  return { ...outcome, faults: outcome.faults.map((fault) => fault.replaceAll(/ret_\w+/g, "ID")) };
}

test("a replayed file reads back unchanged, and the result counts the skipped lines", async () => {
  const store = await service.newStore();
  const { plan, ...outcome } = await run(store);
  expect({ ...outcome, skipped: Object.fromEntries(plan.skipped), timings: [] }).toEqual({
    faults: [],
    expected: SAMPLE_SUMS,
    read: SAMPLE_SUMS,
    tally: {
      orders: { created: 3, repeated: 0 },
      returns: { created: 5, repeated: 0 },
      moves: { made: 15, found: 0 },
    },
    skipped: SAMPLE_SKIPPED,
    timings: [],
  });
});

test("a second replay on the same store creates nothing", async () => {
  const store = await service.newStore();
  await run(store);
  const { faults, read, tally } = await run(store);
  expect({ faults, read, tally }).toEqual({
    faults: [],
    read: SAMPLE_SUMS,
    tally: {
      orders: { created: 0, repeated: 3 },
      returns: { created: 0, repeated: 5 },
      moves: { made: 0, found: 15 },
    },
  });
});

test("a replayed store that has lost what the file says is noticed, and one that has it all is not", async () => {
  const store = await service.newStore();
  const replayed = { file, store: store.id, secret: store.secret };
  expect(await compareReplayed(replayed, server.url.origin)).toEqual([
    "3 orders of the replay are lost",
    "5 returns of the replay are lost",
    "15 changes of status of the replay are lost",
  ]);
  expect(await compareReplayed(replayed, server.url.origin)).toEqual([]);
});

test("a replay continues where an interrupted one stopped", async () => {
  const store = await service.newStore();
  const { lines, cutShort } = await readInvoices(file);
  const [planned] = planReplay(lines, cutShort).returns;
  if (!planned) throw new Error("The file has no return.");
  await store.post("/stores/:store/orders", orderBody(planned.order));
  const headers = { "Idempotency-Key": `replay ${planned.key}` };
  const opened = await store.post("/stores/:store/returns", returnBody(planned), headers);
  const { id } = ((await opened.json()) as { return: { id: string } }).return;
  await store.put(`/returns/${id}/status`, { status: "in_transit" });

  const { faults, tally } = await run(store);
  expect({ faults, tally }).toEqual({
    faults: [],
    tally: {
      orders: { created: 2, repeated: 1 },
      returns: { created: 4, repeated: 1 },
      moves: { made: 14, found: 1 },
    },
  });
});

test("a return is planned from the latest earlier order with enough units left, over several of its lines if needed", async () => {
  const store = await service.newStore();
  const { plan } = await run(store);
  const taken = plan.returns.map(({ key, order, units }) => [
    key,
    order.id,
    ...units.map(({ line, from, quantity }) => `${quantity} of line ${line.id} from ${from}`),
  ]);
  expect(taken).toEqual([
    ["C4-1", "1", "6 of line 1 from 0", "1 of line 3 from 0"],
    ["C4-2", "1", "1 of line 2 from 0"],
    ["C6-1", "5", "3 of line 1 from 0"],
    ["C6-2", "1", "1 of line 2 from 1"],
    ["C7-1", "3", "74215 of line 1 from 0"],
  ]);
});

test("existing returns and orders from another file are not reported as differences", async () => {
  const store = await service.newStore();
  const other = join(folder.path, "other.csv");
  await writeFile(other, SAMPLE.replaceAll(/^(C?)(\d),/gm, "$1other-$2,").replace("£", "pounds"));
  await run(store, other);
  const { faults, read } = await run(store);
  expect({ faults, read }).toEqual({ faults: [], read: SAMPLE_SUMS });
});

test("an order that differs in one character is reported", async () => {
  const store = await service.newStore();
  const line = { id: "1", productId: "TEE", title: "TEE", quantity: 3, price: 2.51 };
  await store.post("/stores/:store/orders", {
    orderId: "5",
    createdAt: "2010-12-02T10:00:00.000Z",
    lineItems: [line],
    customer: { id: "17850" },
    currencyCode: "GBP",
  });
  const { faults } = await run(store);
  expect(faults).toEqual([
    'order 5: at character 133 expected …ntity":3,"price":2.5}],"customer":{"id":"17850"},"totalPrice…, read …ntity":3,"price":2.51}],"customer":{"id":"17850"},"totalPric…',
    'return C6-1 of order 5 (ID) /items/0/refund/amount/amount: expected "7.50", read "7.53"',
    'return C6-1 of order 5 (ID) /refund/amount: expected "7.50", read "7.53"',
    'order 5 /lineItemsTotal/amount: expected "7.50", read "7.53"',
    "value ordered (GBP): the file says 77214.81, the service 77214.84",
    "refunds (GBP): the file says 77208.51, the service 77208.54",
  ]);
});

test("a return that was reopened and an additional return are reported", async () => {
  const store = await service.newStore();
  await run(store);
  const listed = (await (await store.get("/stores/:store/returns")).json()) as {
    returns: { id: string; order: { name: string } }[];
  };
  const reopened = listed.returns.find(({ order }) => order.name === "5");
  await store.put(`/returns/${reopened?.id}/status`, { status: "open" });
  const extra = await store.post("/stores/:store/returns", {
    data: {
      provider: "retail",
      externalOrderId: "1",
      items: [{ lineItemId: "3", quantity: 1, reason: "Broken" }],
      shippingAddress: { line1: "1 Road", city: "Town", state: "OH", postalCode: "43004", country: "US" },
    },
  });
  expect(extra.status).toBe(201);

  const { faults } = await run(store);
  expect(faults).toEqual([
    "order 1 has a return ID that the file doesn't contain",
    'history of return C6-1 (ID) /4: expected undefined, read {"from":"complete","to":"open"}',
    'history of return C6-1 (ID) /5: expected undefined, read {"from":"open","to":"in_transit"}',
    'history of return C6-1 (ID) /6: expected undefined, read {"from":"in_transit","to":"delivered"}',
    'history of return C6-1 (ID) /7: expected undefined, read {"from":"delivered","to":"complete"}',
    "returns: the file says 5, the service 6",
    "units returned: the file says 74227, the service 74228",
    "refunds (GBP): the file says 77208.51, the service 77210.61",
  ]);
});

test("a service that rejects every request is reported as differences", async () => {
  const store = await service.newStore();
  const outcome = await run({ ...store, secret: "wrong" });
  expect(outcome.read.orders).toBe(0);
  expect(report(outcome)).toContain(
    `order 1: /v2.2/stores/${store.id}/orders returned 401: {"error":"A valid API secret is required`,
  );
});

test("csv fields may be quoted and contain commas, quotes and line breaks; rows end with LF or CRLF", () => {
  expect(parseCsv('a,"b,""c""\nd",\r\n,"",e\n"f"')).toEqual([["a", 'b,"c"\nd', ""], ["", "", "e"], ["f"]]);
});
