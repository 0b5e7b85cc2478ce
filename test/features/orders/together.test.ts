import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { order } from "../../support/fixtures.ts";
import { requireInProcess } from "../../support/fleet.ts";
import { inHeldTransaction } from "../../support/lock-waits.ts";
import { withStatements } from "../../support/round-trips.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

type Changes = Parameters<typeof order>[1];

const post = (store: TestStore, orderId: string, changes?: Changes) =>
  store.post("/stores/:store/orders", order(orderId, changes));

/** Posts orders at the same time, and returns the statuses of the responses and a count of the transactions. */
async function postAll(store: TestStore, orders: [orderId: string, changes?: Changes][]) {
  let statuses: number[] = [];
  let transactions = 0;
  await withStatements(async (statements) => {
    const responses = await Promise.all(orders.map(([id, changes]) => post(store, id, changes)));
    statuses = responses.map(({ status }) => status);
    transactions = statements.filter((text) => text === "begin").length;
  });
  const countTransactions = () => {
    requireInProcess(store.ctx);
    return transactions;
  };
  return { statuses, countTransactions };
}

async function customerOf(store: TestStore, id: string) {
  return (await store.get(`/stores/:store/customers/${id}`)).json();
}

async function idsIn(store: TestStore): Promise<string[]> {
  const { orders } = (await (await store.get("/stores/:store/orders")).json()) as {
    orders: { orderId: string }[];
  };
  return orders.map(({ orderId }) => orderId).sort();
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `order-${i}`);

test("orders of a store that arrive together share transactions, and are stored as each alone", async () => {
  const [together, alone] = [await service.newStore(), await service.newStore()];
  const ids = numbered(8);
  const { statuses, countTransactions } = await postAll(
    together,
    ids.map((id) => [id]),
  );
  expect(statuses).toEqual(ids.map(() => 200));
  expect(countTransactions()).toBeLessThanOrEqual(4);
  for (const id of ids) expect((await post(alone, id)).status).toBe(200);

  for (const path of ids.flatMap((id) => [`orders/${id}`, `customers/customer-of-${id}`])) {
    const [one, other] = await Promise.all(
      [together, alone].map(async (store) => (await store.get(`/stores/:store/${path}`)).json()),
    );
    const { createdAt: _, updatedAt: __, ...shown } = one as Record<string, unknown>;
    expect(other).toMatchObject(shown);
  }
  for (const query of ["sku=tee-m", "email=order-3@example.test"]) {
    const [one, other] = await Promise.all(
      [together, alone].map(async (store) => (await store.get(`/stores/:store/orders?${query}`)).json()),
    );
    expect((one as { orders: unknown[] }).orders.length).toBeGreaterThan(0);
    expect(one).toEqual(other);
  }
});

test("orders that wait need no connection, so a transaction has as many as arrive meanwhile", async () => {
  const store = await service.newStore();
  const ids = numbered(96);
  const { statuses, countTransactions } = await postAll(
    store,
    ids.map((id) => [id]),
  );
  expect(statuses).toEqual(ids.map(() => 200));
  expect(countTransactions()).toBeLessThanOrEqual(9);
});

test("each order and customer is in the change feed once", async () => {
  const store = await service.newStore();
  await postAll(
    store,
    numbered(6).map((id) => [id]),
  );
  const { changes } = (await (await store.get("/stores/:store/changes")).json()) as {
    changes: { type: string }[];
  };
  expect(changes.map(({ type }) => type).sort()).toEqual([
    ...numbered(6).map(() => "customer.created"),
    ...numbered(6).map(() => "order.created"),
  ]);
});

test("an order that can't be created gets its own error, and the others are stored", async () => {
  const store = await service.newStore();
  await post(store, "existing");
  const { statuses } = await postAll(store, [
    ["first"],
    ["existing", { customer: { id: "unmade", email: "unmade@example.test" } }],
    ["nowhere", { locationId: "loc_unknown" }],
    ["last", { customer: { id: "made", email: "made@example.test" } }],
    ["anonymous", { customer: undefined }],
  ]);
  expect(statuses).toEqual([200, 409, 400, 200, 200]);
  expect(await idsIn(store)).toEqual(["anonymous", "existing", "first", "last"]);
  // What a refused order says of its customer has no effect.
  expect((await store.get("/stores/:store/customers/unmade")).status).toBe(404);
  expect((await store.get("/stores/:store/customers/made")).status).toBe(200);
});

test("orders of one customer that arrive together create it once", async () => {
  const store = await service.newStore();
  const customer = { id: "ada", email: "ada@example.test" };
  const { statuses } = await postAll(
    store,
    numbered(6).map((id, i) => [id, { customer: { ...customer, firstName: `Ada ${i}` } }]),
  );
  expect(statuses).toEqual(numbered(6).map(() => 200));
  expect(await customerOf(store, "ada")).toMatchObject({
    email: "ada@example.test",
    firstName: expect.stringMatching(/^Ada \d$/),
  });
  const found = (await (await store.get("/stores/:store/orders?email=ada@example.test")).json()) as {
    orders: unknown[];
  };
  expect(found.orders).toHaveLength(6);
});

test("orders that wait for a lock don't hold up the others", async () => {
  const store = await service.newStore();
  await post(store, "before", { customer: { id: "busy", email: "busy@example.test" } });
  const letGo = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = inHeldTransaction(store.ctx.db, async (tx) => {
    await tx.execute(sql`select from customers where store_id = ${store.id} and id = 'busy' for update`);
    locked.resolve();
    await letGo.promise;
  });
  await locked.promise;
  const waiting: Promise<Response>[] = [];
  for (const id of ["waits", "waits-too", "waits-with-others"]) {
    await Bun.sleep(20);
    waiting.push(post(store, id, { customer: { id: "busy", firstName: "Grace" } }));
  }
  const others = await postAll(
    store,
    numbered(5).map((id) => [id]),
  );
  expect(others.statuses).toEqual(numbered(5).map(() => 200));
  expect(await idsIn(store)).toEqual(["before", ...numbered(5)].sort());
  letGo.resolve();
  await holding;
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  expect(await customerOf(store, "busy")).toMatchObject({ firstName: "Grace" });
});

test("an id that another process uses meanwhile is 409 for that order alone", async () => {
  const store = await service.newStore();
  const letGo = Promise.withResolvers<void>();
  const inserted = Promise.withResolvers<void>();
  const inserting = inHeldTransaction(store.ctx.db, async (tx) => {
    await tx.execute(sql`
      insert into orders (store_id, id, external_id, currency, body, created_at, received_at)
      values (${store.id}, 'ord_other', 'taken', 'USD', '{"lineItems":[]}', now(), now())`);
    inserted.resolve();
    await letGo.promise;
  });
  await inserted.promise;
  const taken = post(store, "taken", { customer: { id: "unmade", email: "unmade@example.test" } });
  const others = await postAll(
    store,
    numbered(5).map((id) => [id]),
  );
  expect(others.statuses).toEqual(numbered(5).map(() => 200));
  letGo.resolve();
  await inserting;
  expect((await taken).status).toBe(409);
  expect((await store.get("/stores/:store/customers/unmade")).status).toBe(404);
});
