import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { COMMENTS, limitOf, MB, OPERATIONS, ORDERS, PATCH, useBench } from "../../support/bench.ts";
import { fullOrder } from "../../support/bodies.ts";
import { startWork } from "../../support/event-loop.ts";
import { returnOf } from "../../support/fixtures.ts";
import { requireInProcess } from "../../support/fleet.ts";
import { answerOf, problemAnswer } from "../../support/returns.ts";

const bench = useBench();
let server: Bun.Server<undefined>;
beforeAll(async () => {
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: bench.app.fetch });
});
afterAll(async () => {
  await server.stop(true);
});

describe("a body over the limit is 413 before it is parsed", () => {
  const tooLarge = (limit: number) => problemAnswer(413, `The body may have at most ${limit} bytes.`);
  const CHUNK = new Uint8Array(64 * 1024).fill(0x20);

  test.each(OPERATIONS)("%s", async (operation) => {
    const limit = limitOf(operation);
    const fill = (length: number) => {
      const text = JSON.stringify(bench.body(operation)).replace(/\}$/, ',"unknown":""}');
      return text.replace(/"\}$/, `${"x".repeat(length - text.length)}"}`);
    };
    await bench.takenButForUnknown(operation, fill(limit));
    expect(await bench.send(operation, fill(limit + 1))).toEqual(tooLarge(limit));
    expect(await bench.send(operation, "[".repeat(limit + 1))).toEqual(tooLarge(limit));
  });

  test.each(OPERATIONS)("over the network, with a declared length and in chunks: %s", async (operation) => {
    const limit = limitOf(operation);
    const [method = ""] = operation.split(" ");
    const chunks = (limit / CHUNK.length) * 2;
    for (const body of [new Uint8Array(chunks * CHUNK.length).fill(0x20), streamOf(CHUNK, chunks)]) {
      const answer = await fetch(server.url.origin + bench.path(operation), bench.init(method, body));
      expect(await answerOf(answer)).toEqual(tooLarge(limit));
    }
  });

  test("an endless body is rejected once it exceeds the limit", async () => {
    // A server resets the connection of a client that goes on sending.
    requireInProcess(bench.store.ctx);
    const endless = streamOf(CHUNK, Number.POSITIVE_INFINITY);
    expect(await bench.send(ORDERS, endless)).toEqual(tooLarge(MB));
  });
});

describe("arrays of a hundred thousand elements get a response within two seconds", () => {
  const many = <T>(element: T) => Array.from({ length: 100_000 }, () => element);
  const lines = Array.from({ length: 12_000 }, (_, i) => ({
    id: `${i}`,
    productId: "p",
    title: "t",
    quantity: 1,
  }));

  test.each<[string, string, object, number[]]>([
    ["tags of an order", ORDERS, { tags: many("") }, [400]],
    ["empty lines", ORDERS, { lineItems: many({}) }, [400]],
    ["lines of numbers", ORDERS, { lineItems: many(1) }, [400]],
    ["10,000 valid lines", ORDERS, { lineItems: lines.slice(0, 10_000) }, [200]],
    ["12,000 valid lines", ORDERS, { lineItems: lines }, [400]],
    ["tags of a return", PATCH, { tags: many({}) }, [400]],
    ["items of a return", PATCH, { items: many({}) }, [400]],
    ["the same item", PATCH, { items: many({ id: "" }) }, [400, 413]],
    ["an object with an invented length", PATCH, { shipments: { length: 1e9 } }, [400]],
    ["an unknown field", COMMENTS, { unknown: many(0) }, [201]],
  ])("%s: %s", async (_, operation, changes, statuses) => {
    const text = JSON.stringify({ ...bench.body(operation), ...changes });
    const worked = startWork();
    const answer = await bench.send(operation, text);
    expect(statuses).toContain(answer.status);
    expect(worked()).toBeLessThan(2_000);
  });

  test("a return of ten thousand items is created, one item more is 400", async () => {
    const item = { lineItemId: "line-1", quantity: 1, reason: "" };
    const open = (count: number) => {
      const data = { ...returnOf("endless").data, items: Array.from({ length: count }, () => item) };
      return bench.store.post("/stores/:store/returns", { data });
    };
    expect((await open(10_000)).status).toBe(201);
    expect((await open(10_001)).status).toBe(400);
  });
});

test("concurrent requests are not delayed", async () => {
  // No operation takes these.
  const wrong = {
    at: 1,
    tags: 1,
    status: 1,
    comment: 1,
    name: 1,
    format: 1,
    file: 1,
    provider: 1,
    amount: 1,
    enabled: 1,
  };
  const huge = { ...wrong, lineItems: Array(100_000).fill({}), items: Array(100_000).fill({}) };
  const bad = OPERATIONS.flatMap((operation) => [
    bench.send(operation, "["),
    bench.send(operation, "[".repeat(500_000)),
    bench.send(operation, new Uint8Array(2 * MB)),
    bench.send(operation, `{"__proto__":{"polluted":true},${JSON.stringify(wrong).slice(1)}`),
    bench.send(operation, JSON.stringify(huge)),
  ]);
  const good = Array.from({ length: 20 }, async () => {
    const body = fullOrder(bench.names.locationId);
    await bench.taken(ORDERS, JSON.stringify(body));
    return [body, (await answerOf(bench.store.get(`/stores/:store/orders/${body.orderId}`))).body] as const;
  });
  for (const answer of await Promise.all(bad)) expect([400, 413]).toContain(answer.status);
  for (const [sent, read] of await Promise.all(good)) expect(read).toEqual({ ...sent, fulfillments: [] });
});

test("no request here caused a 5xx or changed a prototype", () => bench.unharmed());

function streamOf(chunk: Uint8Array, times: number): ReadableStream {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ < times) controller.enqueue(chunk);
      else controller.close();
    },
  });
}
