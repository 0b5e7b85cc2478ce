import { expect, test } from "bun:test";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { revokeClient } from "../../../src/features/stores/revoke-client.ts";
import {
  accepted,
  errorAnswer,
  freshId,
  fullOrder,
  getCustomer,
  getOrder,
  type Json,
  leastOrder,
  NOT_GIVEN,
  ORDERS,
  postOrder,
  whileOrdersWait,
} from "../../support/orders.ts";
import { answerOf, ok, problemAnswer } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
/** A second process on the same database. */
const elsewhere = useService({ databaseOf: service });
const store = useStore(service);

test("a repeated order id is 409, also for an identical body, and changes neither order nor customer", async () => {
  const [first, second] = [await service.newStore(), await service.newStore()];
  const body = fullOrder("1001");
  expect(await postOrder(first, body)).toEqual(accepted("1001"));
  const customer = await getCustomer(first, "alex.doe@example.test");

  const taken = errorAnswer(409, "The store already has an order 1001.");
  const another = leastOrder("1001", {
    customer: { ...(body.customer as Json), email: "new@example.test", firstName: "New", lastName: "Name" },
  });
  const outsider = leastOrder("1001", { customer: { email: "outsider@example.test" } });
  for (const again of [body, another, outsider]) expect(await postOrder(first, again)).toEqual(taken);
  expect(await getOrder(first, "1001")).toEqual(ok({ ...body, locationId: null, fulfillments: [] }));
  expect(await getCustomer(first, "alex.doe@example.test")).toEqual(customer);
  expect(await getCustomer(first, "outsider@example.test")).toMatchObject({ status: 404 });

  expect(await postOrder(second, leastOrder("1001"))).toEqual(accepted("1001"));
  expect(await getOrder(second, "1001")).toEqual(
    ok({ ...leastOrder("1001"), ...NOT_GIVEN, fulfillments: [] }),
  );
});

test("of 10 concurrent requests for one order one is stored and nine are 409", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => postOrder(store, leastOrder("raced", { tags: [`${i}`] }))),
  );
  const won = answers.findIndex(({ status }) => status === 200);
  const taken = errorAnswer(409, "The store already has an order raced.");
  expect(answers).toEqual(answers.map((_, i) => (i === won ? accepted("raced") : taken)));
  expect((await getOrder(store, "raced")).body).toMatchObject({ tags: [`${won}`] });
});

test.each([
  ["one customer, once with changes and once without", [{ id: "c", email: "c2@example.test" }, { id: "c" }]],
  ["one customer by two identifiers", [{ email: "c@example.test", firstName: "Cam" }, { id: "c" }]],
  [
    "two customers",
    [
      { id: "c", firstName: "Cam" },
      { email: "d@example.test", firstName: "Dan" },
    ],
  ],
  [
    "two customers, each with the other's address",
    [
      { id: "c", email: "d@example.test" },
      { id: "d", email: "c@example.test" },
    ],
  ],
  [
    "a known customer and a new one",
    [
      { phoneNumber: "+4930123456", firstName: "Cam" },
      { email: "new@example.test", firstName: "New" },
    ],
  ],
])("concurrent requests for one order that name %s never deadlock", async (_, patches) => {
  const shop = await service.newStore();
  // Requests for one order to one process already run in sequence, so two processes are used.
  const shops = [shop, elsewhere.as(shop)];
  const [c, d] = [
    { id: "c", email: "c@example.test", phoneNumber: "+4930123456" },
    { id: "d", email: "d@example.test" },
  ];
  for (const customer of [c, d]) await postOrder(shop, leastOrder(`of ${customer.id}`, { customer }));
  for (let round = 0; round < 4; round++) {
    const id = freshId();
    const requests = await whileOrdersWait(shop, async (waiting) => {
      const started = patches.map((customer, i) => postOrder(shops[i] ?? shop, leastOrder(id, { customer })));
      await waiting(2);
      return started;
    });
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
  }
});

test("GET order: another store's order is 404, like an unknown one", async () => {
  const other = await service.newStore();
  const { body } = await postOrder(other, leastOrder("theirs"));
  for (const id of ["theirs", (body as { orderId: string }).orderId, "nobody's"]) {
    expect(await getOrder(store, id)).toEqual(errorAnswer(404, `The store has no order ${id}.`));
  }
});

test.each(["%zz", "%00", "%ED%A0%80", "x%00y"])("GET order: an invalid id %s is 404", async (id) => {
  expect(await answerOf(store.get(`${ORDERS}/${id}`))).toEqual(errorAnswer(404));
});

