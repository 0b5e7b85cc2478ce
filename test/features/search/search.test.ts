import { beforeAll, describe, expect, test } from "bun:test";
import type { SearchResult } from "../../../src/features/search/schema.ts";
import { order } from "../../support/fixtures.ts";
import {
  answerOf,
  invalidAnswer,
  newOrder,
  ok,
  postReturn,
  problemAnswer,
  returnIn,
} from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { withdraw, withdrawalOf } from "../../support/withdrawals.ts";

const service = useService();
const store = useStore(service);
const other = useStore(service);

const ids: Record<string, string> = {};
let number = "";

const line = (sku: string) => [{ id: "line-1", productId: "p", title: "P", quantity: 9, sku }];

beforeAll(async () => {
  await make("A-1001", {
    customer: { id: "ada", email: "Ada@example.test", firstName: "Ada", lastName: "Byron" },
  });
  await make("a-1001-b", { customer: { id: "bob", email: "bob@example.test", firstName: "Bob" } });
  await make("#2002", { customer: { id: "cy", phoneNumber: "+12015550001", lastName: "ÉCLAIR" } });
  await make("C-3", { customer: { name: " Dee  Van Dyke " }, lineItems: line("Shared/1") });
  await make("C-4", { customer: { id: "eve", name: "Eve Plain" }, lineItems: line("shared/1") });
  await make("C-5", { customer: null, lineItems: line("shared/2") });
  await send("A-1001", { label: { trackingNumber: "1Z 77", carrier: "ups" } });
  await send("C-3");
  await send("C-4");
  const parcel = { lineItems: [{ id: "line-1", quantity: 1 }], tracking: { carrier: "dhl", code: "1Z 78" } };
  await answerOf(store.post("/stores/:store/orders/C-5/fulfillments", parcel));
  const details = await store.get(`/returns/${ids["return C-4"]}`);
  expect(details.status).toBe(200);
  number = await numberOf("C-4");
  await newOrder(other, {
    orderId: "A-1001",
    customer: { id: "ada", email: "ada@example.test", firstName: "Ada" },
  });
});

async function make(orderId: string, changes: Record<string, unknown>): Promise<void> {
  const answer = await store.post(
    "/stores/:store/orders",
    order(orderId, { lineItems: line("plain"), ...changes }),
  );
  ids[`order ${orderId}`] = ((await answer.json()) as { orderId: string }).orderId;
}

async function send(orderId: string, changes: Record<string, unknown> = {}): Promise<void> {
  ids[`return ${orderId}`] = (await returnIn(postReturn(store, orderId, changes))).id;
}

function idOf(name: string): string {
  return ids[name] ?? "";
}

/** Returns the number in the warehouse API of an order's return. */
async function numberOf(orderName: string): Promise<string> {
  const url = `/api/v1/warehouse/return/details?order_name=${encodeURIComponent(orderName)}`;
  const answer = await service.fetch(url, { headers: { "X-Authorization": store.secret } });
  return String(((await answer.json()) as { id: number }).id);
}

async function resultsOf(q: string, as: TestStore = store): Promise<SearchResult[]> {
  const { status, body } = await answerOf(as.get(`/stores/:store/search?${new URLSearchParams({ q })}`));
  expect(status).toBe(200);
  return (body as { results: SearchResult[] }).results;
}

/** Returns the results as `type name`, where the name of a return is its order's. */
async function found(q: string, as?: TestStore): Promise<string[]> {
  const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
  return (await resultsOf(q, as)).map(({ type, id }) => names[id] ?? `${type} ${id}`);
}

