import { expect, test } from "bun:test";
import { changesAfter, endOf } from "../../support/changes.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

/** An order whose return is large too. */
function largeOrder(name: string) {
  const line = { productId: "tee", title: "Tee ".repeat(50), quantity: 1, price: 8 };
  return order(name, {
    lineItems: Array.from({ length: 200 }, (_, i) => ({ ...line, id: `line-${i + 1}` })),
  });
}

/** A profile of which only few are read together. */
function largeProfile(id: string) {
  const customFields = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`field${i}`, "x".repeat(1_000)]),
  );
  return { eventName: "visited", customer: { id, customFields } };
}

test("a page has large and small objects of all kinds, each as GET returns it, in the order of changes", async () => {
  const end = await endOf(store);
  for (let i = 0; i < 15; i++) {
    const name = `${i % 3 === 0 ? "large" : "small"}-${i}`;
    const body = i % 3 === 0 ? largeOrder(name) : order(name);
    expect((await store.post("/stores/:store/orders", body)).status).toBe(200);
    expect((await store.post("/stores/:store/returns", returnOf(name))).status).toBeLessThan(300);
    expect((await store.post("/stores/:store/events", largeProfile(`profile-${i}`))).status).toBe(202);
  }
  const changes = await changesAfter(store, end);
  expect(changes.length).toBeGreaterThan(50);
  expect(changes.map(({ sequence }) => sequence)).toEqual(changes.map((_, i) => end + i + 1));
  for (const { type, id, data } of changes) {
    const path = type.startsWith("order")
      ? `/stores/:store/orders/${id}`
      : type.startsWith("return")
        ? `/returns/${id}`
        : `/stores/:store/customers/${id}`;
    const read = await store.get(path);
    expect([type, read.status, data]).toEqual([type, 200, await read.json()]);
  }
});
