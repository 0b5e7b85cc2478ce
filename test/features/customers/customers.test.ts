import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { freshId, getCustomer, leastOrder, postOrder } from "../../support/orders.ts";
import { anId, anInstant, answerOf, ok, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const CUSTOMERS = "/stores/:store/customers";

/** Creates a customer with an order, as clients do. */
async function customer(of: TestStore, input: Record<string, unknown>): Promise<void> {
  expect(await postOrder(of, leastOrder(freshId(), { customer: input }))).toMatchObject({ status: 200 });
}

test("GET customer returns the whole profile by e-mail address", async () => {
  const input = { id: "c1", email: "Ann@Example.test", phoneNumber: "+12015550123", firstName: "Ann" };
  await customer(store, { ...input, lastName: "Lee", name: "Not A. Member" });
  expect(await getCustomer(store, "ann@example.test")).toEqual(
    ok({ ...input, lastName: "Lee", createdAt: anInstant, updatedAt: anInstant }),
  );
});

test("a customer with only an e-mail address has a generated id and no other fields", async () => {
  await customer(store, { email: "only@example.test" });
  expect(await getCustomer(store, "only@example.test")).toEqual(
    ok({ id: anId("cus"), email: "only@example.test", createdAt: anInstant, updatedAt: anInstant }),
  );
});

test.each([
  "Bo.X+tag@Shop.Example",
  "bo.x+tag@shop.example",
  "BO.X+TAG@SHOP.EXAMPLE",
  "  bo.x+tag@shop.example ",
])("the address is trimmed, compared case-insensitively and returned as stored: %p", async (email) => {
  const own = await service.newStore();
  await customer(own, { id: "bo", email: " Bo.X+tag@Shop.Example  " });
  expect(await getCustomer(own, email)).toEqual(
    ok({ id: "bo", email: "Bo.X+tag@Shop.Example", createdAt: anInstant, updatedAt: anInstant }),
  );
});

test("location, customFields and times that were never recorded have the values of the specification", async () => {
  await customer(store, { id: "old", email: "old@example.test" });
  const location = { city: "Town", countryCode: "US", latitude: 40.5, longitude: -0.25 };
  const customFields = { points: 0, vip: false, note: "", since: "2020-01-01T00:00:00.000Z" };
  await store.ctx.db.execute(sql`update customers set created_at = null, updated_at = null,
    location = ${JSON.stringify(location)}, custom_fields = ${JSON.stringify(customFields)}
    where store_id = ${store.id} and id = 'old'`);
  const read = { id: "old", email: "old@example.test", location, customFields };
  expect(await getCustomer(store, "old@example.test")).toEqual(
    ok({ ...read, createdAt: null, updatedAt: null }),
  );
});

const DETAIL = expect.stringMatching(/^email (is required|must be an e-mail address)\.$/);
const INVALID = problemAnswer(400, DETAIL, [{ detail: DETAIL, parameter: "email" }]);

test.each([
  ["missing", ""],
  ["empty", "?email="],
  ["without a value", "?email"],
  ["blank", "?email=%20"],
  ["repeated", "?email=ann@example.test&email=bo@example.test"],
  ["repeated with the same value", "?email=ann@example.test&email=ann@example.test"],
  ["repeated, once empty", "?email=ann@example.test&email="],
  ["two addresses in one value", "?email=ann@example.test,bo@example.test"],
  ["without an @", "?email=ann"],
  ["without a local part", "?email=@example.test"],
  ["without a domain", "?email=ann@"],
  ["with a domain without a dot", "?email=ann@example"],
  ["with a plus sign, which means a space", "?email=ann+tag@example.test"],
  ["with a NUL character", "?email=ann%00@example.test"],
  ["not decodable", "?email=%zz"],
  ["of more than 254 characters", `?email=${"a".repeat(250)}@example.test`],
])("an email that is %s is 400", async (_, query) => {
  expect(await answerOf(store.get(`${CUSTOMERS}${query}`))).toEqual(INVALID);
});

describe("a customer is read by its id", () => {
  const profile = { id: "c/2 #", email: "cy@example.test", phoneNumber: "+12015550199", firstName: "Cy" };
  let own: TestStore;
  beforeAll(async () => {
    own = await service.newStore();
    await customer(own, profile);
    await customer(own, { id: "no address", phoneNumber: "+12015550198" });
  });
  const get = (path: string, of = own) => answerOf(of.get(`${CUSTOMERS}${path}`));

  test("as by its address; email is null for one without an address", async () => {
    const found = ok({ ...profile, createdAt: anInstant, updatedAt: anInstant });
    expect([await get("?email=CY@example.test"), await get("/c%2F2%20%23")]).toEqual([found, found]);
    const nameless = { id: "no address", email: null, phoneNumber: "+12015550198" };
    expect(await get("/no%20address")).toEqual(
      ok({ ...nameless, createdAt: anInstant, updatedAt: anInstant }),
    );
  });

  test("an unknown one, or another store's, is 404", async () => {
    expect(await get("/unknown")).toEqual(problemAnswer(404));
    expect(await get("/c%2F2%20%23", await service.newStore())).toEqual(problemAnswer(404));
  });

  test.each([
    ["?phoneNumber=%2B12015550199", "phoneNumber"],
    ["?email=cy@example.test&phoneNumber=%2B12015550199", "phoneNumber"],
    ["?id=c/2%20%23", "id"],
    ["?email=cy@example.test&id=c/2%20%23", "id"],
  ])("the list is asked by nothing but the address: %s", async (query, parameter) => {
    const detail = `There is no query parameter ${parameter}: the parameters are email.`;
    expect(await get(query)).toEqual(problemAnswer(400, detail, [{ detail, parameter }]));
  });
});

test("GET customer is 404 for an unknown address, also when another store has it", async () => {
  const other = await service.newStore();
  await customer(other, { id: "theirs", email: "theirs@example.test" });
  for (const email of ["theirs@example.test", "nobody@example.test"]) {
    expect(await getCustomer(store, email)).toEqual(
      problemAnswer(404, `The store has no customer with the e-mail address ${email}.`),
    );
  }
});

test("stores may have customers with the same address", async () => {
  const [first, second] = [await service.newStore(), await service.newStore()];
  for (const [id, each] of Object.entries({ first, second })) {
    await customer(each, { id, email: "both@example.test", phoneNumber: "+12015550123" });
  }
  for (const [id, each] of Object.entries({ first, second })) {
    expect((await getCustomer(each, "both@example.test")).body).toMatchObject({
      id,
      phoneNumber: "+12015550123",
    });
  }
});

test("without a valid secret the response is 401 with WWW-Authenticate, before the email is validated", async () => {
  for (const header of ["", "Bearer nonsense", `Basic ${btoa(store.secret)}`]) {
    const headers: Record<string, string> = header === "" ? {} : { Authorization: header };
    const response = await service.fetch(`/v2.2/stores/${store.id}/customers`, { headers });
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
    expect(await answerOf(response)).toEqual(
      problemAnswer(401, "A valid API secret is required: Authorization: Bearer <API_SECRET>."),
    );
  }
});

test("another store's path is 403, whether or not that store exists", async () => {
  const other = await service.newStore();
  await customer(other, { email: "theirs@example.test" });
  for (const id of [other.id, "sto_none"]) {
    for (const query of ["", "?email=theirs@example.test", "?email=nobody@example.test"]) {
      expect(await answerOf(store.get(`/stores/${id}/customers${query}`))).toEqual(
        problemAnswer(403, "This API secret belongs to another store."),
      );
    }
  }
});

test("a secret without the scope is 403", async () => {
  const narrow = await store.withScopes("orders_read", "orders_write");
  expect(await getCustomer(narrow, "ann@example.test")).toEqual(
    problemAnswer(403, "This API secret lacks the scope customers_read."),
  );
});

test("other methods are 405 with Allow", async () => {
  const response = await store.post(CUSTOMERS, { email: "ann@example.test" });
  expect(response.headers.get("allow")).toBe("GET, HEAD");
  expect(await answerOf(response)).toEqual(
    problemAnswer(405, `/v2.2/stores/${store.id}/customers allows GET, HEAD.`),
  );
});
