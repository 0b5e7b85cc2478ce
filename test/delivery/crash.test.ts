import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { moveTo, newReturn } from "../support/returns.ts";
import { startService, type TestService } from "../support/service.ts";
import { deliveriesOf, newWebhook } from "../support/webhooks.ts";

type Heard = { id: string; sequence: string; returnId: string; at: number };

const heard: Heard[] = [];
let answering = true;
const subscriber = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { headers } = request;
    const event = (await request.json()) as { return: { id: string } };
    const [id, sequence] = [headers.get("webhook-id") ?? "", headers.get("webhook-sequence") ?? ""];
    heard.push({ id, sequence, returnId: event.return.id, at: performance.now() });
    if (!answering) await new Promise(() => {});
    return new Response();
  },
});
const host = `127.0.0.1:${subscriber.port}`;

let service: TestService;
beforeAll(async () => {
  service = await startService({ webhookAllowedHosts: [host] });
});
afterAll(async () => {
  subscriber.stop(true);
  await service.stop();
});

function startWorker(): Promise<ServiceProcess> {
  return startProcess({
    ...{ DATABASE_URL: service.ctx.config.databaseUrl ?? "", ENCRYPTION_KEY: "a key for tests only" },
    ...{ ROLE: "worker", WEBHOOK_ALLOWED_HOSTS: host, WEBHOOK_TIMEOUT: "1s" },
  });
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + 30_000; !isSo(); await Bun.sleep(5)) {
    if (performance.now() > end) throw new Error(`not within 30 seconds: ${JSON.stringify(heard)}`);
  }
}

test("a commit is heard at once; what a worker had in hand that was killed, or froze, goes on within 30 s", async () => {
  const store = await service.newStore();
  const { id: webhookId } = await newWebhook(store, { callback: { url: `http://${host}/` } });
  const killed = await startWorker();
  const opened = await newReturn(store);
  const committed = performance.now();
  await until(() => heard.length === 1);
  // It does not poll: it was woken.
  expect(performance.now() - committed).toBeLessThan(400);

  answering = false;
  await moveTo(store, opened.id, "in_transit");
  await until(() => heard.length === 2);
  killed.signal("SIGKILL");
  const frozen = await startWorker();
  const other = await newReturn(store);
  await moveTo(store, other.id, "in_transit");
  await until(() => heard.length === 3);
  frozen.signal("SIGSTOP");

  answering = true;
  const saviour = await startWorker();
  await until(() => heard.length === 6);
  frozen.signal("SIGCONT");
  // By now it knows that its attempt took too long, and that nobody wants to hear it.
  await until(() => frozen.output().includes('"outcome":"waiting"'));
  await Bun.sleep(500);
  for (const worker of [frozen, saviour]) worker.signal("SIGTERM");
  expect(await Promise.all([frozen.exited, saviour.exited])).toEqual([0, 0]);

  const ofReturn = (id: string) => heard.filter(({ returnId }) => returnId === id);
  expect(ofReturn(opened.id).map(({ sequence }) => sequence)).toEqual(["1", "2", "2"]);
  expect(ofReturn(other.id).map(({ sequence }) => sequence)).toEqual(["1", "1", "2"]);
  for (const [broken, again] of [ofReturn(opened.id).slice(1), ofReturn(other.id)]) {
    expect(again?.id).toBe(String(broken?.id));
    // The lease had to lapse first: nobody else may send meanwhile.
    expect((again?.at ?? 0) - (broken?.at ?? 0)).toBeWithin(5_500, 30_000);
  }
  const deliveries = await deliveriesOf(store, webhookId);
  expect(deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual(
    Array.from({ length: 4 }, () => ["delivered", 1]),
  );
});
