import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createIngest } from "../../../src/features/events/ingest.ts";
import { listClients } from "../../../src/features/stores/list-clients.ts";
import {
  BOTH,
  count,
  event,
  ingest,
  postBulk,
  postEvent,
  storedCustomer,
  storedEvents,
  taken,
} from "../../support/events.ts";
import { inHeldTransaction, untilLockWaits } from "../../support/lock-waits.ts";
import { getCustomer, type Json } from "../../support/orders.ts";
import type { Answer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ eventRateLimit: 0 });
const twin = useService({ eventRateLimit: 0, databaseOf: service });

const named = (eventName: string, uniqueId = "u") =>
  event({ eventName, uniqueId, customer: { id: "ann", customFields: { [eventName]: true } } });

test("the first of several concurrent events with one uniqueId is stored", async () => {
  const store = await service.newStore();
  await ingest(service, store, "singly", event({ customer: { id: "ann" } }));
  const [client] = await listClients(store.ctx, store.id);
  const clientId = client?.clientId ?? "";
  const caller = { storeId: store.id, clientId, by: "test", byId: null, requestId: "test", origin: "" };
  const take = createIngest(store.ctx);
  // Half of the concurrent events form the first batch.
  const sent = ["first", "second", "third", "fourth"].map((eventName) =>
    take(
      { caller, reauthenticate: async () => {} },
      event({ eventName, uniqueId: "u", customer: { id: "ann" } }),
    ),
  );
  await Promise.all(sent);
  expect((await storedEvents(store)).map(({ name }) => name)).toContain("first");
  expect(await count(store, "events")).toBe(2);
});

test("bulk requests with the same uniqueIds in other orders do not wait for each other in a circle", async () => {
  const store = await service.newStore();
  const deadlocks = async () => {
    const { rows } = await store.ctx.db.execute(
      sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
    );
    return rows[0]?.deadlocks;
  };
  const before = await deadlocks();
  const request = (through: TestStore, customer: string, uniqueIds: string[]) =>
    postBulk(
      through,
      uniqueIds.map((uniqueId) => event({ uniqueId, customer: { id: customer } })),
    );
  const sent: Promise<Answer>[] = [];
  await inHeldTransaction(store.ctx.db, async (tx) => {
    // Both requests have claimed their ids before this one, and wait for it.
    await tx.execute(sql`insert into event_unique_ids (store_id, unique_id) values (${store.id}, 'm')`);
    sent.push(request(store, "ann", ["b", "m", "a"]), request(twin.as(store), "bob", ["a", "m", "b"]));
    await untilLockWaits(store, 2);
    tx.rollback();
  }).catch(() => undefined);
  expect(await Promise.all(sent)).toEqual([taken, taken]);
  expect(await count(store, "event_unique_ids")).toBe(3);
  expect(await deadlocks()).toBe(before);
});

/** Returns the names of the stored events and of the custom fields that they set. */
async function effects(store: TestStore): Promise<[string[], string[]]> {
  const { customFields } = await storedCustomer(store, "ann");
  return [(await storedEvents(store)).map(({ name }) => name), Object.keys((customFields ?? {}) as Json)];
}

describe.each(BOTH)("an event with a duplicate uniqueId, sent %s,", (how) => {
  test.each(BOTH)("is accepted, stores nothing and patches nothing after one sent %s", async (before) => {
    const store = await service.newStore();
    await ingest(service, store, before, named("first"));
    await ingest(service, store, how, named("second"));
    await ingest(service, store, how, named("third"), named("else", "v"));
    expect(await effects(store)).toEqual([
      ["first", "else"],
      ["else", "first"],
    ]);
  });

  test("creates no customer", async () => {
    const store = await service.newStore();
    await ingest(service, store, how, named("first"), { ...named("second"), customer: { id: "new" } });
    expect(await storedCustomer(store, "new")).toEqual({});
  });

  test("is not a duplicate in another store", async () => {
    const [store, other] = [await service.newStore(), await service.newStore()];
    await ingest(service, store, how, named("first"));
    await ingest(service, other, how, named("theirs"));
    expect([await effects(store), await effects(other)]).toEqual([
      [["first"], ["first"]],
      [["theirs"], ["theirs"]],
    ]);
  });

  test("is not a duplicate of a rejected event", async () => {
    const store = await service.newStore();
    const refused = { ...named("refused"), value: "1" };
    expect((await postEvent(store, refused)).status).toBe(400);
    await postBulk(store, [refused]);
    await postBulk(store, Array(101).fill(named("too many")));
    await ingest(service, store, how, named("valid"));
    expect(await effects(store)).toEqual([["valid"], ["valid"]]);
  });

  test("is not a duplicate when the case or a space differs", async () => {
    const store = await service.newStore();
    await ingest(
      service,
      store,
      how,
      named("a", "u"),
      named("b", "U"),
      named("c", "u "),
      named("d", "x".repeat(255)),
    );
    expect(await effects(store)).toEqual([
      ["a", "b", "c", "d"],
      ["a", "b", "c", "d"],
    ]);
  });

  test("is a duplicate even years later", async () => {
    const store = await service.newStore();
    service.setClock(new Date("2016-03-01T10:00:00.000Z"));
    await ingest(service, store, how, named("first"));
    service.setClock(undefined);
    await ingest(service, store, how, named("second"));
    expect(await effects(store)).toEqual([["first"], ["first"]]);
  });
});

test("of several valid events with one uniqueId in a bulk request the first is stored", async () => {
  const store = await service.newStore();
  await ingest(service, store, "bulk", { ...named("refused"), value: "" }, named("first"), named("second"));
  expect(await effects(store)).toEqual([["first"], ["first"]]);
});

test("the first accepted event stays, even when a later one is recorded first", async () => {
  const store = await service.newStore();
  await postBulk(store, [named("first")]);
  expect(await postEvent(store, named("single"))).toEqual(taken);
  expect(await postBulk(store, [named("bulk")])).toEqual(taken);
  expect(await storedEvents(store)).toEqual([]);
  await service.drain();
  expect(await effects(store)).toEqual([["first"], ["first"]]);
});

test("a job that runs twice has its effect once, and doesn't undo changes made in between", async () => {
  const store = await service.newStore();
  const eve = { email: "eve@example.test", firstName: "Eve" };
  await postBulk(store, [named("first"), event({ eventName: "second", customer: eve })]);
  let parts = 0;
  const moveBeforeAgain = async () => {
    if (parts++ !== 1) return;
    const [, second] = await storedEvents(store);
    const moved = { id: second?.customer, email: "e@example.test" };
    await postEvent(store, event({ eventName: "third", customer: moved }));
    const changed = { id: "ann", customFields: { first: false } };
    await postEvent(store, event({ eventName: "fourth", customer: changed }));
  };
  // The recorder may finish the work of the first part before the second.
  const pause = () => Bun.sleep(200).then(moveBeforeAgain);
  await service.drain({ parts: (jobs) => [jobs, jobs], pause });
  expect(await count(store, "event_batches")).toBe(0);
  expect(await effects(store)).toEqual([["first", "second", "third", "fourth"], ["first"]]);
  expect(await storedCustomer(store, "ann")).toMatchObject({ customFields: { first: false } });
  expect(await getCustomer(store, eve.email)).toMatchObject({ status: 404 });
});
