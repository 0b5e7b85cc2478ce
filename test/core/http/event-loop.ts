import { fullGC } from "bun:jsc";
import { beforeAll, describe, expect, test } from "bun:test";
import { type App, createApp } from "../../../src/app.ts";
import { createYielder } from "../../../src/lib/yielder.ts";
import { type Held, heldBy } from "../../support/event-loop.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { useService, useStore } from "../../support/use-service.ts";

// Not part of the suite by itself: event-loop.test.ts runs it in a process of its own.

/**
 * The longest time that a request may block the event loop on the reference machine, and the factor allowed
 * for slower ones.
 */
const MOST_MS = 250;
const SLOWER = 2;
const MOST_MB = 100;
const MANY = 10_000;

const service = useService();
const store = useStore(service);
let app: App;
let send: (
  method: string,
  path: string,
  body?: unknown,
  more?: Record<string, string>,
) => Promise<{ status: number; text: string; held: Held }>;
beforeAll(async () => {
  // As src/main.ts frees it.
  const ctx = { ...store.ctx, freeMemory: () => void fullGC() };
  app = createApp(ctx, { ready: true, stopping: false });
  send = async (method, path, body, more) => {
    const url = `http://localhost${path.replace(":store", store.id)}`;
    const headers = { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json", ...more };
    const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
    const request = new Request(url, { method, headers, body: text });
    let answer: Response | undefined;
    const pieces: Uint8Array[] = [];
    const held = await heldBy(async () => {
      answer = await app.fetch(request);
      for await (const piece of answer.body ?? []) {
        pieces.push(piece);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    return { status: answer?.status ?? 0, text: Buffer.concat(pieces).toString(), held };
  };
  // The first use compiles code, which is not measured.
  await fill(10, "warm");
});

const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${i}`,
    productId: "p",
    title: "t",
    quantity: 1,
    price: 5,
  }));

/** Creates an order of this many lines and a return of all of them through the API. */
async function fill(count: number, orderId: string) {
  const ordered = await send(
    "POST",
    "/v2.2/stores/:store/orders",
    order(orderId, { lineItems: lines(count) }),
  );
  const items = lines(count).map(({ id }) => ({ lineItemId: id, quantity: 1, reason: "r" }));
  const returned = await send("POST", "/v2.2/stores/:store/returns", returnOf(orderId, { items }));
  const { return: made } = JSON.parse(returned.text) as { return: { id: string; items: { id: string }[] } };
  return { ordered, returned, id: made.id, itemIds: made.items.map(({ id }) => id) };
}

const IMAGE = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(7_000_000)]).toString(
  "base64",
);
const event = (more: object) => ({ eventName: "seen", customer: { id: "c" }, ...more });
const many = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k-${i}`, value]));
const largeEvent = event({ data: many(400, "x".repeat(100)) });
const noEvent = { eventName: 1, customer: many(2_000, 1), data: many(2_000, null) };

function expectLittle({ longestMs, grownMb }: Held): void {
  expect(longestMs).toBeLessThan(MOST_MS * SLOWER);
  expect(grownMb).toBeLessThan(MOST_MB * SLOWER);
}

describe("no request blocks the event loop:", () => {
  let made: Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    made = await fill(MANY, "many");
  });

  test.each<[string, string, () => unknown]>([
    ["an image", "/v2.2/returns/:return/comments", () => ({ comment: { image: IMAGE } })],
    [
      "a string",
      "/v2.2/stores/:store/events",
      () => event({ data: { $extra: { text: "x".repeat(5_000_000) } } }),
    ],
    [
      "brackets",
      "/v2.2/stores/:store/events",
      () => event({ data: { $extra: { a: Array(900_000).fill([]) } } }),
    ],
    [
      "escapes",
      "/v2.2/stores/:store/events",
      () => event({ data: { $extra: { text: '"'.repeat(2_000_000) } } }),
    ],
    [
      "objects",
      "/v2.2/stores/:store/events",
      () => event({ data: { $extra: { a: Array(1_700_000).fill({}) } } }),
    ],
    ["fields", "/v2.2/stores/:store/events", () => event({ data: { $extra: many(199_000, 1) } })],
    ["data", "/v2.2/stores/:store/events", () => event({ data: many(199_000, 1) })],
    [
      "fields of a profile",
      "/v2.2/stores/:store/events",
      () => event({ customer: { id: "c", customFields: many(199_000, 1) } }),
    ],
    ["unknown fields", "/v2.2/returns/:return/comments", () => many(800_000, 1)],
    ["a number", "/v2.2/stores/:store/events", () => `{"value":${"9".repeat(5_000_000)}}`],
    ["events", "/v2.2/stores/:store/events/bulk", () => ({ events: Array(100).fill(largeEvent) })],
    [
      "invalid lines",
      "/v2.2/stores/:store/orders",
      () => order("none", { lineItems: Array(10_000).fill({ id: 1, quantity: "x", title: {}, price: [] }) }),
    ],
    ["invalid events", "/v2.2/stores/:store/events/bulk", () => ({ events: Array(100).fill(noEvent) })],
  ])("%s in a body", async (_, path, bodyOf) => {
    const { status, held } = await send("POST", path.replace(":return", made.id), bodyOf());
    expect(status).toBeLessThan(500);
    expectLittle(held);
  });

  test("an order and a return with the maximum number of lines", () => {
    expect([made.ordered.status, made.returned.status]).toEqual([200, 201]);
    expectLittle(made.ordered.held);
    expectLittle(made.returned.held);
  });

  test.each<[string, string, (made: { id: string; itemIds: string[] }) => unknown]>([
    ["GET", "/v2.2/stores/:store/orders/many", () => undefined],
    ["GET", "/v2.2/returns/:return", () => undefined],
    ["GET", "/v2.2/stores/:store/returns", () => undefined],
    ["GET", "/api/v1/warehouse/return/details?service_return_id=:return", () => undefined],
    ["GET", "/api/v1/warehouse/return/list", () => undefined],
    ["GET", "/api/v1/warehouse/return/list?paginate=true&pageSize=750", () => undefined],
    ["GET", "/api/v1/warehouse/reporting/asn", () => undefined],
    ["PATCH", "/v2.2/returns/:return", () => ({ tags: [{ name: "vip" }] })],
    [
      "PATCH",
      "/v2.2/returns/:return",
      ({ itemIds }) => ({ items: itemIds.map((id) => ({ id, grade: "A" })) }),
    ],
    [
      "PATCH",
      "/v2.2/returns/:return",
      ({ itemIds }) => ({
        shipments: Array.from({ length: 250 }, (_, i) => ({ itemIds: itemIds.slice(i * 39, i * 39 + 100) })),
      }),
    ],
  ])("%s %s", async (method, path, bodyOf) => {
    const { status, held } = await send(method, path.replace(":return", made.id), bodyOf(made));
    expect(status).toBe(200);
    expectLittle(held);
  });
});

