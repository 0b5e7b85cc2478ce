import { beforeAll, describe, expect, test } from "bun:test";
import type { Return } from "../../../../src/features/returns/schema.ts";
import {
  answerOf,
  invalidAnswer,
  moveTo,
  newOrder,
  newReturn,
  ok,
  postReturn,
  returnIn,
} from "../../../support/returns.ts";
import { useService, useStore } from "../../../support/use-service.ts";

const service = useService();
const store = useStore(service);

type Made = {
  id: string;
  order: string;
  ownOrder: string;
  email: string;
  skus: string[];
  reasons: string[];
  tracker: string | undefined;
  provider: string;
  status: string;
  createdAt: string;
  updatedAt: string;
};
type Query = Record<string, string | string[]>;

const PEOPLE = ["ann@example.test", "bo@example.test", "cy@example.test"];
const SKUS = ["TEE-M", "mug", "Ünïque", "x".repeat(300)];
const REASONS = ["Too small", "too small", "Changed my mind, it's “off”", ""];
const TRACKERS = ["1Z-abc", "1Z-ABC ", "JD 0099", undefined];
const STATUSES = ["open", "flagged", "complete", "deleted"];
const START = Date.parse("2026-05-01T00:00:00Z");
const COUNT = 48;

const made: Made[] = [];

beforeAll(async () => {
  const other = await service.newStore();
  for (let i = 0; i < COUNT; i++) {
    service.setClock(new Date(START + i * 1000));
    const email = PEOPLE[i % PEOPLE.length] ?? "";
    const skus = [SKUS[i % 4] ?? "", SKUS[(i >> 1) % 4] ?? ""];
    const reasons = [REASONS[(i >> 1) % 4] ?? "", REASONS[(i >> 3) % 4] ?? ""];
    const lineItems = skus.map((sku, n) => ({
      id: `line-${n}`,
      productId: "p",
      title: "P",
      quantity: 1,
      sku,
    }));
    const customer = { email: i % 2 ? email.toUpperCase() : email };
    const order = await newOrder(store, { orderId: `Order ${i}`, lineItems, customer });
    const tracker = TRACKERS[(i >> 2) % 4];
    const provider = ["shopify", "Shopify", "other"][i % 3] ?? "";
    const items = reasons.map((reason, n) => ({ lineItemId: `line-${n}`, quantity: 1, reason }));
    const changes = { items, provider, ...(tracker && { label: { trackingNumber: tracker } }) };
    const { id, order: ownOrder, createdAt } = await returnIn(postReturn(store, order, changes));
    const status = STATUSES[(i * 7) % 4] ?? "";
    service.setClock(new Date(START + 3_600_000 + ((i * 5) % COUNT) * 1000));
    const updatedAt = status === "open" ? createdAt : new Date(START + 3_600_000 + ((i * 5) % COUNT) * 1000);
    if (status !== "open") await moveTo(store, id, status);
    const times = { createdAt, updatedAt: new Date(updatedAt).toISOString() };
    made.push({
      id,
      order,
      ownOrder: ownOrder.id,
      email,
      skus,
      reasons,
      tracker,
      provider,
      status,
      ...times,
    });
    if (i < 8) await newReturn(other, changes, { orderId: order, lineItems, customer });
  }
  service.setClock(undefined);
}, 60_000);

const sameText = (a: string | undefined, b: unknown) =>
  a?.trim().toLowerCase() === `${b}`.trim().toLowerCase();
const MATCHES: Record<string, (row: Made, value: string | string[]) => boolean> = {
  status: (row, value) => [value].flat().includes(row.status),
  order: (row, value) => row.order === value || row.ownOrder === value,
  provider_order_name: (row, value) => row.order === value,
  shopify_order_name: (row, value) => row.order === value && sameText(row.provider, "shopify"),
  email: (row, value) => sameText(row.email, value),
  tracking_number: (row, value) => sameText(row.tracker, value),
  sku: (row, value) => row.skus.some((sku) => sameText(sku, value)),
  reason: (row, value) => row.reasons.includes(`${value}`),
  without_reason: (row) => row.reasons.includes(""),
  created_at_min: (row, value) => row.createdAt >= `${value}`,
  created_at_max: (row, value) => row.createdAt < `${value}`,
  updated_at_min: (row, value) => row.updatedAt >= `${value}`,
  updated_at_max: (row, value) => row.updatedAt < `${value}`,
};

function expected(query: Query): string[] {
  const matching = made.filter((row) =>
    Object.entries(query).every(([name, value]) => MATCHES[name]?.(row, value)),
  );
  return matching.map(({ id }) => id).toReversed();
}

async function listed(query: Query, size = 500): Promise<string[]> {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  const ids: string[] = [];
  let next: string | null = null;
  do {
    const response = await store.get(`/stores/:store/returns?${new URLSearchParams(parameters)}`, {
      "X-Page-Size": `${size}`,
      ...(next !== null && { "X-Page-Continue": next }),
    });
    expect(response.status).toBe(200);
    const { returns } = (await response.json()) as { returns: Return[] };
    ids.push(...returns.map(({ id }) => id));
    next = response.headers.get("X-Page-Next");
  } while (next !== null);
  return ids;
}

