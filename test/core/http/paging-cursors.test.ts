import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BULK, EVENTS, event, ingest } from "../../support/events.ts";
import { ITEMS, LEVELS, levelOf, newPlace, putStock } from "../../support/inventory.ts";
import { newMail } from "../../support/mails.ts";
import { startOrderImport } from "../../support/order-imports.ts";
import { answerOf, invalidAnswer, moveTo, newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import { newWebhook } from "../../support/webhooks.ts";

const RETURNS = "/stores/:store/returns";
const REJECTIONS = "/stores/:store/events/rejections";

const service = useService({ hasIdleQueues: true });
let shop: Shop;
let neighbour: Shop;
beforeAll(async () => {
  shop = await newShop();
  neighbour = await newShop();
});

/** The paths of a store's lists, by their names; each list has at least two rows. */
type Shop = { store: TestStore; lists: Record<string, string> };

async function newShop(): Promise<Shop> {
  const store = await service.newStore();
  const first = await newWebhook(store);
  const second = await newWebhook(store);
  const returns = [await newReturn(store), await newReturn(store)];
  for (const { id } of returns) await moveTo(store, id, "in_transit");
  for (const _ of [1, 2]) await store.post("/stores/:store/asn-exports", { format: "csv" });
  for (const _ of [1, 2]) await newMail(store);
  for (const _ of [1, 2]) {
    const file = "product_id,title,location_id,quantity\na,A,loc_0,1\n";
    await store.post("/stores/:store/inventory-imports", { file });
    await startOrderImport(store);
  }
  for (const eventId of ["a", "b"]) {
    const seen = {
      eventId,
      eventName: "page_viewed",
      source: "storefront",
      timestamp: "2026-03-02T10:00:00Z",
    };
    await store.post("/stores/:store/storefront/events", seen);
  }
  for (const provider of ["acme", "other"]) {
    await store.post("/stores/:store/integrations", { provider, url: "https://rma.example/" });
  }
  await newPlace(store);
  const place = await newPlace(store);
  const stocked = (quantity: number) =>
    putStock(
      store,
      ["tee", "mug"].map((id) => levelOf(place, { quantity, product: { id, title: id } })),
    );
  const levels = await stocked(1);
  await stocked(2);
  await store.post(BULK, { events: [event({ customer: null }), event({ customer: null })] });
  await service.drain();
  for (const id of ["ann", "bob", "ann", "bob"])
    await ingest(service, store, "singly", event({ customer: { id } }));
  const where = { event: event().eventName };
  for (const key of ["seen", "other"]) await store.put(`/stores/:store/segments/${key}`, { where });
  for (const timeZone of ["UTC", "Europe/Berlin"]) await store.put("/stores/:store/policy", { timeZone });
  for (const order of ["A-1", "A-2"]) {
    const statement = { name: "Ada", order, email: "ada@example.test", confirmed: true };
    await store.post("/stores/:store/withdrawals", statement);
  }
  for (const { id } of returns) await moveTo(store, id, "complete");
  await store.ctx.requestLog.flush();
  return {
    store,
    lists: {
      "/v2.2/stores/{storeId}/locations": "/stores/:store/locations",
      "/v2.2/stores/{storeId}/integrations": "/stores/:store/integrations",
      "/v2.2/stores/{storeId}/orders": "/stores/:store/orders",
      "/v2.2/stores/{storeId}/segments/{segmentKey}/customers": "/stores/:store/segments/seen/customers",
      "/v2.2/stores/{storeId}/segments": "/stores/:store/segments",
      "/v2.2/stores/{storeId}/policy/versions": "/stores/:store/policy/versions",
      "/v2.2/stores/{storeId}/storefront/events": "/stores/:store/storefront/events",
      "/v2.2/stores/{storeId}/returns": RETURNS,
      "/v2.2/stores/{storeId}/withdrawals": "/stores/:store/withdrawals",
      "/v2.2/stores/{storeId}/customers/{customerId}/timeline": "/stores/:store/customers/ann/timeline",
      "timeline of another customer": "/stores/:store/customers/bob/timeline",
      "/v2.2/stores/{storeId}/events": EVENTS,
      "/v2.2/stores/{storeId}/events/rejections": REJECTIONS,
      "/v2.2/stores/{storeId}/inventory-levels": LEVELS,
      "/v2.2/stores/{storeId}/inventory-items": ITEMS,
      "/v2.2/stores/{storeId}/inventory-levels/{inventoryLevelId}/history": `${LEVELS}/${levels[0]?.id}/history`,
      "history of another level": `${LEVELS}/${levels[1]?.id}/history`,
      "/v2.2/stores/{storeId}/inventory-imports": "/stores/:store/inventory-imports",
      "/v2.2/stores/{storeId}/order-imports": "/stores/:store/order-imports",
      "/v2.2/returns/{returnId}/timeline": `/returns/${returns[0]?.id}/timeline`,
      "timeline of another return": `/returns/${returns[1]?.id}/timeline`,
      "/v2.2/stores/{storeId}/requests": "/stores/:store/requests",
      "/v2.2/stores/{storeId}/payouts": "/stores/:store/payouts",
      "/v2.2/stores/{storeId}/mails": "/stores/:store/mails",
      "/v2.2/stores/{storeId}/asn-exports": "/stores/:store/asn-exports",
      "/v2.2/webhooks/{webhookId}/deliveries": `/webhooks/${first.id}/deliveries`,
      "deliveries of the second webhook": `/webhooks/${second.id}/deliveries`,
    },
  };
}

/** Returns the cursor of the second page of a list. */
async function markerOf({ store }: Shop, path: string): Promise<string> {
  const page = await store.get(path, { "X-Page-Size": "1" });
  return page.headers.get("X-Page-Next") ?? "";
}

const continued = ({ store }: Shop, path: string, marker: string) =>
  answerOf(store.get(path, { "X-Page-Continue": marker }));

type Parameter = { name: string; in: string; schema: { minimum?: number; maximum?: number } };
type Described = Record<string, Record<string, { parameters?: Parameter[] }>>;

describe("a cursor", () => {
  test("is tested for every paged list of the description", async () => {
    const { paths } = (await (await service.fetch("/docs/json")).json()) as { paths: Described };
    const paged = Object.entries(paths)
      .filter(([, { get }]) => get?.parameters?.some(({ name }) => name.toLowerCase() === "x-page-continue"))
      .map(([path]) => path);
    expect(paged.filter((path) => !(path in shop.lists))).toEqual([]);
    for (const path of Object.values(shop.lists))
      expect([path, await markerOf(shop, path)]).toEqual([path, expect.stringMatching(/^[\w-]+$/)]);
  });

  test("continues its own list, and is 400 in every other list and in another store", async () => {
    const outcomes: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [whose, from] of Object.entries({ own: shop, "another store's": neighbour })) {
      for (const [given, givenPath] of Object.entries(from.lists)) {
        const marker = await markerOf(from, givenPath);
        for (const [asked, path] of Object.entries(shop.lists)) {
          const name = `${whose} marker of ${given} at ${asked}`;
          const answer = await continued(shop, path, marker);
          outcomes[name] = answer.status === 200 ? 200 : answer;
          const isItsOwn = from === shop && given === asked;
          expected[name] = isItsOwn ? 200 : invalidAnswer({ header: "X-Page-Continue" });
        }
      }
    }
    expect(outcomes).toEqual(expected);
  });

  test("leads through every row of its list once, in the order of one page", async () => {
    for (const [name, path] of Object.entries(shop.lists)) {
      const { body } = await answerOf(shop.store.get(path, { "X-Page-Size": "500" }));
      const whole = listedIn(body);
      const read: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const headers = { "X-Page-Size": "1", ...(cursor !== "" && { "X-Page-Continue": cursor }) };
        const page = await shop.store.get(path, headers);
        read.push(...listedIn(await page.json()));
        cursor = page.headers.get("X-Page-Next");
      }
      // The log of requests grows meanwhile.
      const known = new Set(whole);
      expect([name, read.filter((row) => known.has(row))]).toEqual([name, whole]);
    }
  });

  test("goes on after the longest id, whatever its characters are", async () => {
    const store = await service.newStore();
    const ids = ["\u0001", "\u0002"].map((last) => "\u0001".repeat(254) + last);
    for (const id of ids) {
      await ingest(service, store, "singly", event({ customer: { id } }));
      const seen = { eventName: "page_viewed", source: "storefront", timestamp: "2026-03-02T10:00:00Z" };
      expect((await store.post("/stores/:store/storefront/events", { ...seen, eventId: id })).status).toBe(
        204,
      );
      const where = { event: event().eventName };
      expect((await store.post("/stores/:store/segments", { key: id, where })).status).toBe(201);
    }
    const ofSegment = `/stores/:store/segments/${encodeURIComponent(ids[0] ?? "")}/customers`;
    for (const path of ["/stores/:store/storefront/events", "/stores/:store/segments", ofSegment]) {
      const first = await store.get(path, { "X-Page-Size": "1" });
      const next = await continued({ store, lists: {} }, path, first.headers.get("X-Page-Next") ?? "");
      expect([path, next.status, listedIn(next.body).length]).toEqual([path, 200, 1]);
      expect(listedIn(next.body)).not.toEqual(listedIn(await first.json()));
    }
  });

  test("that a client invents never causes a 5xx and never shows another store's rows", async () => {
    const part = fc.oneof(
      fc.constantFrom(
        "",
        "0",
        "-1",
        "9223372036854775807",
        "9223372036854775808",
        "1e3",
        "NaN",
        "ret_1",
        "\u0000",
      ),
      fc.constantFrom("0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"),
      fc.constantFrom("2026-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "infinity", "\ud800"),
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.integer(),
      fc.constant(null),
    );
    const written = fc
      .array(part, { maxLength: 6 })
      .map((key) => Buffer.from(JSON.stringify(key)).toString("base64url"));
    const theirs = new Set<unknown>();
    for (const [name, path] of Object.entries(neighbour.lists)) {
      const all = await answerOf(neighbour.store.get(path));
      for (const row of rowsIn(all.body)) theirs.add(`${name} ${row}`);
    }
    expect(theirs.size).toBeGreaterThan(Object.keys(neighbour.lists).length);
    await fc.assert(
      fc.asyncProperty(written, fc.constantFrom(...Object.keys(shop.lists)), async (marker, name) => {
        const answer = await continued(shop, shop.lists[name] ?? "", marker);
        expect([200, 400]).toContain(answer.status);
        for (const row of answer.status === 200 ? rowsIn(answer.body) : []) {
          expect(theirs.has(`${name} ${row}`)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("the page size is also taken from the query as `limit`", () => {
  const sizes = (store: TestStore, path: string, headers: Record<string, string> = {}) =>
    store.get(path, headers).then(async (answer) => ({
      status: answer.status,
      rows: Math.max(
        ...Object.values((await answer.json()) as Record<string, unknown[]>).map((rows) => rows.length),
      ),
      hasNext: answer.headers.has("X-Page-Next"),
    }));
  const first = { status: 200, rows: 1, hasNext: true };

  test("of every operation of the description that takes it from a header", async () => {
    const { paths } = (await (await service.fetch("/docs/json")).json()) as { paths: Described };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [] }]) => ({
        at: `${method} ${path}`,
        parameters,
      })),
    );
    const withHeader = operations.filter(({ parameters }) => named(parameters, "header", "x-page-size"));
    expect(withHeader.length).toBeGreaterThan(Object.keys(shop.lists).length - 4);
    for (const { at, parameters } of withHeader) {
      expect([at, named(parameters, "query", "limit")?.schema]).toEqual([
        at,
        expect.objectContaining({ type: "integer", minimum: 1, maximum: 500 }),
      ]);
    }
  });

  test("and counts where both are given", async () => {
    for (const path of Object.values(shop.lists)) {
      const outcomes = [
        await sizes(shop.store, `${path}?limit=1`),
        await sizes(shop.store, `${path}?limit=1`, { "X-Page-Size": "500" }),
        await sizes(shop.store, path, { "X-Page-Size": "1" }),
      ];
      expect([path, ...outcomes]).toEqual([path, first, first, first]);
      const whole = await sizes(shop.store, `${path}?limit=500`, { "X-Page-Size": "1" });
      expect([path, whole.status, whole.rows > 1]).toEqual([path, 200, true]);
    }
    const query = { where: { event: event().eventName } };
    const answer = await answerOf(shop.store.post("/stores/:store/segments/query?limit=1", query));
    expect(rowsIn(answer.body)).toHaveLength(1);
  });

  test.each(["", "0", "501", "-1", "1.5", "1e2", "abc", "1&limit=2"])("and %p is 400", async (limit) => {
    for (const path of Object.values(shop.lists)) {
      const answer = await answerOf(shop.store.get(`${path}?limit=${limit}`));
      expect([path, answer]).toEqual([path, invalidAnswer({ parameter: "limit" })]);
    }
  });
});

function named(parameters: Parameter[], place: string, name: string): Parameter | undefined {
  return parameters.find((each) => each.in === place && each.name.toLowerCase() === name);
}

/** Returns the rows of the list as JSON strings: a page of returns begins with their orders. */
function listedIn(body: unknown): string[] {
  return rowsIn({
    rows: Object.values(body as object)
      .filter(Array.isArray)
      .at(-1),
  });
}

/** Returns the rows of a page as JSON strings. */
function rowsIn(body: unknown): string[] {
  return Object.values(body as Record<string, unknown[]>)
    .filter(Array.isArray)
    .flatMap((rows) => rows.map((row) => JSON.stringify(row)));
}