describe("a text is looked for in every field, exact matches first, each with what belongs to it", () => {
  const ADA = ["order A-1001", "return A-1001"];
  test.each<[string, string | (() => string), string[]]>([
    ["an order's id, and the ids that begin with it", "A-1001", [...ADA, "order a-1001-b"]],
    ["an order's id in the other case", "a-1001-B", ["order a-1001-b"]],
    ["the service's id of an order", () => idOf("order A-1001"), ADA],
    ["an order's id without its #", "2002", ["order #2002"]],
    ["an order's id with a # that it doesn't have", "#C-3", ["order C-3", "return C-3"]],
    ["an e-mail address", " ADA@example.test ", ["customer ada", "return A-1001", "order A-1001"]],
    ["the beginning of an e-mail address", "ada@", ["customer ada", "return A-1001", "order A-1001"]],
    ["a phone number", "+12015550001", ["customer cy", "order #2002"]],
    ["a phone number with 00, as people write it", "001 (201) 555-0001", ["customer cy", "order #2002"]],
    ["the beginning of a phone number", "+1201555000", []],
    ["a first name", "ADA", ["customer ada", "return A-1001", "order A-1001"]],
    ["a full name", "ada byron", ["customer ada", "return A-1001", "order A-1001"]],
    ["a full name the other way round", "byron a", ["customer ada", "return A-1001", "order A-1001"]],
    ["a last name with other letters than ASCII", "éclair", ["customer cy", "order #2002"]],
    ["the name on an order without a customer", "dee van", ["order C-3", "return C-3"]],
    ["the last name in a full name", "van dyke", ["order C-3", "return C-3"]],
    ["a full name that the profile didn't get", "Eve Plain", ["order C-4", "return C-4"]],
    ["a return's id", () => idOf("return C-3"), ["return C-3"]],
    ["the beginning of a return's id", () => idOf("return C-3").slice(0, 25).toUpperCase(), ["return C-3"]],
    ["a return's number", () => number, ["return C-4"]],
    ["a shipment's tracking number", "1z 77", ["return A-1001"]],
    ["the beginning of tracking numbers", "1Z 7", ["return A-1001", "order C-5"]],
    ["a SKU, newest first", "SHARED/1", ["return C-4", "return C-3", "order C-4", "order C-3"]],
    ["the beginning of SKUs", "shared/", ["return C-4", "return C-3", "order C-4", "order C-3", "order C-5"]],
    ["what no field begins with", "byrons", []],
    ["the middle of fields", "1001", []],
  ])("%s", async (_, q, wanted) => {
    expect(await found(typeof q === "string" ? q : q())).toEqual(wanted);
  });
});

test("a return's status is said in words", async () => {
  const id = idOf("return C-3");
  await store.put(`/returns/${id}/status`, { status: "needs_review" });
  expect((await resultsOf(id)).map(({ subtitle }) => subtitle.split(" · ")[1])).toEqual(["needs review"]);
});

test("a result has a title, a subtitle and the address where the object is read", async () => {
  const results = await resultsOf("ada@example.test");
  expect(results).toEqual([
    {
      type: "customer",
      id: "ada",
      title: "Ada Byron",
      subtitle: "Ada@example.test",
      url: expect.stringMatching(/^http:.*\/v2.2\/stores\/[^/]+\/customers\/ada$/),
    },
    {
      type: "return",
      id: idOf("return A-1001"),
      title: `Return ${await numberOf("A-1001")}`,
      subtitle: `Order A-1001 · open · Ada Byron · ${new Date().toISOString().slice(0, 10)}`,
      url: expect.stringMatching(/\/v2.2\/returns\/ret_\w+$/),
    },
    {
      type: "order",
      id: idOf("order A-1001"),
      title: "Order A-1001",
      subtitle: "Ada Byron · 2026-03-01",
      url: expect.stringMatching(/\/orders\/ord_\w+$/),
    },
  ]);
  for (const { url } of results) {
    expect((await store.get(new URL(url).pathname.replace("/v2.2", ""))).status).toBe(200);
  }
});

test("a withdrawal is found by its number, order, e-mail address and name until its person is erased", async () => {
  const own = await service.newStore();
  const of = (order: string, changes: object) => withdraw(own, withdrawalOf(order, changes));
  const first = await of("#WX-1", { name: " Zoë  Quill", email: "Zoe@example.test" });
  const second = await of("wx-2", { name: "Yan", email: "yan@example.test" });
  const hits = async (q: string, as = own) =>
    (await resultsOf(q, as)).flatMap(({ type, id }) => (type === "withdrawal" ? id : []));
  const table: [string, string[]][] = [
    ["2", [second.id]],
    ["wx-1", [first.id]],
    ["WX-", [second.id, first.id]],
    ["zoe@example.test", [first.id]],
    ["zoe@", [first.id]],
    ["ZOË", [first.id]],
    ["example.test", []],
  ];
  for (const [q, wanted] of table) expect([q, await hits(q)]).toEqual([q, wanted]);
  const [shown] = await resultsOf("#wx-1", own);
  expect(shown).toMatchObject({
    title: "Withdrawal 1",
    subtitle: expect.stringContaining("Order #WX-1 · Zoë Quill"),
  });
  const path = new URL(shown?.url ?? "").pathname.replace("/v2.2", "");
  expect((await own.get(path)).status).toBe(200);
  expect(await hits("wx-1", await own.withScopes("orders_read"))).toEqual([]);
  expect(await hits("wx-1", other)).toEqual([]);
  await own.post(`/stores/:store/withdrawals/${first.id}/erase`, {});
  expect([await hits("zoe@"), await hits("ZOË"), await hits("1")]).toEqual([[], [], [first.id]]);
});

