import { expect, test } from "bun:test";
import { freshId, getCustomer, type Json, leastOrder, postOrder } from "../../support/orders.ts";
import { anId, anInstant, ok } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

const FIRST = new Date("2026-03-01T10:00:00.000Z");
const LATER = new Date("2026-03-02T10:00:00.000Z");
const WHEN_NEW = { createdAt: FIRST.toISOString(), updatedAt: FIRST.toISOString() };
const WHEN_PATCHED = { createdAt: FIRST.toISOString(), updatedAt: LATER.toISOString() };

const ANN = {
  id: "ann",
  email: "ann@example.test",
  phoneNumber: "+12015550001",
  firstName: "Ann",
  lastName: "Lee",
};
const BOB = { id: "bob", email: "bob@example.test", phoneNumber: "+12015550002", firstName: "Bob" };

/** Posts an order of this customer. */
function orderOf(store: TestStore, customer: Json) {
  return postOrder(store, leastOrder(freshId(), { customer }));
}

/** Creates a store with Ann and Bob since FIRST; later requests come at LATER. */
async function storeWithTwo(): Promise<TestStore> {
  const store = await service.newStore();
  service.setClock(FIRST);
  for (const known of [ANN, BOB]) await orderOf(store, known);
  service.setClock(LATER);
  return store;
}

type Case = { input: Json; ann?: Json; bob?: Json };

test.each<[string, Case]>([
  ["an id decides alone", { input: { id: "ann", firstName: "Anna" }, ann: { firstName: "Anna" } }],
  [
    "an id takes precedence over an e-mail address and a phone number, which stay with their customer",
    {
      input: { id: "ann", email: BOB.email, phoneNumber: BOB.phoneNumber, lastName: "Li" },
      ann: { lastName: "Li" },
    },
  ],
  [
    "without an id the e-mail address decides",
    { input: { email: ANN.email, firstName: "Anna" }, ann: { firstName: "Anna" } },
  ],
  [
    "an e-mail address takes precedence over a phone number, which stays with its customer",
    { input: { email: BOB.email, phoneNumber: ANN.phoneNumber, lastName: "Ray" }, bob: { lastName: "Ray" } },
  ],
  [
    "without an id and an e-mail address the phone number decides",
    { input: { phoneNumber: BOB.phoneNumber, lastName: "Ray" }, bob: { lastName: "Ray" } },
  ],
  [
    "null is not an identifier",
    {
      input: { id: null, email: null, phoneNumber: BOB.phoneNumber, firstName: "Rob" },
      bob: { firstName: "Rob" },
    },
  ],
  [
    "an unused lower identifier enriches the profile",
    {
      input: { id: "bob", email: "robert@example.test", phoneNumber: "+12015550009" },
      bob: { email: "robert@example.test", phoneNumber: "+12015550009" },
    },
  ],
  [
    "an unused phone number enriches the customer of an e-mail address",
    { input: { email: ANN.email, phoneNumber: "+12015550009" }, ann: { phoneNumber: "+12015550009" } },
  ],
  ["a name may become empty", { input: { id: "ann", lastName: "" }, ann: { lastName: "" } }],
  [
    "the last spelling of an address is returned",
    { input: { email: " ANN@Example.test " }, ann: { email: "ANN@Example.test" } },
  ],
  [
    "omitted fields and null change nothing",
    { input: { id: "ann", email: null, firstName: null, lastName: null } },
  ],
  ["repeated values change nothing", { input: ANN }],
  [
    "without identifiers no customer is matched",
    { input: { firstName: "Ann", lastName: "Li", name: "Ann Li" } },
  ],
])("%s", async (_, { input, ann, bob }) => {
  const store = await storeWithTwo();
  expect(await orderOf(store, input)).toMatchObject({ status: 200 });
  expect([
    await getCustomer(store, String(ann?.email ?? ANN.email)),
    await getCustomer(store, String(bob?.email ?? BOB.email)),
  ]).toEqual([
    ok({ ...ANN, ...ann, ...(ann ? WHEN_PATCHED : WHEN_NEW) }),
    ok({ ...BOB, ...bob, ...(bob ? WHEN_PATCHED : WHEN_NEW) }),
  ]);
});

