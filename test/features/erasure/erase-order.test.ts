import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createEraser } from "../../../src/core/persons/erasure.ts";
import { ERASURE_RULES } from "../../../src/features/erasure/erasure-rules.ts";
import { placesOf } from "../../support/dump.ts";
import { requireInProcess } from "../../support/fleet.ts";
import { inHeldTransaction } from "../../support/lock-waits.ts";
import { newPerson } from "../../support/person.ts";
import { answerOf, problemAnswer, readReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const ACCEPTED = { status: 202, type: null, body: "" };

function erase(store: TestStore, customerId: string) {
  return answerOf(store.post(`/stores/:store/customers/${encodeURIComponent(customerId)}/erase`, undefined));
}

async function profileBy(store: TestStore, email: string) {
  return (await answerOf(store.get(`/stores/:store/customers?email=${encodeURIComponent(email)}`))) as {
    status: number;
    body: { id: string; firstName?: string };
  };
}

describe("the request", () => {
  test("is 202 again while the erasure is in progress, and 404 afterwards and for an unknown customer", async () => {
    const store = await service.newStore();
    const person = await newPerson(store);
    expect(await erase(store, person.customerId)).toEqual(ACCEPTED);
    expect(await erase(store, person.customerId)).toEqual(ACCEPTED);
    await service.drain();
    expect(await erase(store, person.customerId)).toEqual(problemAnswer(404));
    expect(await erase(store, "unknown")).toEqual(problemAnswer(404));
  });

  test("sent many times at once erases once", async () => {
    const store = await service.newStore();
    const person = await newPerson(store);
    const answers = await Promise.all(Array.from({ length: 8 }, () => erase(store, person.customerId)));
    expect(answers).toEqual(Array(8).fill(ACCEPTED));
    const { rows } = await store.ctx.db.execute(sql`select from erasures where store_id = ${store.id}`);
    expect(rows).toHaveLength(1);
    await service.drain();
    expect(await placesOf(store.ctx.db, person.texts)).toEqual([]);
  });

  test("makes the profile unreadable at once", async () => {
    const store = await service.newStore();
    const person = await newPerson(store);
    await erase(store, person.customerId);
    expect((await profileBy(store, person.email)).status).toBe(404);
    expect((await answerOf(store.get(`/stores/:store/customers/${person.customerId}`))).status).toBe(404);
    expect((await answerOf(store.get(`/stores/:store/customers/${person.customerId}/export`))).status).toBe(
      404,
    );
    const listed = await answerOf(
      store.get(`/stores/:store/orders?email=${encodeURIComponent(person.email)}`),
    );
    expect(listed.body).toEqual({ orders: [] });
  });
});

describe("what follows the response belongs to a new customer and stays", () => {
  test.each(["given", "generated"])(
    "also with the same address and the %s id, before the job has begun",
    async (kind) => {
      const store = await service.newStore();
      const person = await newPerson(store, kind === "generated" ? { id: null } : {});
      await erase(store, person.customerId);
      const customer = {
        ...(kind === "given" && { id: person.customerId }),
        ...{ email: person.email, phoneNumber: person.phoneNumber, firstName: "Later" },
      };
      const event = { eventName: "returned", customer, data: { said: `write to ${person.email}` } };
      expect((await store.post("/stores/:store/events", event)).status).toBe(202);
      expect((await store.post("/stores/:store/events/bulk", { events: [event] })).status).toBe(202);
      const visit = {
        ...{ eventId: "later", eventName: "page_viewed", source: "storefront" },
        ...{ timestamp: "2026-03-02T09:10:00Z", customerEmail: person.email },
      };
      expect((await store.post("/stores/:store/storefront/events", visit)).status).toBe(204);
      const order = {
        ...{ orderId: "later", createdAt: "2026-03-01T10:00:00.000Z", customer },
        lineItems: [{ id: "line-1", productId: "tee", title: "Tee", quantity: 2, price: 8 }],
      };
      expect((await store.post("/stores/:store/orders", order)).status).toBe(200);
      await service.drain();

      const later = await profileBy(store, person.email);
      expect(later).toMatchObject({ status: 200, body: { firstName: "Later" } });
      expect(later.body.id === person.customerId).toBe(kind === "given");
      const events = await answerOf(
        store.get(`/stores/:store/events?customer=${encodeURIComponent(later.body.id)}`),
      );
      expect((events.body as { events: unknown[] }).events).toMatchObject([
        { data: event.data },
        { data: event.data },
      ]);
      const visits = await answerOf(store.get("/stores/:store/storefront/events"));
      expect((visits.body as { events: { eventId: string }[] }).events).toMatchObject([{ eventId: "later" }]);
      const read = await answerOf(store.get("/stores/:store/orders/later"));
      expect(read.body).toMatchObject({ customer: { email: person.email } });
      // What was there before is gone all the same.
      const own = person.texts.filter(
        (text) => !text.startsWith("mail") && !person.phoneNumber.includes(text),
      );
      expect(await placesOf(store.ctx.db, own)).toEqual([]);
    },
  );

  test("a comment on an erased return stays", async () => {
    const store = await service.newStore();
    const person = await newPerson(store);
    await erase(store, person.customerId);
    await service.drain();
    await store.post(`/returns/${person.returnId}/comments`, { comment: { message: "Arrived wet" } });
    expect((await readReturn(store, person.returnId)).return.notes).toEqual([{ message: "Arrived wet" }]);
  });
});

describe("what was acknowledged before is erased", () => {
  test("also events of bulk requests that are recorded later, without those of others", async () => {
    const store = await service.newStore();
    const events = ["ann", "bob", "ann"].map((id, n) => ({
      eventName: "visited",
      customer: { id },
      data: { n: `n${n}` },
    }));
    expect((await store.post("/stores/:store/events/bulk", { events })).status).toBe(202);
    expect(await erase(store, "ann")).toEqual(ACCEPTED);
    await service.drain();
    const { body } = await answerOf(store.get("/stores/:store/events"));
    expect((body as { events: unknown[] }).events).toMatchObject([{ customerId: "bob", data: { n: "n1" } }]);
  });

  test("also what a transaction writes that had found the customer before and ends later", async () => {
    const store = await service.newStore();
    requireInProcess(store.ctx);
    await store.post("/stores/:store/events", { eventName: "visited", customer: { id: "ann" } });
    const { db } = store.ctx;
    const [found, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = inHeldTransaction(db, async (tx) => {
      await tx.execute(sql`select from customers where store_id = ${store.id} and id = 'ann'`);
      found.resolve();
      await late.promise;
      await tx.execute(sql`
        insert into events (store_id, id, event_name, customer_id, event_timestamp, data, search_terms, received_at)
        values (${store.id}, gen_random_uuid(), 'late', 'ann', now(), '{"late": "text"}', '', now())`);
    });
    await found.promise;
    await erase(store, "ann");
    const draining = service.drain();
    await Bun.sleep(200);
    late.resolve();
    await Promise.all([writing, draining]);
    const { rows } = await db.execute(sql`select from events where store_id = ${store.id}`);
    expect(rows).toEqual([]);
  });
});

describe("a customer with more rows than the request detaches", () => {
  test("keeps its id until the job has detached them: a new customer with it is 503", async () => {
    const store = await service.newStore();
    await store.post("/stores/:store/events", { eventName: "visited", customer: { id: "ann" } });
    await store.ctx.db.execute(sql`
      insert into events (store_id, id, event_name, customer_id, event_timestamp, data, search_terms, received_at)
      select ${store.id}, gen_random_uuid(), 'many', 'ann', now() - n * interval '1 hour', '{"a": "text"}', '', now()
      from generate_series(1, 1500) as n`);
    await erase(store, "ann");
    const event = { eventName: "later", customer: { id: "ann" } };
    const refused = await answerOf(store.post("/stores/:store/events", event));
    expect(refused).toEqual(problemAnswer(503));
    expect(refused.body).toMatchObject({ code: "customer_being_erased" });
    await service.drain();
    expect((await store.post("/stores/:store/events", event)).status).toBe(202);
    const { body } = await answerOf(store.get("/stores/:store/events"));
    expect((body as { events: unknown[] }).events).toMatchObject([{ eventName: "later" }]);
  });
});

describe("a process that is killed", () => {
  const service = useService({ hasIdleQueues: true });

  test("after any slice leaves the rest to another one, which erases everything once", async () => {
    const store = await service.newStore();
    const echo = await subscribe(service, store);
    service.world.on(echo.url, ({ body }) => new Response(body));
    const person = await newPerson(store);
    await service.drain();
    await erase(store, person.customerId);
    let slices = 0;
    for (let isDone = false; !isDone && slices < 200; ) {
      // It does one or more slices and never the next; its lease lapses.
      let left = 1 + (slices % 3);
      const dying = ERASURE_RULES.map((rule) => ({
        ...rule,
        erase: async (...args: Parameters<typeof rule.erase>) => {
          if (left-- === 0) return new Promise<never>(() => {});
          return rule.erase(...args);
        },
      }));
      const eraser = createEraser(store.ctx, dying);
      void eraser.sweep();
      const idle = Promise.race([eraser.idle().then(() => true), Bun.sleep(150).then(() => false)]);
      await idle;
      const { rows } = await store.ctx.db.execute(sql`
        update erasures set leased_until = null where store_id = ${store.id} returning id`);
      isDone = rows.length === 0;
      slices++;
    }
    expect(slices).toBeGreaterThan(8);
    expect(await placesOf(store.ctx.db, person.texts)).toEqual([]);
    const { rows } = await store.ctx.db.execute<{ count: number }>(sql`
      select count(*)::int as count from return_history where store_id = ${store.id} and is_erasure`);
    expect(rows[0]?.count).toBe(1);
  });

  test("a slice that fails is retried, and other customers of the batch are erased", async () => {
    const store = await service.newStore();
    const people = [await newPerson(store), await newPerson(store), await newPerson(store)];
    for (const { customerId } of people) await erase(store, customerId);
    let isFixed = false;
    const eraser = createEraser(
      store.ctx,
      ERASURE_RULES.map((rule) => ({
        ...rule,
        erase: async (ctx, slice) => {
          const isFailing = slice.batch.some(({ customerIds: [id] }) => id === people[1]?.customerId);
          if (rule.name === "orders" && isFailing && !isFixed) throw new Error("planted");
          return rule.erase(ctx, slice);
        },
      })),
    );
    const untilLeft = async (count: number) => {
      for (const until = performance.now() + 20_000; performance.now() < until; await Bun.sleep(100)) {
        await eraser.sweep();
        await eraser.idle();
        const { rows } = await store.ctx.db.execute(sql`select from erasures where store_id = ${store.id}`);
        if (rows.length === count) return;
      }
      throw new Error(`${count} erasures should be left`);
    };
    // The others don't wait until the one that fails succeeds.
    await untilLeft(1);
    isFixed = true;
    await untilLeft(0);
    expect(
      await placesOf(
        store.ctx.db,
        people.flatMap(({ texts }) => texts),
      ),
    ).toEqual([]);
  });
});
