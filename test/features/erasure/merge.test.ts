import { describe, expect, test } from "bun:test";
import { PROBLEM_CODES, type ProblemCode } from "../../../src/lib/problem-codes.ts";
import { changesOf } from "../../support/changes.ts";
import { placesOf } from "../../support/dump.ts";
import { event, postBulk, postEvent, storedCustomer, storedEvents, taken } from "../../support/events.ts";
import { newPerson } from "../../support/person.ts";
import { answerOf, invalidAnswer, newOrder, ok, postReturn, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ eventRateLimit: 0 });
const FORMER = { id: "former", email: "former@example.test", phoneNumber: "+4930111111" };
const ANN = { id: "ann", email: "ann@example.test", phoneNumber: "+4930222222" };

function merge(store: TestStore, customerId: string, into: unknown) {
  const path = `/stores/:store/customers/${encodeURIComponent(customerId)}/merge`;
  return answerOf(store.post(path, { into }));
}

function merged(customerId: string, into: string) {
  return { ...ok({ customerId, into }), status: 202 };
}

function refused(code: ProblemCode, detail?: string) {
  const answer = problemAnswer(PROBLEM_CODES[code].status, detail);
  return { ...answer, body: { ...(answer.body as object), code } };
}

async function send(store: TestStore, ...customers: object[]) {
  for (const customer of customers) expect(await postEvent(store, event({ customer }))).toEqual(taken);
}

/** Returns a store with two customers. */
async function storeOfTwo(former: object = {}, ann: object = {}): Promise<TestStore> {
  const store = await service.newStore();
  await send(store, { ...FORMER, ...former }, { ...ANN, ...ann });
  return store;
}

/** Returns the profile that a path leads to, without its times. */
async function profileAt(store: TestStore, path: string) {
  const { status, body } = await answerOf(store.get(`/stores/:store/customers${path}`));
  const { createdAt: _, updatedAt: __, ...profile } = body as Record<string, unknown>;
  return status === 200 ? profile : status;
}

async function idsIn(store: TestStore, path: string, list: string) {
  const { body } = await answerOf(store.get(`/stores/:store${path}`));
  return (body as Record<string, Record<string, unknown>[]>)[list]?.map(({ orderId, id, eventName }) =>
    String(orderId ?? id ?? eventName),
  );
}

describe("the profile", () => {
  test("keeps the target's values and takes the others from the merged customer", async () => {
    const store = await storeOfTwo(
      {
        ...{ firstName: "A.", lastName: "Byron" },
        location: { city: "Leeds", postalCode: "LS1" },
        customFields: { plan: "none", size: "M", isNew: false },
      },
      { firstName: "Ann", location: { city: "York" }, customFields: { plan: "gold" } },
    );
    expect(await merge(store, "former", "ann")).toEqual(merged("former", "ann"));
    expect(await profileAt(store, "/ann")).toEqual({
      ...ANN,
      ...{ firstName: "Ann", lastName: "Byron" },
      location: { city: "York", postalCode: "LS1" },
      customFields: { plan: "gold", size: "M", isNew: false },
    });
  });

  test("takes the e-mail address and the phone number where the target has none", async () => {
    const store = await service.newStore();
    await send(store, FORMER, { id: "ann" });
    expect(await merge(store, "former", "ann")).toEqual(merged("former", "ann"));
    expect(await profileAt(store, "/ann")).toEqual({ ...FORMER, id: "ann" });
  });

  test("is found by what its custom fields had at the merged customer", async () => {
    const store = await storeOfTwo({ customFields: { size: "M" } }, { customFields: { plan: "gold" } });
    await merge(store, "former", "ann");
    for (const where of [
      { customer: "customFields.size", is: "M" },
      { customer: "customFields.plan", is: "gold" },
    ]) {
      expect(await segmentOf(store, where)).toEqual(["ann"]);
    }
  });
});

async function segmentOf(store: TestStore, where: object) {
  const { body } = await answerOf(store.post("/stores/:store/segments/query", { where }));
  return (body as { customers: { id: string }[] }).customers.map(({ id }) => id);
}

