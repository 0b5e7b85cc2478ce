import { describe, expect, test } from "bun:test";
import { type App, createApp } from "../../../src/app.ts";
import { judged } from "../../contract/judge.ts";
import { order } from "../../support/fixtures.ts";
import { postOrder } from "../../support/orders.ts";
import { newPerson } from "../../support/person.ts";
import { answerOf, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { newWebhook } from "../../support/webhooks.ts";

const service = useService();

function exportOf(store: TestStore, customerId: string) {
  return store.get(`/stores/:store/customers/${encodeURIComponent(customerId)}/export`);
}

test("an export has every text of the person, and none of another person", async () => {
  const store = await service.newStore();
  const echo = await subscribe(service, store);
  service.world.on(echo.url, () => new Response("got it"));
  const [person, other] = [await newPerson(store), await newPerson(store)];
  await service.drain();
  const response = await exportOf(store, person.customerId);
  expect(response.headers.get("content-type")).toBe("application/json");
  const text = await response.text();
  const images = (JSON.parse(text) as { images: { content: string }[] }).images.map(({ content }) =>
    Buffer.from(content, "base64").toString("latin1"),
  );
  const lower = [text, ...images].join("\n").toLowerCase();
  expect(person.texts.filter((own) => !lower.includes(own.toLowerCase()))).toEqual([]);
  expect(other.texts.filter((foreign) => lower.includes(foreign.toLowerCase()))).toEqual([]);
});

test("what was sent to webhooks about the person's withdrawals and mails is in it, and nothing about another person's", async () => {
  const store = await service.newStore();
  await store.patch("/stores/:store", { mail: { enabled: true } });
  const url = `https://elsewhere.example/hooks?store=${store.id}`;
  service.world.on(url, () => new Response("got it"));
  for (const topic of ["withdrawal", "mail"])
    await newWebhook(store, { topic, callback: { url, auth: null } });
  const sent: string[] = [];
  for (const name of ["Ann", "Bob"]) {
    const email = `${name.toLowerCase()}@example.test`;
    await postOrder(store, order(`of-${name}`, { customer: { id: name, email } }));
    const statement = { name, order: `of-${name}`, email, confirmed: true };
    const { body } = await answerOf(store.post("/stores/:store/withdrawals", statement));
    sent.push((body as { withdrawal: { id: string } }).withdrawal.id);
  }
  await service.drain();
  const { body } = await answerOf(exportOf(store, "Ann"));
  const { deliveries, mails } = body as {
    deliveries: { returnId: string; type: string; payload: object; attempts: { answer: string }[] }[];
    mails: { id: string }[];
  };
  const delivered = deliveries.map(
    ({ returnId, type, attempts }) => `${returnId} ${type} ${attempts[0]?.answer}`,
  );
  const ofMails = mails.map(({ id }) => `${id} queued got it`);
  expect(mails.length).toBeGreaterThan(0);
  expect(delivered.toSorted()).toEqual([...ofMails, `${sent[0]} created got it`].toSorted());
  expect(JSON.stringify(deliveries)).not.toContain("bob@example.test");
});

test("events of a bulk request that are not recorded yet are in it, once", async () => {
  const store = await service.newStore();
  const events = [1, 2].map((n) => ({ eventName: "visited", customer: { id: "ann" }, data: { n } }));
  await store.post("/stores/:store/events/bulk", {
    events: [...events, { eventName: "v", customer: { id: "bob" } }],
  });
  const eventsOf = async () => {
    const { body } = await answerOf(exportOf(store, "ann"));
    const { events } = body as { events: { eventId: string; data: { n: number } }[] };
    return events.toSorted((a, b) => a.data.n - b.data.n);
  };
  const before = await eventsOf();
  await service.drain();
  expect(before).toMatchObject([{ data: { n: 1 } }, { data: { n: 2 } }]);
  expect(await eventsOf()).toEqual(before);
});

test("an unknown customer is 404", async () => {
  const store = await service.newStore();
  expect(await answerOf(exportOf(store, "unknown"))).toEqual(problemAnswer(404));
});

describe("a large export", () => {
  /** Returns an app whose responses the contract's test doesn't read to their end. */
  const appOf = ({ ctx }: TestStore) => createApp(ctx, { ready: true, stopping: false });
  const unread = (store: TestStore, handler: App) => {
    const url = `http://localhost/v2.2/stores/${store.id}/customers/ann/export`;
    return handler.fetch(new Request(url, { headers: { Authorization: `Bearer ${store.secret}` } }));
  };

  test("is read in slices, as the client receives it, and ends when the client leaves", async () => {
    const store = await service.newStore();
    const data = { $extra: { filler: crypto.randomUUID().repeat(20_000) } };
    for (let i = 0; i < 20; i++) {
      await store.post("/stores/:store/events", { eventName: `visited ${i}`, customer: { id: "ann" }, data });
    }
    const app = appOf(store);
    const response = await unread(store, app);
    const reader = response.body?.getReader();
    await reader?.read();
    const statements = () => service.log.filter(({ level }) => level === 20).length;
    const before = statements();
    await reader?.cancel();
    await Bun.sleep(50);
    expect(statements()).toBe(before);
    // Its place is free again.
    for (let i = 0; i < 3; i++) {
      const again = await unread(store, app);
      expect(again.status).toBe(200);
      await again.body?.cancel();
    }
  });

  test("of more than two at a time of a store is 429", async () => {
    const store = await service.newStore();
    const data = { $extra: { filler: crypto.randomUUID().repeat(5_000) } };
    await store.post("/stores/:store/events", { eventName: "visited", customer: { id: "ann" }, data });
    const app = appOf(store);
    const held = [await unread(store, app), await unread(store, app)];
    const refused = await unread(store, judged(app));
    expect(refused.status).toBe(429);
    for (const response of held) expect(await response.json()).toMatchObject({ customer: { id: "ann" } });
    expect((await unread(store, app)).status).toBe(200);
  });
});
