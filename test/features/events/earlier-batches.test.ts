import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

/** Stores a bulk request as an earlier version did: as JSON, with null as the customer of a duplicate. */
async function storeAsBefore(store: TestStore, customers: (string | null)[]): Promise<void> {
  const received = "2026-03-02T10:00:00.123Z";
  const events = customers.map((customer, i) => ({
    ...{ id: crypto.randomUUID(), name: "visited", at: "2026-03-02T10:00:00Z", received, terms: "" },
    ...{ value: i, currency: "USD", uniqueId: `visit-${i}`, data: { customer, i } },
  }));
  await store.ctx.db.execute(sql`
    insert into event_batches (store_id, id, events, customers)
    values (${store.id}, gen_random_uuid(), ${JSON.stringify(events)}, ${sql.param(customers)}::text[])`);
}

async function eventsOf(store: TestStore, customer: string): Promise<{ data: unknown }[]> {
  const { body } = await answerOf(store.get(`/stores/:store/customers/${customer}/export`));
  return (body as { events: { data: unknown }[] }).events;
}

test("bulk requests that an earlier version has stored are exported, erased and recorded", async () => {
  const store = await service.newStore();
  for (const id of ["ann", "bob"]) {
    await store.post("/stores/:store/events", { eventName: "came", customer: { id } });
  }
  await storeAsBefore(store, ["ann", null, "bob", "ann"]);
  const waiting = await eventsOf(store, "bob");
  expect(waiting).toHaveLength(2);
  expect(waiting[0]).toMatchObject({
    ...{ eventName: "visited", customerId: "bob", eventTimestamp: "2026-03-02T10:00:00.000Z", value: 2 },
    ...{ receivedAt: "2026-03-02T10:00:00.123Z", uniqueId: "visit-2", data: { customer: "bob", i: 2 } },
  });

  expect((await store.post("/stores/:store/customers/ann/erase", undefined)).status).toBe(202);
  // The job of a next bulk request wakes the recorder.
  const next = { eventName: "left", customer: { id: "eve" } };
  await store.post("/stores/:store/events/bulk", { events: [next] });
  await service.drain();
  expect(await eventsOf(store, "bob")).toEqual(waiting.toReversed());
  const { rows } = await store.ctx.db.execute<{ customer: string }>(sql`
    select customer_id as customer from events where store_id = ${store.id} order by customer_id`);
  expect(rows.map(({ customer }) => customer)).toEqual(["bob", "bob", "eve"]);
});

test("a bulk request that another transaction has locked delays none of its store, and keeps its turn", async () => {
  const store = await service.newStore();
  for (const id of ["ann", "bob", "eve"]) {
    await store.post("/stores/:store/events/bulk", { events: [{ eventName: "came", customer: { id } }] });
  }
  const logged = service.log.length;
  await store.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`
      select from event_batches where store_id = ${store.id} and customers = array['ann'] for no key update`);
    await service.drain();
    expect(await eventsOf(store, "bob")).toHaveLength(1);
    expect(await eventsOf(store, "eve")).toHaveLength(1);
  });
  expect(service.log.slice(logged).filter(({ level }) => Number(level) >= 40)).toEqual([]);
  const { rows } = await store.ctx.db.execute(
    sql`select customers, failures from event_batches where store_id = ${store.id}`,
  );
  expect(rows).toEqual([{ customers: ["ann"], failures: 0 }]);
});
