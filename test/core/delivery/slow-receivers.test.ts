import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { deliverJob } from "../../../src/core/delivery/deliver-job.ts";
import { newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";

const RETURNS = 4;

// On a slow machine the receivers are held for longer than the usual timeout.
const service = useService({ webhookTimeoutMs: 60_000 });

/** Receivers that respond only once `respond` is called. */
function stuck(urls: string[]) {
  const responding = Promise.withResolvers<void>();
  let waiting = 0;
  for (const url of urls) {
    service.world.on(url, async () => {
      waiting++;
      await responding.promise;
      return new Response();
    });
  }
  return { waiting: () => waiting, respond: () => responding.resolve() };
}

/** Copies a store's only webhook with its pending events; returns the URLs of the copies. */
async function copies(store: TestStore, count: number, of: "stores" | "webhooks"): Promise<string[]> {
  const { db } = store.ctx;
  const isStores = of === "stores";
  const storeId = sql.raw(isStores ? "store_id || '-' || n" : "store_id");
  const numbers = sql`generate_series(1, ${count}) as n`;
  const ofStore = sql`store_id = ${store.id}`;
  if (isStores) {
    await db.execute(sql`
      insert into stores (store_id, name, currency, first_status, created_at)
      select ${storeId}, name, currency, first_status, created_at from stores, ${numbers} where ${ofStore}`);
    await db.execute(sql`
      insert into webhook_payloads (store_id, id, return_id, body, created_at)
      select ${storeId}, id, return_id, body, created_at from webhook_payloads, ${numbers} where ${ofStore}`);
  }
  const { rows } = await db.execute<{ url: string }>(sql`
    insert into webhooks (store_id, id, topic, url, token, signing_secret, created_at, updated_at)
    select ${storeId}, id || n, topic, 'https://slow-' || n || '.example/' || store_id, token, signing_secret, created_at, updated_at
    from webhooks, ${numbers} where ${ofStore} returning url`);
  await db.execute(sql`
    insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending, due_at)
    select ${storeId}, webhook_id || n, return_id, last_seq, pending, due_at from webhook_streams, ${numbers} where ${ofStore}`);
  await db.execute(sql`
    insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, created_at)
    select ${storeId}, webhook_id || n, return_id, seq, id, type, at, payload_id, request_id, state, created_at
    from webhook_events, ${numbers} where ${ofStore}`);
  return rows.map(({ url }) => url);
}

test.each([
  ["stores", 300],
  ["webhooks", 300],
] as const)(
  "slow receivers of many %s leave permits: another store's event is sent at once",
  async (of, count) => {
    const store = await service.newStore();
    const { url } = await subscribe(service, store);
    for (let i = 0; i < RETURNS; i++) await newReturn(store);
    const slow = stuck([url, ...(await copies(store, count, of))]);
    const delivering = [service.drain()];
    await deliverJob.sweep?.(store.ctx);
    // Repeats until the limits are reached and some attempts count as slow.
    for (let before = -1; before < slow.waiting() || before < 100; await Bun.sleep(2_000)) {
      before = slow.waiting();
    }

    for (let i = 0; i < 3; i++) {
      const other = await service.newStore({ beside: store });
      const received = Promise.withResolvers<void>();
      const { plan, order } = await subscribe(service, other);
      plan(() => {
        received.resolve();
        return new Response();
      });
      const created = await newReturn(other);
      delivering.push(service.drain());
      await received.promise;
      expect(order(created.id)).toEqual(["1"]);
    }
    slow.respond();
    await Promise.all(delivering);
    await service.drain({ sweeps: true });
    const { rows } = await store.ctx.db.execute(sql`select from webhook_streams where pending > 0`);
    expect(rows).toEqual([]);
  },
);