test("a report of many units that is read as fast as it is written lets other work run", async () => {
  const [line] = lines(1);
  const quantity = 100_000;
  await send("POST", "/v2.2/stores/:store/orders", order("units", { lineItems: [{ ...line, quantity }] }));
  const items = [{ lineItemId: "0", quantity, reason: "r" }];
  expect((await send("POST", "/v2.2/stores/:store/returns", returnOf("units", { items }))).status).toBe(201);
  const headers = { Authorization: `Bearer ${store.secret}` };
  const report = await app.fetch(new Request("http://localhost/api/v1/warehouse/reporting/asn", { headers }));
  let [turns, bytes] = [0, 0];
  const ticks = setInterval(() => turns++, 1);
  for await (const piece of report.body ?? []) bytes += piece.byteLength;
  clearInterval(ticks);
  expect(bytes).toBeGreaterThan(40_000_000);
  expect(turns).toBeGreaterThan(40);
});

describe("no file of stock blocks the event loop:", () => {
  const HEADER = "product_id,title,location_id,quantity\n";
  test.each([
    ["fields that are never closed", `${HEADER}${'a","\n'.repeat(60_000)}`],
    ["lines that aren't valid", HEADER + "x\n".repeat(300_000)],
    ["empty lines", `${HEADER}${"\n".repeat(1_500_000)}x`],
  ])(
    "%s",
    async (_, file) => {
      const { status, held } = await send("POST", "/v2.2/stores/:store/inventory-levels/import", { file });
      expect(status).toBe(200);
      expectLittle(held);
    },
    60_000,
  );

  test("the largest that is imported in the background", async () => {
    const line = `p-1,"Product, the first",loc_01kb3e8m9g0000q2x7d4n8wvf5,1\n`;
    const file = HEADER + line.repeat(Math.floor((10_000_000 - HEADER.length) / line.length));
    const { status, held } = await send("POST", "/v2.2/stores/:store/inventory-imports", { file });
    expect(status).toBe(202);
    expectLittle(held);
  }, 60_000);
});

test("strict handling of many unknown fields in a nullable object doesn't block the event loop", async () => {
  const location = Object.fromEntries(Array.from({ length: 199_000 }, (_, i) => [`f${i}`, 1]));
  const body = { eventName: "seen", customer: { id: "ann", location } };
  const strict = { Prefer: "handling=strict" };
  const { status, text, held } = await send("POST", "/v2.2/stores/:store/events", body, strict);
  expect(status).toBe(400);
  expect(JSON.parse(text).errors).toHaveLength(100);
  expect(held.longestMs).toBeLessThan(MOST_MS * SLOWER);
});

describe("the description and its pages don't block the event loop when they are first read:", () => {
  test.each(["/openapi.json", "/openapi.yaml", "/docs", "/docs/reference/returns", "/docs/json"])(
    "%s",
    async (path) => {
      const { status, held } = await send("GET", path);
      expect(status).toBe(200);
      expect(held.longestMs).toBeLessThan(MOST_MS * SLOWER);
    },
  );
});

test("a loop that yields lets other work run", async () => {
  const { longestMs } = await heldBy(async () => {
    const pace = createYielder();
    const until = performance.now() + 600;
    while (performance.now() < until) await pace();
  });
  expect(longestMs).toBeLessThan(MOST_MS);
});

test("the probe detects a blocked event loop", async () => {
  const { longestMs } = await heldBy(async () => {
    let x = 0;
    // What is measured is processor time, and the machine may be busy with other tests.
    for (const start = process.cpuUsage(); process.cpuUsage(start).user < 1_200_000; ) x += Math.sqrt(x + 1);
    expect(x).toBeGreaterThan(0);
  });
  expect(longestMs).toBeGreaterThan(MOST_MS);
});