describe("what identified the merged customer leads to the target:", () => {
  test.each([
    ["the id", "/former"],
    ["the e-mail address", `?email=${FORMER.email}`],
  ])("%s in a read", async (_, path) => {
    const store = await storeOfTwo();
    await merge(store, "former", "ann");
    expect(await profileAt(store, path)).toEqual(ANN);
  });

  const SENT: [string, object][] = [
    ["the id", { id: "former" }],
    ["the e-mail address", { email: "FORMER@example.test" }],
    ["the phone number", { phoneNumber: FORMER.phoneNumber }],
    ["all of them", FORMER],
  ];
  test.each(SENT)("%s in events and orders", async (_, customer) => {
    const store = await storeOfTwo();
    await merge(store, "former", "ann");
    await send(store, customer);
    expect(await postBulk(store, [event({ customer, eventName: "in bulk" })])).toEqual(taken);
    await newOrder(store, { orderId: "later", customer });
    await service.drain();
    const owners = (await storedEvents(store)).map((each) => each.customer);
    expect(owners).toEqual(["ann", "ann", "ann", "ann"]);
    expect(await idsIn(store, `/orders?email=${ANN.email}`, "orders")).toEqual(["later"]);
    expect(await profileAt(store, "/ann")).toEqual(ANN);
    expect(await profileAt(store, "/former")).toEqual(ANN);
  });

  test("a name that comes with one of them is a patch of the target, as in every event", async () => {
    const store = await storeOfTwo();
    await merge(store, "former", "ann");
    await send(store, { id: "former", firstName: "Anna" });
    expect(await profileAt(store, "/ann")).toEqual({ ...ANN, firstName: "Anna" });
  });

  test("no other customer takes the address over, and the target may, by its own id", async () => {
    const store = await storeOfTwo();
    await merge(store, "former", "ann");
    await send(store, { id: "eve", email: FORMER.email, phoneNumber: FORMER.phoneNumber });
    expect(await profileAt(store, "/eve")).toEqual({ id: "eve", email: null });
    await send(store, { id: "ann", email: FORMER.email });
    expect(await profileAt(store, "/ann")).toEqual({ ...ANN, email: FORMER.email });
    await send(store, { id: "ann", email: ANN.email });
    expect(await profileAt(store, `?email=${FORMER.email}`)).toEqual(ANN);
  });

  test("lists, the timeline, search and segments", async () => {
    const store = await service.newStore();
    await newOrder(store, { orderId: "first", customer: FORMER });
    await send(store, FORMER, ANN);
    await merge(store, "former", "ann");
    await newOrder(store, { orderId: "second", customer: ANN });
    await service.drain();
    expect(await idsIn(store, "/events?customer=former", "events")).toEqual(["visited", "visited"]);
    expect(await idsIn(store, `/orders?email=${FORMER.email}`, "orders")).toHaveLength(2);
    const timeline = await idsIn(store, "/customers/former/timeline", "timeline");
    expect(timeline).toHaveLength(4);
    expect(await idsIn(store, "/customers/ann/timeline", "timeline")).toEqual(timeline);
    for (const q of [FORMER.email, FORMER.phoneNumber]) {
      expect(await idsIn(store, `/search?q=${encodeURIComponent(q)}`, "results")).toContain("ann");
    }
    expect(await segmentOf(store, { customer: "id", is: "former" })).toEqual(["ann"]);
    expect(await segmentOf(store, { customer: "id", op: "in", value: ["former", "eve"] })).toEqual(["ann"]);
    expect(await segmentOf(store, { customer: "id", op: "!=", value: "former" })).toEqual([]);
  });

  test("the change feed, in which the merge and what it moved are", async () => {
    const store = await service.newStore();
    await newOrder(store, { orderId: "first", customer: FORMER });
    const { body } = await answerOf(postReturn(store, "first"));
    const { id: returnId } = (body as { return: { id: string } }).return;
    await send(store, ANN);
    const { body: read } = await answerOf(store.get("/stores/:store/changes?after=0"));
    const orderId = (read as { changes: { type: string; id: string }[] }).changes.find(
      ({ type }) => type === "order.created",
    )?.id as string;
    const changes = await changesOf(store, () => merge(store, "former", "ann"));
    expect(changes).toEqual([
      ["customer.merged", "former"],
      ["customer.updated", "ann"],
      ["order.updated", orderId],
      ["return.updated", returnId],
    ]);
    const feed = await answerOf(store.get("/stores/:store/changes?after=0"));
    const ofFormer = (feed.body as { changes: { id: string; data: { id: string } }[] }).changes.filter(
      ({ id }) => id === "former",
    );
    expect(ofFormer.map(({ data }) => data.id)).toEqual(["ann", "ann"]);
  });
});

