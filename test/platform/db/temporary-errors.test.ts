import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { BULK, EVENTS, event, storedEvents } from "../../support/events.ts";
import { leastOrder, ORDERS } from "../../support/orders.ts";
import { type PlantedFault, plantFault } from "../../support/planted-fault.ts";
import { answerOf, newReturn, problemAnswer } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { json, numberOf, warehouse } from "../../support/warehouse.ts";

/** Errors of a database that is full, overloaded, shutting down, a standby, or resolving a conflict. */
const TEMPORARY = {
  "53100": "its disk is full",
  "53200": "its memory is used up",
  "53300": "it has too many connections",
  "53400": "a limit of its configuration is reached",
  "57014": "a statement ran for too long",
  "57P01": "it is shutting down",
  "57P02": "it crashed",
  "57P03": "it is starting",
  "57P05": "a session was idle for too long",
  "40P01": "requests deadlocked",
  "40001": "a transaction can't be serialized",
  "55P03": "a lock was not available",
  "58030": "its disk fails",
  "25006": "it is a standby",
  "25P03": "a transaction was idle for too long",
  "25P04": "a transaction lasted for too long",
  "08006": "a connection failed",
};
const TABLES = ["customers", "orders", "returns", "return_notes", "events", "event_batches"];

const service = useService({ eventRateLimit: 0 });
const store = useStore(service);
let fault: PlantedFault;
let returnId: string;
let number: number;
let orders = 0;
beforeAll(async () => {
  returnId = (await newReturn(store)).id;
  number = await numberOf(store, returnId);
  await store.post(EVENTS, event());
  fault = await plantFault(service, TABLES);
});
afterEach(() => fault.end());

const unavailable = problemAnswer(503, "The database is not available; try again.");

/**
 * Sends one request to each operation with a distinct way of writing; repeated calls send the same requests.
 */
function requests(): Record<string, () => Promise<Response>> {
  const order = leastOrder(`fault-${++orders}`);
  const known = event({ uniqueId: crypto.randomUUID() });
  const newEvent = event({ uniqueId: crypto.randomUUID(), customer: { id: crypto.randomUUID() } });
  return {
    "an order": () => store.post(ORDERS, order),
    "an order with a key": () =>
      store.post(ORDERS, leastOrder(`${order.orderId}-key`), { "Idempotency-Key": String(order.orderId) }),
    "a return's change": () =>
      store.patch(`/returns/${returnId}`, { tags: [{ name: order.orderId, source: "t" }] }),
    "a comment": () => store.post(`/returns/${returnId}/comments`, { comment: { message: "Wet" } }),
    "an event of a known customer": () => store.post(EVENTS, known),
    "an event of a new customer": () => store.post(EVENTS, newEvent),
    "events in bulk": () => store.post(BULK, { events: [event()] }),
  };
}

describe.each(Object.entries(TEMPORARY))("when the database fails with %s: %s", (sqlstate) => {
  test("every writing operation is 503 with Retry-After and has no effect, so it succeeds later", async () => {
    const all = requests();
    await fault.begin(sqlstate);
    for (const send of Object.values(all)) {
      const answer = await send();
      expect(answer.headers.get("Retry-After")).toBe("1");
      expect(await answerOf(answer)).toEqual(unavailable);
    }
    await fault.end();
    for (const [name, send] of Object.entries(all)) expect([name, (await send()).ok]).toEqual([name, true]);
  });

  test("the warehouse API is 503 with Retry-After in its own error format", async () => {
    await fault.begin(sqlstate);
    const body = JSON.stringify({ content: "Wet" });
    const headers = { "X-Authorization": store.secret };
    const answer = await service.fetch(`/api/v1/warehouse/return/${number}/note`, {
      method: "POST",
      headers,
      body,
    });
    expect(answer.headers.get("Retry-After")).toBe("1");
    expect(await answerOf(answer)).toEqual(
      json(503, { message: "The database is not available; try again." }),
    );
  });
});

describe.each(["40P01", "40001"])("work that fails with %s", (sqlstate) => {
  test("is retried once, and then takes effect once", async () => {
    // Without a pending batch the event of a known customer takes the fast path.
    await service.drain();
    const before = (await storedEvents(store)).length;
    for (const [name, send] of Object.entries(requests())) {
      await fault.begin(sqlstate, 1);
      expect([name, (await send()).ok]).toEqual([name, true]);
    }
    await fault.end();
    await service.drain();
    expect(await storedEvents(store)).toHaveLength(before + 3);
    expect(await warehouse(service, store, `GET /return/${number}/notes`)).toMatchObject({ status: 200 });
  });

  test("is not attempted a third time", async () => {
    for (const send of Object.values(requests())) {
      await fault.begin(sqlstate, 2);
      expect(await answerOf(send())).toEqual(unavailable);
    }
  });

  test("is also retried once in the background", async () => {
    const shop = await service.newStore();
    await shop.post(BULK, { events: [event(), event()] });
    await fault.begin(sqlstate, 1);
    await service.drain();
    expect(await storedEvents(shop)).toHaveLength(2);
  });
});

test("statements pipelined with a failing one report its cause", async () => {
  const sent = store.ctx.db.transaction((tx) =>
    Promise.allSettled([tx.execute(sql`select 1 / 0`), tx.execute(sql`select 1`), tx.execute(sql`select 2`)]),
  );
  const codes = (await sent).map((one) => one.status === "rejected" && one.reason.cause.code);
  expect(codes).toEqual(["22012", "22012", "22012"]);
  expect((await store.ctx.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test("another error is 500 and not retried", async () => {
  await fault.begin("XX000", 1);
  expect((await store.post(ORDERS, leastOrder("broken"))).status).toBe(500);
});