test("accents are found as one character with their letter or apart from it, however either was written", async () => {
  const own = await service.newStore();
  // The Vietnamese name has one accent of two as a character of its own, as keyboards write it.
  const names = ["Zoë Åström".normalize("NFC"), "Chloé Ånd".normalize("NFD"), "Nguyê\u0303n Huê\u0301"];
  for (const [i, name] of names.entries()) {
    const [firstName, lastName] = name.split(" ");
    const lineItems = line(`Grösse-${i}`.normalize(i === 1 ? "NFD" : "NFC"));
    await newOrder(own, {
      orderId: `${firstName}-${i}`,
      customer: { id: `c${i}`, firstName, lastName },
      lineItems,
    });
    await newOrder(own, { orderId: `n${i}`, customer: { name: `${lastName} Née` } });
    await withdraw(own, withdrawalOf(`${firstName}-w${i}`, { name }));
  }
  const seen = async (q: string) => (await resultsOf(q, own)).map(({ type, title }) => `${type} ${title}`);
  for (const form of ["NFC", "NFD"] as const) {
    for (const [i, name] of names.entries()) {
      const [first = "", last = ""] = name.normalize(form).split(" ");
      expect(await seen(`${first} ${last}`)).toContain(`customer ${name}`);
      expect(await seen(`${last} ${first}`)).toContain(`customer ${name}`);
      expect(await seen(`${first} ${last}`)).toContain(`withdrawal Withdrawal ${i + 1}`);
      expect(await seen(`${first}-w`)).toContain(`withdrawal Withdrawal ${i + 1}`);
      expect(await seen(`${last} née`.normalize(form))).toContain(`order Order n${i}`);
      const orderId = `order Order ${name.split(" ")[0]}-${i}`;
      expect(await seen(`${first}-${i}`)).toContain(orderId);
      const sku = `GRÖSSE-${i}`.normalize(form);
      expect(await seen(sku)).toContain(orderId);
      const { body } = await answerOf(own.get(`/stores/:store/orders?${new URLSearchParams({ sku })}`));
      expect(
        (body as { orders: { orderId: string }[] }).orders.map((order) => `order Order ${order.orderId}`),
      ).toEqual([orderId]);
    }
  }
});

test("what a search finds is what the store has now", async () => {
  const own = await service.newStore();
  const customer = { id: "x", firstName: "Before", email: "before@example.test" };
  await newOrder(own, { orderId: "changing", customer });
  const { id } = await returnIn(postReturn(own, "changing", { label: { trackingNumber: "before-1" } }));
  await newOrder(own, {
    orderId: "later",
    customer: { id: "x", firstName: "After", email: "after@example.test" },
  });
  await own.patch(`/returns/${id}`, { shipments: [{ tracker: "after-1" }] });
  expect((await resultsOf("before", own)).map(({ type }) => type)).toEqual([]);
  const types = ["customer", "return", "order", "order"] as const;
  expect((await resultsOf("after@", own)).map(({ type }) => type)).toEqual([...types]);
  expect((await resultsOf("after-1", own)).map((result) => result.id)).toEqual([id]);
});

describe("a secret gets the types of its scopes", () => {
  test.each([
    [["orders_read"], ["order A-1001"]],
    [["returns_read"], ["return A-1001"]],
    [["customers_read"], ["customer ada"]],
    [
      ["orders_read", "customers_read", "webhooks_write"],
      ["customer ada", "order A-1001"],
    ],
  ])("%p", async (scopes, wanted) => {
    const narrow = await store.withScopes(...scopes);
    expect(await found("ada@example.test", narrow)).toEqual(wanted);
    const own = wanted.filter((one) => !one.startsWith("customer"));
    expect(await found("a-1001", narrow)).toEqual([
      ...own,
      ...(scopes.includes("orders_read") ? ["order a-1001-b"] : []),
    ]);
  });

  test("and without any of them 403", async () => {
    const narrow = await store.withScopes("inventory_read", "orders_write");
    const detail = "This API secret has none of the scopes orders_read, returns_read, customers_read.";
    expect(await answerOf(narrow.get("/stores/:store/search?q=a"))).toEqual(problemAnswer(403, detail));
  });
});

