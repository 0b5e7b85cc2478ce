import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { addNote } from "../../../src/features/activity/notes/notes.ts";
import { saveView } from "../../../src/features/activity/views/list-views.ts";
import { PERSONAL } from "../../../src/features/erasure/personal-columns.ts";
import { placesOf, textColumns } from "../../support/dump.ts";
import { queue } from "../../support/mails.ts";
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

const PERSONAL_COLUMNS = PERSONAL.flatMap(({ tables, columns }) =>
  tables.split(" ").flatMap((table) => columns.split(" ").map((column) => `${table}.${column}`)),
);
/** The columns that hold no text of this person: a new one belongs into `newPerson`, so that its rule is seen to work. */
const FILLED_ELSEWHERE = new Set([
  // Encrypted.
  "mails.secret_link",
  // Ids and digests of them.
  ...["events.customer_id", "events.search_terms", "customers.id", "customers.search_terms"],
  ...["orders.customer_id", "returns.customer_id", "storefront_events.event_id"],
  "customer_notes.about_customer_id",
  ...["storefront_events.search_terms", "event_rejections.search_terms"],
  ...["changes.object_id", "unnumbered_changes.object_id"],
  // Gone when all is at rest.
  ...["event_batches.batched_events", "event_batches.customers", "order_import_parts.lines"],
  ...["erasures.customer_id", "erasures.merged_ids", "erasures.person"],
  // Of merged customers, whom other tests erase.
  ...["former_identifiers.customer_id", "former_identifiers.identifier", "customer_aliases.alias"],
  ...["customer_aliases.customer_id", "customer_aliases.merged_profile"],
  ...["customer_merges.merged_id", "customer_merges.into_id"],
  // What the merchant or the warehouse says, which other tests let name a person.
  ...["return_items.reason", "return_items.reason_code", "event_rejections.errors", "segments.where"],
  "integrations.external_id",
]);

test("nothing of an erased person is left in the whole database, and another person's texts stay", async () => {
  const store = await service.newStore();
  const [echo, broken] = [await subscribe(service, store), await subscribe(service, store)];
  service.world.on(echo.url, ({ body }) => new Response(body));
  service.world.on(broken.url, ({ body }) => new Response(body, { status: 500 }));
  const [person, other] = [await newPerson(store), await newPerson(store)];
  for (const each of [person, other]) await nameInPayout(store, each);
  for (const each of [person, other]) await nameInShop(store, each);
  for (const each of [person, other]) await nameInConsole(store, each);
  await note(store, other, `Shares an address with ${person.email}.`);
  for (const each of [person, other]) await nameElsewhere(store, each);
  for (const format of ["csv", "jsonl"]) {
    await warehouse(service, store, "POST /reporting/asn/exports", { body: { format, from: "2020-01-01" } });
  }
  await service.drain();
  const db = store.ctx.db;
  const before = await placesOf(db, other.texts);
  const found = await placesOf(db, person.texts);
  expect(found.length).toBeGreaterThan(40);
  const existing = new Set((await textColumns(db)).map(({ table, column }) => `${table}.${column}`));
  const held = new Set(found.map((place) => place.replace(/^public\.|: .*$/gs, "")));
  expect(
    PERSONAL_COLUMNS.filter((column) => existing.has(`public.${column}`)).filter(
      (column) => !held.has(column) && !FILLED_ELSEWHERE.has(column),
    ),
  ).toEqual([]);

  expect(await erase(store, person.customerId)).toEqual(ACCEPTED);
  await service.drain();

  expect(await placesOf(db, person.texts)).toEqual([]);
  expect(await placesOf(db, other.texts)).toEqual(before);
});

function note({ ctx, id }: TestStore, { customerId }: Person, text: string) {
  return addNote(ctx, id, {
    customerId,
    text,
    person: { id: "clerk", name: "Robin Reed" },
    key: crypto.randomUUID(),
  });
}

/** Names a person in what people of the store keep in the console. */
async function nameInConsole(store: TestStore, person: Person) {
  const { email } = person;
  await note(store, person, `Called ${email}.`);
  await saveView(store.ctx, store.id, { list: "/returns", name: `Of ${email}`, query: `email=${email}` });
}

/** Names a person in the texts of a payee that hasn't said yet whether it has paid. */
async function nameInPayout(store: TestStore, { email, returnId }: Person) {
  const paid = { paidElsewhere: true, reference: `of ${email}` };
  const refunded = await store.post(`/returns/${returnId}/refund`, paid, {
    "Idempotency-Key": `pay-${returnId}`,
  });
  expect(refunded.status).toBe(202);
  await store.ctx.db.execute(sql`
    update payouts set reason = ${email}, request = ${email}, status = 'unknown'
    where store_id = ${store.id} and return_id = ${returnId}`);
}

/** Names a person in the reason why an order of a shop was rejected. */
async function nameInShop(store: TestStore, { customerId, email }: Person) {
  const shop = { url: "https://shop.example", enabled: false };
  const credentials = { apiKey: "sk_1", webhookSecret: "a-long-random-secret" };
  expect((await store.put("/stores/:store/connectors/medusa", { ...shop, credentials })).status).toBe(200);
  await store.ctx.db.execute(sql`
    insert into connector_rejections (store_id, connector_id, order_id, reason, rejected_at, retry_at)
    select store_id, id, ${`order-${customerId}`}, ${`${email} is no address`}, now(), now() from connectors
    where store_id = ${store.id}`);
}

/** Names a person in what the merchant has set, in what others have sent, and in the events of a visitor. */
async function nameElsewhere(store: TestStore, { customerId, email, phoneNumber, texts }: Person) {
  const path = `/from-${phoneNumber.slice(1)}`;
  const visited = `visited${phoneNumber.slice(-6)}`;
  const visit = (eventId: string) => ({
    ...{ eventId, eventName: "page_viewed", source: "storefront", timestamp: "2026-03-02T09:10:00Z" },
    ...{ anonymousId: customerId, urlWithParams: `https://shop.example/${visited}` },
  });
  texts.push(visited, encodeURIComponent(email));
  await store.patch("/stores/:store", { mail: { enabled: true } });
  await queue(store, { to: email, kind: "return_cancelled", values: { order: email } });
  await store.ctx.db.execute(sql`
    update mails set error = ${email}, answer = ${email} where store_id = ${store.id} and recipient = ${email}`);
  const items = [{ lineItemId: email, quantity: 1 }];
  const statement = { name: email, order: email, email, items, confirmed: true };
  const answers = [
    await store.post("/stores/:store/withdrawals", statement),
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