test("an unknown id creates a customer, even when the e-mail address is another's", async () => {
  const store = await storeWithTwo();
  await orderOf(store, { id: "new", email: ANN.email, phoneNumber: BOB.phoneNumber, firstName: "New" });
  expect(await getCustomer(store, ANN.email)).toEqual(ok({ ...ANN, ...WHEN_NEW }));
  expect(await getCustomer(store, BOB.email)).toEqual(ok({ ...BOB, ...WHEN_NEW }));

  await orderOf(store, { id: "new", email: "new@example.test" });
  expect(await getCustomer(store, "new@example.test")).toEqual(
    ok({
      id: "new",
      email: "new@example.test",
      firstName: "New",
      createdAt: LATER.toISOString(),
      updatedAt: LATER.toISOString(),
    }),
  );
});

test("an unknown e-mail address creates a customer, even when the phone number is another's", async () => {
  const store = await storeWithTwo();
  await orderOf(store, { email: "new@example.test", phoneNumber: ANN.phoneNumber });
  expect(await getCustomer(store, ANN.email)).toEqual(ok({ ...ANN, ...WHEN_NEW }));
  expect(await getCustomer(store, "new@example.test")).toEqual(
    ok({
      id: anId("cus"),
      email: "new@example.test",
      createdAt: LATER.toISOString(),
      updatedAt: LATER.toISOString(),
    }),
  );
});

test("a phone number matches the customer that has it", async () => {
  const store = await service.newStore();
  await orderOf(store, { id: "eve", phoneNumber: "+12015550009" });
  await orderOf(store, { phoneNumber: "+12015550009", firstName: "Eve" });
  await orderOf(store, { id: "eve", email: "eve@example.test" });
  expect((await getCustomer(store, "eve@example.test")).body).toMatchObject({
    id: "eve",
    phoneNumber: "+12015550009",
    firstName: "Eve",
  });
});

test("an unknown phone number creates a customer with it", async () => {
  const store = await service.newStore();
  await orderOf(store, { phoneNumber: "+12015550009" });
  await orderOf(store, { email: "eve@example.test", phoneNumber: "+12015550009" });
  expect(await getCustomer(store, "eve@example.test")).toEqual(
    ok({ id: anId("cus"), email: "eve@example.test", createdAt: anInstant, updatedAt: anInstant }),
  );
});

test("an e-mail address that its customer has replaced is free", async () => {
  const store = await storeWithTwo();
  await orderOf(store, { id: "ann", email: "annie@example.test" });
  expect(await getCustomer(store, ANN.email)).toMatchObject({ status: 404 });
  await orderOf(store, { id: "bob", email: ANN.email });
  expect(await getCustomer(store, ANN.email)).toEqual(ok({ ...BOB, email: ANN.email, ...WHEN_PATCHED }));
  expect(await getCustomer(store, "annie@example.test")).toEqual(
    ok({ ...ANN, email: "annie@example.test", ...WHEN_PATCHED }),
  );
});

test("a malformed e-mail address or phone number of an order changes nothing; the rest of the customer does", async () => {
  const store = await storeWithTwo();
  for (const [member, value] of [
    ["email", "ann"],
    ["email", ""],
    ["phoneNumber", "12015550009"],
    ["phoneNumber", ""],
  ] as const) {
    const answer = await orderOf(store, { id: "ann", firstName: "Anna", [member]: value });
    expect(answer).toMatchObject({ status: 200 });
  }
  expect(await getCustomer(store, ANN.email)).toEqual(ok({ ...ANN, firstName: "Anna", ...WHEN_PATCHED }));
});
