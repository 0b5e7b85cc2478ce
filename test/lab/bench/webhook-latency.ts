import { endWithUs } from "../../support/ends-with-us.ts";
import type { BenchStore, Environment } from "./environment.ts";
import type { Subscribers } from "./subscribers.ts";
import type { Publishing } from "./webhook-publisher.ts";

type Load = Pick<Publishing, "webhooks" | "returns" | "rate" | "seconds">;
export type Latency = { medianMs: number; p95Ms: number; p99Ms: number; events: number };

const PUBLISHER = decodeURIComponent(new URL("webhook-publisher.ts", import.meta.url).pathname);
/** The warm-up; events committed in this time aren't counted. */
const WARM_MS = 3_000;

/** Measures the time from the commit of a change to the receipt of its event, for receivers that respond. */
export async function latencyOf(
  { sql, url, encryptionKey }: Environment,
  store: BenchStore,
  subscribers: Subscribers,
  load: Load,
): Promise<Latency> {
  await subscribers.seen();
  const task: Publishing = { ...load, url, encryptionKey, storeId: store.id };
  const publisher = Bun.spawn([process.execPath, PUBLISHER, JSON.stringify(task)], { stderr: "inherit" });
  endWithUs(publisher);
  if ((await publisher.exited) !== 0) throw new Error("the publisher failed");
  await Bun.sleep(1_000);

  const seen = await subscribers.seen();
  const { rows } = await sql.query<{ id: string; committed: number }>(
    `select event.id, (extract(epoch from pg_xact_commit_timestamp(payload.xmin)) * 1000)::float8 as committed
     from webhook_events as event join webhook_payloads as payload
       on payload.store_id = event.store_id and payload.id = event.payload_id
     where event.store_id = $1 order by committed`,
    [store.id],
  );
  const warm = (rows[0]?.committed ?? 0) + WARM_MS;
  const latencies = rows
    .filter(({ id, committed }) => committed > warm && seen.has(id))
    .map(({ id, committed }) => (seen.get(id) ?? 0) - committed)
    .sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { medianMs: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), events: latencies.length };
}
