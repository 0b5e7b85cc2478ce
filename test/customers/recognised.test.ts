import { afterAll, beforeAll, expect, test } from "bun:test";
import { errorAnswer, freshId, getCustomer, type Json, leastOrder, postOrder } from "../support/orders.ts";
import { anId, anInstant, ok } from "../support/returns.ts";
import { startService, type TestService, type TestStore } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

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

/** A store that knows Ann and Bob since FIRST; what comes next comes LATER. */
async function storeWithTwo(): Promise<TestStore> {
  const store = await service.newStore();
  service.setClock(FIRST);
  for (const known of [ANN, BOB]) await orderOf(store, known);
  service.setClock(LATER);
  return store;
}

type Case = { given: Json; ann?: Json; bob?: Json };

test.each<[string, Case]>([
  ["an id decides alone", { given: { id: "ann", firstName: "Anna" }, ann: { firstName: "Anna" } }],
  [
    "an id decides against e-mail address and phone number, which their holder keeps",
    {
      given: { id: "ann", email: BOB.email, phoneNumber: BOB.phoneNumber, lastName: "Li" },
      ann: { lastName: "Li" },
    },
  ],
  [
    "an e-mail address decides without an id",
    { given: { email: ANN.email, firstName: "Anna" }, ann: { firstName: "Anna" } },
  ],
  [
    "an e-mail address decides against a phone number, which its holder keeps",
    { given: { email: BOB.email, phoneNumber: ANN.phoneNumber, lastName: "Ray" }, bob: { lastName: "Ray" } },
  ],
  [
    "a phone number decides when it is alone",
    { given: { phoneNumber: BOB.phoneNumber, lastName: "Ray" }, bob: { lastName: "Ray" } },
  ],
  [
    "null is no identifier",
    {
      given: { id: null, email: null, phoneNumber: BOB.phoneNumber, firstName: "Rob" },
      bob: { firstName: "Rob" },
    },
  ],
  [
    "an identifier below the deciding one enriches when it is free",
    {
      given: { id: "bob", email: "robert@example.test", phoneNumber: "+12015550009" },
      bob: { email: "robert@example.test", phoneNumber: "+12015550009" },
    },
  ],
  [
    "a free phone number enriches the customer of an e-mail address",
    { given: { email: ANN.email, phoneNumber: "+12015550009" }, ann: { phoneNumber: "+12015550009" } },
  ],
  ["a name may become empty", { given: { id: "ann", lastName: "" }, ann: { lastName: "" } }],
  [
    "the spelling of an address that came last is the one returned",
    { given: { email: " ANN@Example.test " }, ann: { email: "ANN@Example.test" } },
  ],
  ["omitted and null change nothing", { given: { id: "ann", email: null, firstName: null, lastName: null } }],
  ["what is known already changes nothing", { given: ANN }],
  [
    "a customer without identifiers is nobody",
    { given: { firstName: "Ann", lastName: "Li", name: "Ann Li" } },
  ],
])("%s", async (_, { given, ann, bob }) => {
  const store = await storeWithTwo();
  expect(await orderOf(store, given)).toMatchObject({ status: 200 });
  expect([
    await getCustomer(store, String(ann?.email ?? ANN.email)),
    await getCustomer(store, String(bob?.email ?? BOB.email)),
  ]).toEqual([
    ok({ ...ANN, ...ann, ...(ann ? WHEN_PATCHED : WHEN_NEW) }),
    ok({ ...BOB, ...bob, ...(bob ? WHEN_PATCHED : WHEN_NEW) }),
  ]);
});

test("an unknown id is a new customer with that id, even when the e-mail address is somebody's", async () => {
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

test("an unknown e-mail address is a new customer, even when the phone number is somebody's", async () => {
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

test("a phone number finds the customer who has it", async () => {
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

test("an unknown phone number is a new customer, who keeps it", async () => {
  const store = await service.newStore();
  await orderOf(store, { phoneNumber: "+12015550009" });
  await orderOf(store, { email: "eve@example.test", phoneNumber: "+12015550009" });
  expect(await getCustomer(store, "eve@example.test")).toEqual(
    ok({ id: anId("cus"), email: "eve@example.test", createdAt: anInstant, updatedAt: anInstant }),
  );
});

test("an e-mail address that its holder has left is free for the next", async () => {
  const store = await storeWithTwo();
  await orderOf(store, { id: "ann", email: "annie@example.test" });
  expect(await getCustomer(store, ANN.email)).toMatchObject({ status: 404 });
  await orderOf(store, { id: "bob", email: ANN.email });
  expect(await getCustomer(store, ANN.email)).toEqual(ok({ ...BOB, email: ANN.email, ...WHEN_PATCHED }));
  expect(await getCustomer(store, "annie@example.test")).toEqual(
    ok({ ...ANN, email: "annie@example.test", ...WHEN_PATCHED }),
  );
});

test("a malformed e-mail address or phone number is 400 and patches nobody, whoever the id says", async () => {
  const store = await storeWithTwo();
  for (const [member, value] of [
    ["email", "ann"],
    ["email", ""],
    ["phoneNumber", "12015550009"],
    ["phoneNumber", ""],
  ] as const) {
    expect(await orderOf(store, { id: "ann", firstName: "Anna", [member]: value })).toEqual(
      errorAnswer(400, expect.stringMatching(new RegExp(`^customer\\.${member} must be `))),
    );
  }
  expect(await getCustomer(store, ANN.email)).toEqual(ok({ ...ANN, ...WHEN_NEW }));
});
