import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createPlanner } from "../../support/plans.ts";
import { useService, useStore } from "../../support/use-service.ts";

const DELIVERIES = 5_000;
const SIZE = 25;
const service = useService();
const store = useStore(service);
beforeAll(async () => {
  const other = await service.newStore({ beside: store });
  const { db } = store.ctx;
  for (const id of [store.id, other.id]) {
    const each = sql`from generate_series(1, ${DELIVERIES}::int) as n`;
    await db.execute(sql`
      insert into webhooks (store_id, id, topic, url, signing_secret, created_at, updated_at)
      values (${id}, 'hook', 'return', 'https://hooks.example.test/', '', now(), now())`);
    await db.execute(sql`
      insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending) select ${id}, 'hook', 'ret_' || n, 1, 0 ${each}`);
    await db.execute(sql`
      insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, created_at)
      select ${id}, 'hook', 'ret_' || n, 1, 'whe_' || lpad(n::text, 26, '0'), 'created', now(), '', '', 'delivered', now() ${each}`);
    await db.execute(sql`
      insert into webhook_attempts (store_id, webhook_id, return_id, seq, number, at, status, duration_ms, answer)
      select ${id}, 'hook', 'ret_' || n, 1, 1, now(), 200, 40, 'thanks' ${each}`);
  }
  for (const table of ["webhook_events", "webhook_attempts"]) await db.execute(`analyze ${table}`);
});

test("a page of deliveries reads no more deliveries and attempts than it shows, and in one go", async () => {
  const planner = createPlanner(store, ["webhook_events", "webhook_attempts"]);
  for (const query of ["", "?status=delivered"]) {
    const { walked, most, statements, answer } = await planner.plansOf({
      path: `/webhooks/hook/deliveries${query}`,
      headers: { "X-Page-Size": String(SIZE) },
    });
    expect((answer as { deliveries: unknown[] }).deliveries).toHaveLength(SIZE);
    expect({ walked, most }).toEqual({ walked: [], most: SIZE + 1 });
    // Besides the deliveries and their attempts: who asks, and for which webhook.
    expect(statements).toBeLessThan(8);
  }
  await planner.stop();
});
