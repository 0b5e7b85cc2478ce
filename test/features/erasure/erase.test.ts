import { expect, test } from "bun:test";
import { placesOf } from "../../support/dump.ts";
import { newPerson, type Person } from "../../support/person.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { warehouse } from "../../support/warehouse.ts";

const service = useService({ webhookRetrySchedule: [0, 3_600_000] });

function erase(store: TestStore, customerId: string) {
  return answerOf(store.post(`/stores/:store/customers/${encodeURIComponent(customerId)}/erase`, undefined));
}

const ACCEPTED = { status: 202, type: null, body: "" };

test("nothing of an erased person is left in the whole database, and another person's texts stay", async () => {
  const store = await service.newStore();
  const [echo, broken] = [await subscribe(service, store), await subscribe(service, store)];
  service.world.on(echo.url, ({ body }) => new Response(body));
  service.world.on(broken.url, ({ body }) => new Response(body, { status: 500 }));
  const [person, other] = [await newPerson(store), await newPerson(store)];
  for (const each of [person, other]) await nameElsewhere(store, each);
  for (const format of ["csv", "jsonl"]) {
    await warehouse(service, store, "POST /reporting/asn/exports", { body: { format, from: "2020-01-01" } });
  }
  await service.drain();
  const db = store.ctx.db;
  const before = await placesOf(db, other.texts);
  const found = await placesOf(db, person.texts);
  expect(found.length).toBeGreaterThan(40);

  expect(await erase(store, person.customerId)).toEqual(ACCEPTED);
  await service.drain();

  expect(await placesOf(db, person.texts)).toEqual([]);
  expect(await placesOf(db, other.texts)).toEqual(before);
});

/** Names a person in what the merchant has set, in what others have sent, and in the events of a visitor. */
async function nameElsewhere(store: TestStore, { customerId, email, phoneNumber, texts }: Person) {
  const path = `/from-${phoneNumber.slice(1)}`;
  const visited = `visited${phoneNumber.slice(-6)}`;
  const visit = (eventId: string) => ({
    ...{ eventId, eventName: "page_viewed", source: "storefront", timestamp: "2026-03-02T09:10:00Z" },
    ...{ anonymousId: customerId, urlWithParams: `https://shop.example/${visited}` },
  });
  texts.push(visited, encodeURIComponent(email));
  const answers = [
    await store.put(`/stores/:store/segments/${encodeURIComponent(`vip-${email}`)}`, {
      where: { customer: "firstName", is: "Nobody" },
    }),
    await store.post("/stores/:store/webhooks", {
      webhook: {
        topic: "return",
        callback: { url: `https://hooks.example${path}?email=${encodeURIComponent(email)}&v=2`, auth: null },
        externalId: `of ${email}`,
      },
    }),
    await store.post("/stores/:store/integrations", {
      ...{ provider: `loop-${email}`, url: `https://rma.example/hook?to=${email}`, token: null },
    }),
    await store.post("/stores/:store/events", {
      ...{ eventName: `invited ${email}`, customer: { id: "friend" } },
    }),
    await store.post("/stores/:store/storefront/events", visit(crypto.randomUUID())),
  ];
  expect(answers.filter(({ ok }) => !ok)).toEqual([]);
}
