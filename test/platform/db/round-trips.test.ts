import { expect, test } from "bun:test";
import pg from "pg";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { countSent, withStatements } from "../../support/round-trips.ts";
import { subscribe } from "../../support/subscriber.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService({ hasIdleQueues: true });
const store = useStore(service);

const tracked = (tracker: string) => ({ shipments: [{ status: "unknown", tracker, shipmentGroupId: "g" }] });

/** Changes an order's return in every way, and returns what each transaction sent; `before` is called before each change. */
async function sentBy(orderId: string, before: () => Promise<unknown> = async () => {}) {
  const { customer } = order(orderId);
  let id = "";
  const succeed = async (response: Promise<Response>) => {
    const answer = await response;
    if (!answer.ok) throw new Error(await answer.text());
    return answer.status === 204 ? undefined : answer.json();
  };
  const changed = async (change: () => Promise<Response>) => {
    await before();
    return countSent(() => succeed(change()));
  };
  return {
    newCustomer: await countSent(() => succeed(store.post("/stores/:store/orders", order(orderId)))),
    knownCustomer: await countSent(() =>
      succeed(store.post("/stores/:store/orders", order(`${orderId}-again`, { customer }))),
    ),
    created: await countSent(async () => {
      const created = await succeed(store.post("/stores/:store/returns", returnOf(orderId)));
      ({ id } = (created as { return: { id: string } }).return);
    }),
    status: await changed(() => store.put(`/returns/${id}/status`, { status: "needs_review" })),
    patch: await changed(() => store.patch(`/returns/${id}`, tracked("1Z"))),
    comment: await changed(() => store.post(`/returns/${id}/comments`, { comment: { message: "Thanks" } })),
  };
}

test("a write takes as few round trips as its statements need each other's results", async () => {
  expect(await sentBy("first")).toEqual({
    newCustomer: { statements: 10, roundTrips: 3 },
    knownCustomer: { statements: 5, roundTrips: 2 },
    created: { statements: 8, roundTrips: 3 },
    status: { statements: 8, roundTrips: 2 },
    patch: { statements: 12, roundTrips: 3 },
    comment: { statements: 9, roundTrips: 3 },
  });
});

test("webhooks add statements, and one round trip to a change", async () => {
  await subscribe(service, store);
  await subscribe(service, store);
  expect(await sentBy("second", service.drain)).toEqual({
    newCustomer: { statements: 10, roundTrips: 3 },
    knownCustomer: { statements: 5, roundTrips: 2 },
    created: { statements: 11, roundTrips: 3 },
    status: { statements: 12, roundTrips: 3 },
    patch: { statements: 15, roundTrips: 3 },
    comment: { statements: 13, roundTrips: 3 },
  });
});

test("a change of a return with pending events waits for the statement that says which streams to wake", async () => {
  const { created, status, patch, comment } = await sentBy("third");
  expect([created, status, patch, comment].map(({ roundTrips }) => roundTrips)).toEqual([3, 4, 4, 4]);
});

test("a read is one statement, which is sent beside that of its credential", async () => {
  const { customer } = order("read");
  expect((await store.post("/stores/:store/orders", order("read"))).status).toBeLessThan(300);
  const created = await store.post("/stores/:store/returns", returnOf("read"));
  const { id } = ((await created.json()) as { return: { id: string } }).return;
  const comment = { comment: { message: "Thanks" } };
  expect((await store.post(`/returns/${id}/comments`, comment)).status).toBe(201);
  const reads = [
    ...["", "/status", "/history", "/comments"].map((part) => `/returns/${id}${part}`),
    ...["/orders/read", "/returns", "/orders"].map((path) => `/stores/:store${path}`),
    `/stores/:store/customers?email=${encodeURIComponent(customer.email)}`,
    `/stores/:store/customers/${customer.id}`,
  ];
  for (const path of reads) expect((await store.get(path)).status).toBe(200);
  for (const path of reads) {
    const letGo = await lockCredentials();
    await withStatements(async (statements) => {
      const reading = store.get(path);
      // That of the credential waits for the lock.
      await Promise.race([reading, untilRead(statements)]);
      expect([path, readsIn(statements)]).toEqual([path, 1]);
      await letGo();
      expect([path, (await reading).status, readsIn(statements)]).toEqual([path, 200, 1]);
    });
  }
});

test("the response to a read waits for its credential, and is 401 when that was revoked meanwhile", async () => {
  const { secret, clientId } = await createClient(store.ctx, store.id, { name: "till" });
  const read = () => store.get("/stores/:store/orders", { Authorization: `Bearer ${secret}` });
  expect((await read()).status).toBe(200);
  const letGo = await lockCredentials(clientId);
  await withStatements(async (statements) => {
    const reading = read();
    await Promise.race([reading, untilRead(statements)]);
    await letGo();
    expect((await reading).status).toBe(401);
  });
});

/** Returns how many statements are not about credentials; the log of earlier requests is written at any time. */
function readsIn(statements: string[]): number {
  const isOther = (text: string) => text.includes("api_clients") || text.startsWith("insert into requests ");
  return statements.filter((text) => !isOther(text)).length;
}

async function untilRead(statements: string[]): Promise<void> {
  const end = performance.now() + 20_000;
  while (readsIn(statements) === 0 && performance.now() < end) await Bun.sleep(2);
}

/** Locks all credentials in a session of its own, which revokes a client before it ends. */
async function lockCredentials(revoked = ""): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: store.ctx.config.databaseUrl });
  await client.connect();
  await client.query("begin");
  await client.query("lock table api_clients in access exclusive mode");
  await client.query("update api_clients set revoked_at = now() where id = $1", [revoked]);
  return async () => {
    await client.query("commit");
    await client.end();
  };
}
