import { expect, test } from "bun:test";
import { emailKey } from "../../../src/core/persons/person.ts";
import { getCustomer, leastOrder, postOrder } from "../../support/orders.ts";
import { answerOf } from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const EVENTS = "/stores/:store/events";

/** The spellings of each mailbox. */
const MAILBOXES = [
  ["Ada@Example.test", "ada@example.test", " ADA@EXAMPLE.TEST "],
  [
    "ada@münchen.test",
    "Ada@MÜNCHEN.test",
    "ada@mu\u0308nchen.test",
    "ada@xn--mnchen-3ya.test",
    "ADA@XN--MNCHEN-3YA.TEST",
  ],
  ["josé@example.test", "jose\u0301@example.test", "JOSÉ@example.test", "JOSE\u0301@EXAMPLE.TEST"],
  ["ada@пример.test", "ada@ПРИМЕР.test", "ada@xn--e1afmkfd.test"],
  ["ada@ｅｘａｍｐｌｅ.test", "ADA@ＥＸＡＭＰＬＥ.test", "ada@example.test"],
  ["ada@straße.test", "ada@xn--strae-oqa.test"],
  ["ada@हिन्दी.test", "ada@xn--j2bd4cyah0f.test"],
  ["ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"],
];

test.each(MAILBOXES.map((spellings) => [spellings]))("%j are one mailbox", async (spellings) => {
  expect(new Set(spellings.map(emailKey)).size).toBe(1);
  const [first = ""] = spellings;
  for (const given of spellings) {
    const store = await service.newStore();
    const send = (email: string) => store.post(EVENTS, { eventName: "Seen", customer: { email } });
    expect((await send(first)).status).toBe(202);
    expect((await send(given)).status).toBe(202);
    const bulk = { events: [{ eventName: "Seen", customer: { email: given, firstName: "Ada" } }] };
    expect((await store.post(`${EVENTS}/bulk`, bulk)).status).toBe(202);
    expect(await postOrder(store, leastOrder("A-1", { customer: { email: given } }))).toMatchObject({
      status: 200,
    });

    const byFirst = await getCustomer(store, first);
    expect(byFirst).toMatchObject({ status: 200, body: { email: given.trim(), firstName: "Ada" } });
    expect(await getCustomer(store, given)).toEqual(byFirst);
    const { id } = byFirst.body as { id: string };
    const segment = await answerOf(
      store.post("/stores/:store/segments/query", { where: { customer: "email", is: first } }),
    );
    expect(segment).toMatchObject({ status: 200, body: { customers: [{ id }] } });
    const orders = await answerOf(store.get(`/stores/:store/orders?email=${encodeURIComponent(first)}`));
    expect(orders.body).toMatchObject({ orders: [{ orderId: "A-1" }] });
    const found = await answerOf(store.get(`/stores/:store/search?q=${encodeURIComponent(first)}`));
    expect(found.body).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ type: "customer", id })]),
    });
  }
});

test("different mailboxes stay different", () => {
  const all = [
    "ada@strasse.test",
    "ada@straße.test",
    "jose@example.test",
    "josé@example.test",
    "ada@example.test",
    "a@1.2.test",
  ];
  expect(new Set(all.map(emailKey)).size).toBe(all.length);
});
