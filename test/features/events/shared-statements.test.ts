import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { revokeClient } from "../../../src/features/stores/revoke-client.ts";
import { event, postEvent, storedEvents, taken } from "../../support/events.ts";
import { inHeldTransaction } from "../../support/lock-waits.ts";
import type { Json } from "../../support/orders.ts";
import type { TestStore } from "../../support/service.ts";
import { slowdown } from "../../support/slowdown.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ eventRateLimit: 0 });

/** Returns stores whose clients are known to the process, so that concurrent events share a statement. */
async function knownStores(count: number): Promise<TestStore[]> {
  const first = await service.newStore();
  const stores = [first];
  while (stores.length < count) stores.push(await service.newStore({ beside: first }));
  for (const store of stores) expect(await postEvent(store, event())).toEqual(taken);
  return stores;
}

async function names(store: TestStore): Promise<string[]> {
  return (await storedEvents(store)).map(({ name }) => name).slice(1);
}

async function statuses(sent: [TestStore, Json][]): Promise<number[]> {
  const answers = await Promise.all(sent.map(([store, changes]) => postEvent(store, event(changes))));
  return answers.map(({ status }) => status);
}

test("concurrent events of several stores with the same ids are stored in their own stores", async () => {
  const stores = await knownStores(5);
  const sent = stores.flatMap((store, i): [TestStore, Json][] => [
    [store, { eventName: `first of ${i}`, uniqueId: "u" }],
    [store, { eventName: `again of ${i}`, uniqueId: "u" }],
    [store, { eventName: `new of ${i}`, customer: { id: `bob ${i}`, firstName: "Bob" } }],
  ]);
  expect(new Set(await statuses(sent))).toEqual(new Set([202]));
  for (const [i, store] of stores.entries()) {
    expect((await names(store)).toSorted()).toEqual([`first of ${i}`, `new of ${i}`]);
    const customers = (await storedEvents(store)).map(({ customer }) => customer);
    expect(new Set(customers)).toEqual(new Set(["ann", `bob ${i}`]));
  }
});

test("an event whose uniqueId another transaction holds delays no other store", async () => {
  const [waiting, ...others] = (await knownStores(4)) as [TestStore, ...TestStore[]];
  const mayEnd = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holding = inHeldTransaction(waiting.ctx.db, async (tx) => {
    await tx.execute(sql`insert into event_unique_ids (store_id, unique_id) values (${waiting.id}, 'held')`);
    isHeld.resolve();
    await mayEnd.promise;
    tx.rollback();
  }).catch(() => undefined);
  await isHeld.promise;
  let isAnswered = false;
  const late = postEvent(waiting, event({ eventName: "late", uniqueId: "held" })).then((answer) => {
    isAnswered = true;
    return answer;
  });
  // The first round shares a statement with the event that has to wait.
  for (let round = 0; round < 3; round++) {
    const begin = performance.now();
    expect(await statuses(others.map((store) => [store, {}]))).toEqual([202, 202, 202]);
    expect(performance.now() - begin).toBeLessThan(1_000 * slowdown());
  }
  expect(isAnswered).toBe(false);
  mayEnd.resolve();
  await holding;
  expect(await late).toEqual(taken);
  expect(await names(waiting)).toEqual(["late"]);
});

test("an event that can't be stored fails alone, in its store and beside others", async () => {
  const [store, other] = (await knownStores(2)) as [TestStore, TestStore];
  await store.ctx.db.execute(sql`
    create function refuse_poison() returns trigger language plpgsql as $$
    begin raise exception 'poison'; end $$`);
  await store.ctx.db.execute(sql`
    create trigger poison before insert on events for each row when (new.event_name = 'poison')
    execute function refuse_poison()`);
  const sent = ["a", "b", "poison", "c", "d"].map((eventName): [TestStore, Json] => [store, { eventName }]);
  expect(await statuses([...sent, [other, { eventName: "theirs" }]])).toEqual([202, 202, 500, 202, 202, 202]);
  await store.ctx.db.execute(sql`drop trigger poison on events`);
  expect((await names(store)).toSorted()).toEqual(["a", "b", "c", "d"]);
  expect(await names(other)).toEqual(["theirs"]);
});

async function send(store: TestStore, secret: string, body: Json): Promise<number> {
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await service.fetch(`/v2.2/stores/${store.id}/events`, init)).status;
}

/** Returns the secret of a client that the process knows and that was revoked since. */
async function revokedSecret(store: TestStore): Promise<string> {
  const { clientId, secret } = await createClient(store.ctx, store.id, { name: "lost" });
  expect(await send(store, secret, event({ eventName: "before" }))).toBe(202);
  await revokeClient(store.ctx, store.id, clientId);
  return secret;
}

test("an event of a revoked client is 401, and one with its uniqueId of another client is stored", async () => {
  const [store, other] = (await knownStores(2)) as [TestStore, TestStore];
  const secret = await revokedSecret(store);
  const both = event({ eventName: "both", uniqueId: "u" });
  const senders = [secret, store.secret, secret];
  const sent = senders.map((key) => send(store, key, both));
  expect(await Promise.all<unknown>([...sent, statuses([[other, {}]])])).toEqual([401, 202, 401, [202]]);
  expect(await names(store)).toEqual(["before", "both"]);
  expect(await names(other)).toEqual(["visited"]);
});

test("a revoked client that repeats the uniqueId of another client's event gets 401", async () => {
  const [store] = (await knownStores(1)) as [TestStore];
  const secret = await revokedSecret(store);
  const both = event({ eventName: "both", uniqueId: "u" });
  const sent = [store.secret, secret].map((key) => send(store, key, both));
  expect(await Promise.all(sent)).toEqual([202, 401]);
  expect(await names(store)).toEqual(["before", "both"]);
});

test("a store with large events delays no other", async () => {
  const [large, small] = (await knownStores(2)) as [TestStore, TestStore];
  const text = "x".repeat(50_000);
  const sent = Array.from({ length: 10 }, (_, i): [TestStore, Json] => [large, { data: { text, i } }]);
  expect(new Set(await statuses([...sent, [small, { eventName: "small" }]]))).toEqual(new Set([202]));
  expect(await names(small)).toEqual(["small"]);
  expect(await names(large)).toHaveLength(10);
});
