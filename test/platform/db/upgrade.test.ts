import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { pino } from "pino";
import { start } from "../../../src/boot/start.ts";
import { searchKeyOf } from "../../../src/lib/search-key.ts";
import { readConfig } from "../../../src/platform/config/config.ts";
import { BULK, EVENTS, event } from "../../support/events.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { copyRows, indexesOf, olderDatabase, readRows, readSchema } from "../../support/older-database.ts";
import { answerOf, moveTo, returnIn } from "../../support/returns.ts";
import { startService, type TestService, type TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService({ isSingle: true });
const store = useStore(service);

const LONG = "x".repeat(9_000);
/**
 * Spaces of every kind, which Postgres trims or keeps; letters whose lower case depends on the locale, on
 * their place, or has more characters; fields longer than a key.
 */
const FIELDS = [
  "plain",
  "  Padded  ",
  "\tTab\n",
  "\u00a0no-break\u00a0",
  "\u3000wide\u2003",
  "\ufeffmark\u2028",
  "\u200bzero width\u200b",
  "   \t\u00a0  ",
  " ",
  "",
  "ÄÖÜ-1",
  "İstanbul",
  "IŞIK",
  "ΟΔΟΣ",
  "ΣΑΣ ΣΑΣ",
  "ẞ-ß",
  "K-Å",
  "Ǆ",
  "Ⅷ",
  "𐐀𐐁",
  "😀 Emoji",
  "e\u0301 É",
  "\u0085next line\u0085",
  "\u180evowel\u180e",
  'quote" back\\slash / ',
  `${" ".repeat(300)}${LONG}`,
  `\t${"Ä".repeat(300)}`,
  `A${" ".repeat(300)}\tB`,
  `C${" ".repeat(300)}\t`,
  `${"😀".repeat(254)}${"É".repeat(3)}`,
  `${"İ".repeat(200)}`,
  "same",
  "SAME ",
  "\tSame",
];

beforeAll(async () => {
  const other = await service.newStore();
  for (const [i, field] of FIELDS.entries()) {
    await fill(store, i, field);
    if (i % 5 === 0) await fill(other, i, field);
  }
  const events = FIELDS.map((field, i) =>
    event({
      eventName: Array.from(`visited ${field}`).slice(0, 255).join(""),
      customer: { id: `customer-${i}`, firstName: field, customFields: { [`k${i}`]: field } },
      data: { field, $extra: { field } },
    }),
  );
  expect(await answerOf(store.post(BULK, { events: [...events, {}] }))).toMatchObject({ status: 202 });
  expect(await answerOf(store.post(EVENTS, event({ uniqueId: "one" })))).toMatchObject({ status: 202 });
  await service.drain();
}, 120_000);

/** Customers on orders that get no profile. */
const NAMES = [
  () => null,
  (field: string) => ({ name: `${field} van ${field}` }),
  (field: string) => ({ firstName: field, name: "ignored" }),
];

/** Creates an order whose lines, fulfillment and return have the field. */
async function fill(owner: TestStore, i: number, field: string): Promise<void> {
  const next = FIELDS[(i + 1) % FIELDS.length];
  const lineItems = [field, next, null, undefined].map((sku, n) => ({
    ...{ id: `line-${n}`, productId: "p", title: field, quantity: 2, price: 3 },
    ...(sku !== undefined && { sku }),
  }));
  const customer = { id: `customer-${i}`, firstName: field, lastName: field, email: `a${i}@example.test` };
  const body = order(`order ${i}`, { lineItems, customer: i % 7 ? customer : NAMES[i % 3]?.(field) });
  expect(await answerOf(owner.post("/stores/:store/orders", body))).toMatchObject({ status: 200 });
  const fulfillment = { lineItems: [{ id: "line-0", quantity: 1 }], tracking: { carrier: "c", code: field } };
  const path = `/stores/:store/orders/order ${i}/fulfillments`;
  expect((await owner.post(path, fulfillment)).ok).toBe(true);
  const items = ["line-0", "line-1", "line-2"].map((lineItemId) => ({
    lineItemId,
    quantity: 1,
    reason: "r",
  }));
  const label = i % 3 ? { trackingNumber: field } : undefined;
  const made = await returnIn(owner.post("/stores/:store/returns", returnOf(`order ${i}`, { items, label })));
  if (i % 2) {
    const shipments = [{ tracker: next }, { tracker: field }, {}];
    expect((await owner.patch(`/returns/${made.id}`, { shipments })).status).toBe(200);
  }
  if (i % 4 === 0) await moveTo(owner, made.id, "complete");
}

/** Starts the service as its process does, waits until it has built the missing indexes, and stops it. */
async function startAndStop(url: string): Promise<void> {
  const config = readConfig({ DATABASE_URL: url, ENCRYPTION_KEY: "a key for tests only", DEMO: "0" });
  const log = pino({ level: "silent" });
  const { stop } = await start(config, log, { listen: () => 0, freeMemory: () => {} });
  const wanted = await indexesOf(service.ctx.config.databaseUrl ?? "");
  for (const end = performance.now() + 30_000; performance.now() < end; await Bun.sleep(20)) {
    if (Bun.deepEquals(await indexesOf(url), wanted)) break;
  }
  await stop();
}

/** Requests whose responses show what lists find. */
function requests(): string[] {
  const values = FIELDS.filter((field) => searchKeyOf(field) && field.length <= 255).map(encodeURIComponent);
  const filters = values.flatMap((value) => [
    `returns?sku=${value}`,
    `returns?tracking_number=${value}`,
    `orders?sku=${value}`,
    `search?q=${value}`,
    `search?q=${value}`,
  ]);
  const people = FIELDS.map((_, i) => `returns?email=a${i}@example.test`);
  const lists = ["returns", "orders", "events/rejections", "storefront/events", "returns?status=complete"];
  const profiles = FIELDS.flatMap((_, i) => (i % 7 ? [`customers?email=a${i}@example.test`] : []));
  return [...lists, ...profiles, ...filters, ...people].map((path) => `/stores/:store/${path}`);
}

describe.each([
  [0, "as on the embedded server", ""],
  [0, "Turkish", "locale_provider icu icu_locale 'tr-TR'"],
  [1, "as on the embedded server", ""],
  [2, "as on the embedded server", ""],
])("a database as migration %d made it, its locale %s", (last, _, options) => {
  let database: Awaited<ReturnType<typeof olderDatabase>>;
  let upgraded: TestService;
  beforeAll(async () => {
    const { databaseUrl = "" } = service.ctx.config;
    database = await olderDatabase(last, options);
    await copyRows(databaseUrl, database.url);
    await startAndStop(database.url);
    upgraded = await startService({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await upgraded.stop();
    await database.drop();
  });

  test("has the tables, columns and valid indexes of a new one after the start", async () => {
    expect(await readSchema(database.url)).toEqual(await readSchema(service.ctx.config.databaseUrl ?? ""));
  });

  test("has the rows that this version writes", async () => {
    const expected = await readRows(service.ctx.config.databaseUrl ?? "");
    const rows = await readRows(database.url);
    expect(expected.search_keys?.length).toBeGreaterThan(100);
    for (const [table, wanted] of Object.entries(expected))
      expect([table, rows[table]]).toEqual([table, wanted]);
  });

  test("gives the same responses", async () => {
    const same = upgraded.as(store);
    let found = 0;
    for (const path of requests()) {
      const [was, is] = [await answerOf(store.get(path)), await answerOf(same.get(path))];
      expect({ path, ...is }).toEqual({ path, ...was });
      expect(was.status).toBe(200);
      if (/sku|tracking/.test(path) && JSON.stringify(was.body).includes("ret_")) found++;
    }
    expect(found).toBeGreaterThan(30);
  }, 60_000);

  test("finds the same customers by their events", async () => {
    const same = upgraded.as(store);
    for (const field of FIELDS) {
      const name = Array.from(`visited ${field}`).slice(0, 255).join("");
      const body = { where: { event: name, data: [{ key: "field", op: "=", value: field }] } };
      const found = await answerOf(store.post("/stores/:store/segments/query", body));
      expect(found.status).toBe(200);
      expect(await answerOf(same.post("/stores/:store/segments/query", body))).toEqual(found);
    }
  });
});
