import { beforeAll, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { backfillJob } from "../../../src/features/webhooks/backfill-job.ts";
import { purgeWebhookJob } from "../../../src/features/webhooks/purge-webhook-job.ts";
import { replayJob } from "../../../src/features/webhooks/replay-job.ts";
import { newReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { newWebhook, URL_OF_RECEIVER } from "../../support/webhooks.ts";

const service = useService({ webhookRetrySchedule: [0] });
const store = useStore(service);
beforeAll(async () => {
  service.world.on(URL_OF_RECEIVER, () => new Response());
});

test("the removal of a large webhook yields after its turn and continues behind others", async () => {
  const { id } = await newWebhook(store);
  await execute(sql`
    insert into webhook_attempts (store_id, webhook_id, return_id, seq, number, at, duration_ms)
    select ${store.id}, ${id}, 'ret', seq, 1, now(), 1 from generate_series(1, 2500) as seq`);
  await store.delete(`/webhooks/${id}`);
  await withSlowWrites("delete", "webhook_attempts", 2.1, () =>
    purgeWebhookJob.handle(store.ctx, [{ storeId: store.id, webhookId: id }]),
  );
  expect(await countOf(sql`webhook_attempts where webhook_id = ${id}`)).toBe(1_500);
  await service.drain();
  expect(await countOf(sql`webhook_attempts where webhook_id = ${id}`)).toBe(0);
  expect(await countOf(sql`webhooks where id = ${id}`)).toBe(0);
});

test("a backfill of large returns yields after its time, and appends one event per return", async () => {
  const own = await service.newStore({ beside: store });
  for (let n = 0; n < 45; n++) await newReturn(own);
  const { id } = await newWebhook(own);
  const eventCount = () => countOf(sql`webhook_events where webhook_id = ${id}`);
  await withSlowWrites("insert", "webhook_payloads", 1.1, () =>
    backfillJob.handle(own.ctx, [{ storeId: own.id, webhookId: id, requestId: "r" }]),
  );
  expect(await eventCount()).toBe(20);
  await service.drain();
  expect(await eventCount()).toBe(45);
});

test("a slice of a replay ends when its returns have too many events, and each event is appended once", async () => {
  const own = await service.newStore({ beside: store });
  const { id } = await newWebhook(own);
  await execute(sql`
    insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending)
    select ${own.id}, ${id}, 'ret_' || number, 2600, 0 from generate_series(1, 3) as number`);
  await execute(sql`
    insert into webhook_payloads (store_id, id, return_id, body, created_at)
    select ${own.id}, 'whp_' || number, 'ret_' || number, '{}', now() from generate_series(1, 3) as number`);
  await execute(sql`
    insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, created_at)
    select ${own.id}, ${id}, 'ret_' || number, seq, 'whe_' || number || '_' || seq, 'updated',
      now() - seq * interval '1 s', 'whp_' || number, 'r', 'delivered', now()
    from generate_series(1, 3) as number, generate_series(1, 2600) as seq`);
  const replay = {
    storeId: own.id,
    webhookId: id,
    replayId: "rpl_1",
    requestId: "r",
    start: "2020-01-01T00:00:00Z",
  };
  const eventCount: number[] = [];
  for (const after of [undefined, "ret_1", "ret_2"]) {
    await replayJob.handle(own.ctx, [{ ...replay, ...(after && { after }) }]);
    eventCount.push(await countOf(sql`webhook_events where webhook_id = ${id} and state = 'pending'`));
  }
  expect(eventCount).toEqual([2_600, 5_200, 7_800]);
});

/** Slows down each statement that changes a table. */
async function withSlowWrites(
  what: "insert" | "delete",
  table: string,
  seconds: number,
  work: () => Promise<unknown>,
): Promise<void> {
  await execute(
    sql.raw(`
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(${seconds}); return null; end $$;
    create trigger slow before ${what} on ${table} for each statement execute function slow()`),
  );
  await work();
  await execute(sql.raw("drop function slow cascade"));
}

async function execute(statement: SQL): Promise<void> {
  await store.ctx.db.execute(statement);
}

async function countOf(rowsOf: SQL): Promise<number> {
  const { rows } = await store.ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${rowsOf}`,
  );
  return rows[0]?.count ?? 0;
}
