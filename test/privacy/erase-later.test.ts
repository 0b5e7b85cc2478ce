import { expect, test } from "bun:test";
import {
  event,
  postBulk,
  postEvent,
  rejectionsOf,
  storedCustomer,
  storedData,
  taken,
} from "../support/events.ts";
import type { TestStore } from "../support/service.ts";
import { useService } from "../support/use-service.ts";

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