describe("a merge", () => {
  test("into a customer that was merged leads to the one that is left, and so does what led to it", async () => {
    const store = await storeOfTwo();
    await send(store, { id: "eve", email: "eve@example.test" });
    expect(await merge(store, "ann", "eve")).toEqual(merged("ann", "eve"));
    expect(await merge(store, "former", "ann")).toEqual(merged("former", "eve"));
    await send(store, { id: "zoe", email: "zoe@example.test" });
    expect(await merge(store, "eve", "zoe")).toEqual(merged("eve", "zoe"));
    for (const path of ["/former", "/ann", `?email=${FORMER.email}`, "?email=eve@example.test"]) {
      expect(await profileAt(store, path)).toMatchObject({ id: "zoe", email: "zoe@example.test" });
    }
    await service.drain();
    expect((await storedEvents(store)).map(({ customer }) => customer)).toEqual(["zoe", "zoe", "zoe", "zoe"]);
  });

  test("that was made before does nothing, also by an id that led to the target since", async () => {
    const store = await storeOfTwo();
    await send(store, { id: "eve" });
    await merge(store, "former", "ann");
    const changes = await changesOf(store, async () => {
      expect(await merge(store, "former", "ann")).toEqual(merged("former", "ann"));
    });
    expect(changes).toEqual([]);
    await merge(store, "ann", "eve");
    expect(await merge(store, "former", "ann")).toEqual(merged("former", "eve"));
  });

  test("of a customer that was merged is refused, and names the one to merge", async () => {
    const store = await storeOfTwo();
    await send(store, { id: "eve" });
    await merge(store, "former", "ann");
    const detail = "The customer former was merged into ann before.";
    expect(await merge(store, "former", "eve")).toEqual(refused("customer_already_merged", detail));
    expect(await merge(store, "ann", "former")).toEqual(refused("customer_already_merged", detail));
    expect(await profileAt(store, "/eve")).toEqual({ id: "eve", email: null });
  });

  test("needs two customers of the store, and an id", async () => {
    const store = await storeOfTwo();
    const other = await service.newStore({ beside: store });
    await send(other, { id: "theirs" });
    const missing = (id: string) => refused("customer_not_found", `The store has no customer ${id}.`);
    expect(await merge(store, "unknown", "ann")).toEqual(missing("unknown"));
    expect(await merge(store, "former", "unknown")).toEqual(missing("unknown"));
    expect(await merge(store, "former", "theirs")).toEqual(missing("theirs"));
    expect(await merge(store, "theirs", "ann")).toEqual(missing("theirs"));
    for (const into of ["former", "", 7, null, undefined]) {
      expect(await merge(store, "former", into)).toEqual(invalidAnswer({ pointer: "/into" }));
    }
  });

  test("of an erased customer, or into one, is 404", async () => {
    const store = await storeOfTwo();
    await store.post("/stores/:store/customers/ann/erase", undefined);
    expect(await merge(store, "former", "ann")).toMatchObject({ status: 404 });
    expect(await merge(store, "ann", "former")).toMatchObject({ status: 404 });
  });

  test("needs the scope of erasures", async () => {
    const store = await storeOfTwo();
    const others = await store.withScopes("customers_read", "customer_events_write", "orders_write");
    expect(await merge(others, "former", "ann")).toMatchObject({ status: 403 });
    expect(await merge(await store.withScopes("customers_erase"), "former", "ann")).toEqual(
      merged("former", "ann"),
    );
  });

  test("that would make a profile too large changes nothing", async () => {
    const fields = (prefix: string) =>
      Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`${prefix}${n}`, n]));
    const store = await storeOfTwo({ customFields: fields("a") }, { customFields: fields("b") });
    expect(await merge(store, "former", "ann")).toEqual(refused("merged_customer_too_large"));
    expect(await storedCustomer(store, "former")).toMatchObject({ email: FORMER.email });
    expect(await profileAt(store, "/ann")).toEqual({ ...ANN, customFields: fields("b") });
  });
});

describe("a later erasure", () => {
  test.each(["target", "merged"] as const)(
    "by the id of the %s customer leaves nothing of either, and both ids begin again",
    async (by) => {
      const store = await service.newStore();
      const [former, ann, other] = [await newPerson(store), await newPerson(store), await newPerson(store)];
      await service.drain();
      expect(await merge(store, former.customerId, ann.customerId)).toMatchObject({ status: 202 });
      await service.drain();
      const before = await placesOf(store.ctx.db, other.texts);
      const id = by === "target" ? ann.customerId : former.customerId;
      const path = `/stores/:store/customers/${id}/erase`;
      expect((await store.post(path, undefined)).status).toBe(202);
      expect((await store.post(path, undefined)).status).toBe(202);
      await service.drain();
      expect(await placesOf(store.ctx.db, [...former.texts, ...ann.texts])).toEqual([]);
      expect(await placesOf(store.ctx.db, other.texts)).toEqual(before);
      for (const erased of [former, ann]) {
        expect(await profileAt(store, `/${erased.customerId}`)).toBe(404);
        await send(store, { id: erased.customerId, email: erased.email });
        expect(await profileAt(store, `/${erased.customerId}`)).toMatchObject({ id: erased.customerId });
      }
    },
  );

  test("has each of the ids in the change feed", async () => {
    const store = await storeOfTwo();
    await merge(store, "former", "ann");
    await service.drain();
    const changes = await changesOf(store, () =>
      store.post("/stores/:store/customers/former/erase", undefined),
    );
    expect(changes.filter(([type]) => type === "customer.erased")).toEqual([
      ["customer.erased", "ann"],
      ["customer.erased", "former"],
    ]);
  });
});

test("an export has what came from the merged customer, by either id", async () => {
  const store = await service.newStore();
  const [former, ann] = [await newPerson(store), await newPerson(store)];
  await service.drain();
  await merge(store, former.customerId, ann.customerId);
  await service.drain();
  const exportOf = (id: string) =>
    store.get(`/stores/:store/customers/${id}/export`).then((each) => each.json());
  const exported = await exportOf(former.customerId);
  expect(exported).toEqual(await exportOf(ann.customerId));
  expect(exported).toMatchObject({
    customer: { id: ann.customerId },
    formerIdentifiers: [former.phoneNumber, former.email].toSorted(),
    mergedCustomers: [
      { id: former.customerId, firstName: former.texts.find((text) => text.startsWith("First")) },
    ],
  });
  expect(exported.orders).toHaveLength(2);
  expect(exported.returns).toHaveLength(2);
});