test("another store's objects are not found", async () => {
  expect((await resultsOf("A-1001", other)).map(({ type }) => type)).toEqual(["order"]);
  expect(await found(idOf("return A-1001"), other)).toEqual([]);
  expect(await found("byron", other)).toEqual([]);
});

describe("q", () => {
  test.each([
    ["missing", ""],
    ["empty", "q="],
    ["blank", "q=%20%09%C2%A0%E2%80%83"],
    ["repeated", "q=a&q=b"],
    ["too long", `q=${"x".repeat(256)}`],
    ["with a NUL character", "q=a%00b"],
    ["only a NUL character", "q=%00"],
  ])("that is %s is 400", async (_, query) => {
    const answer = await answerOf(store.get(`/stores/:store/search?${query}`));
    expect(answer).toEqual(invalidAnswer({ parameter: "q" }));
  });

  test("of 255 characters that are two units each is accepted", async () => {
    expect(
      await answerOf(store.get(`/stores/:store/search?q=${encodeURIComponent("😀".repeat(255))}`)),
    ).toEqual(ok({ results: [] }));
  });
});

describe("no character has a special meaning", () => {
  const NAMES = [
    "50%_off\\",
    "שלום-1",
    "😀 smile",
    'it\'s "x"',
    "a*b?(c)[d]",
    "-- ; drop",
    "\u{10ffff}z",
    "İx",
  ];
  const owner = useStore(service);
  beforeAll(async () => {
    for (const orderId of NAMES) {
      const lineItems = line(`s${orderId}`);
      await newOrder(owner, { orderId, lineItems, customer: { id: orderId, lastName: `n${orderId}` } });
    }
  });

  test.each(NAMES)("%s", async (name) => {
    const only = (results: SearchResult[]) => results.map(({ title }) => title);
    expect(only(await resultsOf(name, owner))).toEqual([`Order ${name}`]);
    expect(only(await resultsOf(Array.from(name)[0] ?? "", owner))).toContain(`Order ${name}`);
    expect(only(await resultsOf(`s${name}`, owner))).toEqual([`Order ${name}`]);
    expect(only(await resultsOf(`N${name}`, owner))).toContain(`n${name}`);
  });

  test.each([
    "%",
    "_",
    "5_%",
    "50%%",
    "\\",
    "*",
    "'",
    '"',
    "%5C",
    "\u202e",
    "\u{10ffff}\u{10ffff}",
    "\ufffd",
    "{}",
  ])("%p finds nothing", async (q) => {
    expect(await resultsOf(q, owner)).toEqual([]);
  });
});

describe("with many matches", () => {
  const owner = useStore(service);
  const names = Array.from({ length: 30 }, (_, i) => `many-${String(i).padStart(2, "0")}`);
  beforeAll(async () => {
    for (const [i, orderId] of names.entries()) {
      const createdAt = new Date(Date.parse("2026-04-01T00:00:00Z") + i * 1000).toISOString();
      const customer = { id: "one", email: "many@example.test", firstName: "Many" };
      await newOrder(owner, {
        orderId,
        createdAt,
        customer,
        lineItems: [...line("many"), { ...line("many-2")[0], id: "2" }],
      });
      if (i < 3) await returnIn(postReturn(owner, orderId));
    }
  });
  const titles = async (q: string, as = owner) => (await resultsOf(q, as)).map(({ title }) => title);

  test("the response has 20, each object once, and the same every time", async () => {
    for (const q of ["many", "m", "MANY@", "many-"]) {
      const first = await resultsOf(q, owner);
      expect([q, first.length]).toEqual([q, 20]);
      expect(new Set(first.map(({ id }) => id)).size).toBe(20);
      for (let i = 0; i < 5; i++) expect(await resultsOf(q, owner)).toEqual(first);
    }
  });

  test("orders by id in its order, by SKU newest first", async () => {
    expect(await titles("man", await owner.withScopes("orders_read"))).toEqual(
      names.slice(0, 20).map((name) => `Order ${name}`),
    );
    expect(await titles("many", await owner.withScopes("orders_read"))).toEqual(
      names
        .toReversed()
        .slice(0, 20)
        .map((name) => `Order ${name}`),
    );
  });

  test("exact matches are not crowded out by what begins with the text", async () => {
    expect((await titles("many"))[0]).toBe("Many");
    expect((await titles("many-02"))[0]).toBe("Order many-02");
    expect((await titles("many-02"))[1]).toStartWith("Return ");
  });
});