/** Returns the values of a filter that the combinations use. */
function valuesOf(name: string): (string | string[])[] {
  const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
  const values: Record<string, (string | string[])[]> = {
    status: [...STATUSES, ["open", "flagged"], ["deleted", "deleted", "complete"], "in_review"],
    order: ["Order 7", made[9]?.ownOrder ?? "", "order 7", "none"],
    provider_order_name: ["Order 6", made[9]?.ownOrder ?? ""],
    shopify_order_name: ["Order 6", "Order 7", "Order 8"],
    email: ["ann@example.test", " BO@Example.test", "nobody@example.test"],
    tracking_number: ["1z-ABC", "JD 0099", "JD"],
    sku: ["tee-m", "MUG", "ÜNÏQUE", "x", "tee"],
    reason: ["Too small", "Changed my mind, it's “off”", "TOO SMALL"],
    without_reason: ["true"],
    created_at_min: [at(0), at(10), at(47)],
    created_at_max: [at(0), at(30), at(9_999)],
    updated_at_min: [at(5), at(3_610)],
    updated_at_max: [at(20), at(3_640)],
  };
  return values[name] ?? [];
}

describe("GET returns: a single filter", () => {
  test.each(Object.keys(MATCHES))("%s lists the returns that match it, newest first", async (name) => {
    for (const value of valuesOf(name))
      expect(await listed({ [name]: value })).toEqual(expected({ [name]: value }));
  });

  test("matches some returns and not all of them", () => {
    for (const name of Object.keys(MATCHES)) {
      const counts = valuesOf(name).map((value) => expected({ [name]: value }).length);
      expect(Math.max(...counts)).toBeGreaterThan(0);
      expect(Math.min(...counts)).toBeLessThan(COUNT);
    }
  });
});

test("every pair of filters, and many triples, list exactly the returns that match all of them, page by page", async () => {
  const names = Object.keys(MATCHES);
  let [matched, turn] = [0, 0];
  for (const [i, first] of names.entries()) {
    for (const second of names.slice(i + 1)) {
      const third = names[++turn % names.length] ?? "";
      for (const chosen of [
        [first, second],
        [first, second, third],
      ]) {
        const query = Object.fromEntries(
          chosen.map((name, n) => {
            const values = valuesOf(name);
            return [name, values[(turn + n) % values.length] ?? ""];
          }),
        );
        const wanted = expected(query);
        if (wanted.length > 0) matched++;
        expect({ query, ids: await listed(query, 1 + (turn % 5)) }).toEqual({ query, ids: wanted });
      }
    }
  }
  expect(matched).toBeGreaterThan(20);
}, 60_000);

test("a tracking number that a PATCH adds is found, and one that it replaces isn't", async () => {
  const own = await service.newStore();
  const { id } = await newReturn(own, { label: { trackingNumber: "FIRST" } });
  const found = async (tracker: string) => {
    const response = await own.get(`/stores/:store/returns?tracking_number=${tracker}`);
    return ((await response.json()) as { returns: Return[] }).returns.map((each) => each.id);
  };
  expect(await found("first")).toEqual([id]);
  await own.patch(`/returns/${id}`, { shipments: [{ tracker: "second" }, { tracker: "SECOND" }, {}] });
  expect([await found("FIRST"), await found("Second")]).toEqual([[], [id]]);
  await own.patch(`/returns/${id}`, { shipments: [{ tracker: "first" }, { tracker: "second" }] });
  expect([await found("FIRST"), await found("Second")]).toEqual([[id], [id]]);
});

test("a return is no longer listed by the SKU of an item that the warehouse removed", async () => {
  const own = await service.newStore();
  const lineItems = ["keep", "drop"].map((sku) => ({
    id: sku,
    productId: sku,
    title: sku,
    quantity: 1,
    sku,
  }));
  const items = lineItems.map(({ id }) => ({ lineItemId: id, quantity: 1, reason: "r" }));
  const { id } = await newReturn(own, { items }, { lineItems });
  const headers = { "X-Authorization": own.secret };
  const path = `/api/v1/warehouse/return`;
  const details = await service.fetch(`${path}/details?service_return_id=${id}`, { headers });
  const lines = ((await details.json()) as { line_items: { line_item_id: number; sku: string }[] })
    .line_items;
  const dropped = lines.find(({ sku }) => sku === "drop")?.line_item_id;
  const removed = await service.fetch(`${path}/0/remove?service_return_id=${id}`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ line_item_ids: [dropped] }),
  });
  expect(await removed.text()).not.toContain("errors");
  const found = async (sku: string) => {
    const response = await own.get(`/stores/:store/returns?sku=${sku}`);
    return ((await response.json()) as { returns: Return[] }).returns.length;
  };
  expect([await found("keep"), await found("drop")]).toEqual([1, 0]);
});

test.each([
  ["order", ""],
  ["order", "x".repeat(256)],
  ["sku", "%00"],
  ["email", "ann"],
  ["tracking_number", ""],
  ["reason", ""],
  ["reason", "%00"],
  ["without_reason", "false"],
  ["created_at_min", "yesterday"],
  ["provider_order_name", ""],
])("GET returns with ?%s=%s is 400", async (parameter, value) => {
  expect(await answerOf(store.get(`/stores/:store/returns?${parameter}=${value}`))).toEqual(
    invalidAnswer({ parameter }),
  );
});

test("a repeated filter that takes one value is 400, and so is a repeated status with an unknown value", async () => {
  for (const query of ["sku=a&sku=b", "status=open&status=gone", "order=a&order=a"]) {
    const answer = await answerOf(store.get(`/stores/:store/returns?${query}`));
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(`"parameter":"${query.split("=")[0]}`);
  }
});

test("a list never contains another store's returns", async () => {
  const otherStore = await service.newStore();
  for (const query of [
    "",
    "?email=ann@example.test",
    "?sku=mug",
    "?order=Order%207",
    "?status=open",
    "?reason=Too%20small",
  ]) {
    expect(await answerOf(otherStore.get(`/stores/:store/returns${query}`))).toEqual(
      ok({ orders: [], returns: [] }),
    );
  }
});
