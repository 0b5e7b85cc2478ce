import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import {
  event,
  postBulk,
  postEvent,
  rejectionsOf,
  storedCustomer,
  storedData,
  taken,
} from "../../support/events.ts";
import { requireInProcess } from "../../support/fleet.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

// An erasure takes what there was when it was requested, and leaves whose address it is by then.
const service = useService();
const ANN = "ann@example.test";

const erase = async (store: TestStore, id: string) => {
  expect((await store.post(`/stores/:store/customers/${id}/erase`, undefined)).status).toBe(202);
};

test("what a customer has written who took the address after the request is kept", async () => {
  const store = await service.newStore();
  expect(await postEvent(store, event({ customer: { id: "ann", email: ANN } }))).toEqual(taken);
  await erase(store, "ann");
  const bob = { id: "bob", email: ANN, customFields: { contact: ANN } };
  expect(await postEvent(store, event({ customer: bob }))).toEqual(taken);
  await service.drain();
  expect(await storedCustomer(store, "bob")).toMatchObject({
    email: ANN,
    customFields: { contact: ANN },
  });
});

test("an event that was rejected after the request is kept", async () => {
  const store = await service.newStore();
  const rejected = { eventName: "", customer: { email: ANN } };
  expect(await postEvent(store, event({ customer: { id: "ann", email: ANN } }))).toEqual(taken);
  expect(await postBulk(store, [rejected])).toEqual(taken);
  await erase(store, "ann");
  expect(await postBulk(store, [{ ...rejected, value: 2 }])).toEqual(taken);
  await service.drain();
  expect((await rejectionsOf(store)).map(({ event }) => event)).toEqual([{ ...rejected, value: 2 }]);
});

test("an address that the person had before and another customer has now isn't the person's", async () => {
  const store = await service.newStore();
  for (const [id, email] of [
    ["ann", ANN],
    ["ann", "new@example.test"],
    ["carl", ANN],
  ]) {
    expect(await postEvent(store, event({ customer: { id, email } }))).toEqual(taken);
  }
  expect(await postEvent(store, event({ customer: { id: "eve" }, data: { contact: ANN } }))).toEqual(taken);
  await erase(store, "ann");
  await service.drain();
  expect(await storedData(store)).toContainEqual({ contact: ANN });
});

test("a visit after the request is kept, whatever the clock says", async () => {
  const store = await service.newStore();
  requireInProcess(store.ctx);
  const visit = (eventId: string) => ({
    ...{ eventId, eventName: "page_viewed", source: "storefront", timestamp: "2026-03-02T09:10:00Z" },
    ...{ anonymousId: "ann", urlWithParams: `/${eventId}` },
  });
  expect(await postEvent(store, event({ customer: { id: "ann", email: ANN } }))).toEqual(taken);
  await store.post("/stores/:store/storefront/events", visit("before"));
  await store.post("/stores/:store/storefront/events", { ...visit("named"), customerEmail: ANN });
  await erase(store, "ann");
  // As if the database's clock had been set back since.
  await store.ctx.db.execute(sql`update erasures set requested_at = now() + interval '1 hour'`);
  await store.post("/stores/:store/storefront/events", visit("after"));
  await store.post("/stores/:store/storefront/events", { ...visit("named-after"), customerEmail: ANN });
  await service.drain();
  const { rows } = await store.ctx.db.execute<{ id: string }>(sql`
    select event_id as id from storefront_events where store_id = ${store.id} and body is not null order by id`);
  expect(rows.map(({ id }) => id)).toEqual(["after", "named-after"]);
});

test("a segment keeps an address that another customer has by then", async () => {
  const store = await service.newStore();
  expect(await postEvent(store, event({ customer: { id: "ann", email: ANN } }))).toEqual(taken);
  await erase(store, "ann");
  expect(await postEvent(store, event({ customer: { id: "ann", email: ANN } }))).toEqual(taken);
  const path = `/stores/:store/segments/${encodeURIComponent(ANN)}`;
  const where = {
    any: [
      { customer: "email", is: ANN },
      { customer: "id", is: "ann" },
    ],
  };
  expect((await store.put(path, { where })).status).toBe(201);
  await service.drain();
  const answer = await answerOf(store.get(path));
  expect(answer.body).toMatchObject({ segment: { key: ANN, where } });
});