test("methods that orders don't have are 405 with Allow", async () => {
  for (const [path, allow] of [
    [ORDERS, "GET, HEAD, POST"],
    [`${ORDERS}/1001`, "GET, HEAD"],
  ] as const) {
    const response = await store.put(path, {});
    expect(response.headers.get("allow")).toBe(allow);
    const detail = `/v2.2${path.replace(":store", store.id)} allows ${allow}.`;
    expect(await answerOf(response)).toEqual(problemAnswer(405, detail));
  }
});

/** Creates an order and reads one with this header. */
async function asOtherClient(header: Record<string, string>) {
  const path = `/v2.2/stores/${store.id}/orders`;
  const init = { method: "POST", headers: { "Content-Type": "application/json", ...header }, body: "{" };
  return [await service.fetch(path, init), await service.fetch(`${path}/1001`, { headers: header })];
}

test("without a valid secret both operations are 401 {error} with WWW-Authenticate, for any body", async () => {
  const { clientId, secret } = await createClient(store.ctx, store.id, { name: "gone" });
  await revokeClient(store.ctx, store.id, clientId);
  const outsider = errorAnswer(401, "A valid API secret is required: Authorization: Bearer <API_SECRET>.");
  const { secret: valid } = store;
  const altered = valid.slice(0, -8) + (valid.at(-8) === "a" ? "b" : "a") + valid.slice(-7);
  const headers = [
    "",
    "Bearer",
    "Bearer nonsense",
    `Bearer ${secret}`,
    `Bearer ${altered}`,
    `Bearer x ${valid}`,
  ];
  for (const header of [...headers, `Basic ${btoa(`${valid}:`)}`, valid]) {
    for (const response of await asOtherClient(header === "" ? {} : { Authorization: header })) {
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect(await answerOf(response)).toEqual(outsider);
    }
  }
});

test("another store's path is 403, whether or not that store exists", async () => {
  const other = await service.newStore();
  await postOrder(other, leastOrder("1001"));
  const closed = problemAnswer(403, "This API secret belongs to another store.");
  for (const id of [other.id, "sto_none", `${store.id}x`]) {
    expect(await answerOf(store.post(`/stores/${id}/orders`, "{"))).toEqual(closed);
    expect(await answerOf(store.post(`/stores/${id}/orders`, leastOrder("1002")))).toEqual(closed);
    expect(await answerOf(store.get(`/stores/${id}/orders/1001`))).toEqual(closed);
  }
});

test("a secret without the scope is 403", async () => {
  const reader = await store.withScopes("orders_read", "returns_write");
  const writer = await store.withScopes("orders_write", "customers_read");
  expect(await postOrder(writer, leastOrder("scoped"))).toEqual(accepted("scoped"));
  expect(await getOrder(reader, "scoped")).toMatchObject({ status: 200 });
  expect(await postOrder(reader, "{")).toEqual(
    problemAnswer(403, "This API secret lacks the scope orders_write."),
  );
  expect(await getOrder(writer, "scoped")).toEqual(
    problemAnswer(403, "This API secret lacks the scope orders_read."),
  );
});

/** Returns an order whose JSON has exactly this many bytes. */
function orderOfBytes(orderId: string, bytes: number): string {
  const tags = Array.from({ length: 104 }, () => "x".repeat(10_000));
  const rest = bytes - JSON.stringify(leastOrder(orderId, { tags: [...tags, ""] })).length;
  return JSON.stringify(leastOrder(orderId, { tags: [...tags, "x".repeat(rest)] }));
}

test("an order of 1 MB is stored; one byte more is 413", async () => {
  const limit = 1024 * 1024;
  expect(await postOrder(store, orderOfBytes("large", limit))).toEqual(accepted("large"));
  for (const bytes of [limit + 1, 2 * limit]) {
    expect(await postOrder(store, orderOfBytes("larger", bytes))).toEqual(
      problemAnswer(413, `The body may have at most ${limit} bytes.`),
    );
  }
  expect(await postOrder(store, " ".repeat(limit + 1))).toMatchObject({ status: 413 });
});

test("a body without the content type application/json is 415", async () => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    expect(await postOrder(store, leastOrder("typed"), { "Content-Type": type })).toEqual(
      problemAnswer(415, `The body must be application/json, not ${type}.`),
    );
  }
  const types = [
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/ld+json",
  ];
  for (const type of types) {
    const id = freshId();
    expect(await postOrder(store, leastOrder(id), { "Content-Type": type })).toEqual(accepted(id));
  }
});
