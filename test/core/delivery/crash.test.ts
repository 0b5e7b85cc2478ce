import { expect, test } from "bun:test";
import { type ServiceProcess, startProcess } from "../../support/process.ts";
import { moveTo, newReturn } from "../../support/returns.ts";
import { slowdown } from "../../support/slowdown.ts";
import { environmentOf, useService } from "../../support/use-service.ts";
import { deliveriesOf, newWebhook } from "../../support/webhooks.ts";

type Received = { id: string; sequence: string; returnId: string; at: number };

const received: Received[] = [];
let answering = true;
const subscriber = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { headers } = request;
    const event = (await request.json()) as { return: { id: string } };
    const [id, sequence] = [headers.get("webhook-id") ?? "", headers.get("webhook-sequence") ?? ""];
    received.push({ id, sequence, returnId: event.return.id, at: performance.now() });
    if (!answering) await new Promise(() => {});
    return new Response();
  },
});
const host = `127.0.0.1:${subscriber.port}`;

const service = useService({ webhookAllowedHosts: [host] });
service.beforeStop(() => subscriber.stop(true));

function startWorker(): Promise<ServiceProcess> {
  return startProcess({
    ...environmentOf(service),
    ...{ ROLE: "worker", WEBHOOK_ALLOWED_HOSTS: host, WEBHOOK_TIMEOUT: "1s" },
  });
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 30_000 * slowdown(); !condition(); await Bun.sleep(5)) {
    if (performance.now() > end)
      throw new Error(`not within 30 seconds of a free processor: ${JSON.stringify(received)}`);
  }
}

test("a committed event is delivered at once; after a worker is killed or freezes, its streams continue within 30 s", async () => {
  received.length = 0;
  answering = true;
  const store = await service.newStore();
  const { id: webhookId } = await newWebhook(store, { callback: { url: `http://${host}/` } });
  const killed = await startWorker();
  const created = await newReturn(store);
  const committed = performance.now();
  await until(() => received.length === 1);
  // The worker was woken and did not poll.
  expect(performance.now() - committed).toBeLessThan(400 * slowdown());

  answering = false;
  await moveTo(store, created.id, "in_transit");
  await until(() => received.length === 2);
  killed.signal("SIGKILL");
  const frozen = await startWorker();
  const other = await newReturn(store);
  await moveTo(store, other.id, "in_transit");
  await until(() => received.length === 3);
  frozen.signal("SIGSTOP");

  answering = true;
  const replacement = await startWorker();
  await until(() => received.length === 6);
  frozen.signal("SIGCONT");
  // Its attempt took longer than the lease, so its result is dropped.
  await until(() => frozen.output().includes('"outcome":"waiting"'));
  await Bun.sleep(500);
  for (const worker of [frozen, replacement]) worker.signal("SIGTERM");
  expect(await Promise.all([frozen.exited, replacement.exited])).toEqual([0, 0]);

  const ofReturn = (id: string) => received.filter(({ returnId }) => returnId === id);
  expect(ofReturn(created.id).map(({ sequence }) => sequence)).toEqual(["1", "2", "2"]);
  expect(ofReturn(other.id).map(({ sequence }) => sequence)).toEqual(["1", "1", "2"]);
  for (const [broken, again] of [ofReturn(created.id).slice(1), ofReturn(other.id)]) {
    expect(again?.id).toBe(String(broken?.id));
    // No other worker may send before the lease lapses.
    expect((again?.at ?? 0) - (broken?.at ?? 0)).toBeWithin(5_500, 30_000);
  }
  const deliveries = await deliveriesOf(store, webhookId);
  expect(deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual(
    Array.from({ length: 4 }, () => ["delivered", 1]),
  );
});
