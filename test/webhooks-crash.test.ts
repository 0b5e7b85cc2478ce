import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ServiceProcess, startProcess } from "./support/process.ts";
import { moveTo, newReturn } from "./support/returns.ts";
import { startService, type TestService } from "./support/service.ts";
import { newWebhook } from "./support/webhooks.ts";

type Heard = { id: string; sequence: string; at: number };

const heard: Heard[] = [];
let answering = true;
const subscriber = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch({ headers }) {
    const [id, sequence] = [headers.get("webhook-id") ?? "", headers.get("webhook-sequence") ?? ""];
    heard.push({ id, sequence, at: performance.now() });
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

test("a commit is heard at once; after a crash of the worker its subjects go on, in order, within 30 s", async () => {
  const store = await service.newStore();
  await newWebhook(store, { callback: { url: `http://${host}/` } });
  const first = await startWorker();
  const second = await startWorker();
  const opened = await newReturn(store);
  const committed = performance.now();
  await until(() => heard.length === 1);
  // Neither of them polls: it was woken.
  expect(performance.now() - committed).toBeLessThan(400);

  answering = false;
  await moveTo(store, opened.id, "in_transit");
  await moveTo(store, opened.id, "delivered");
  await until(() => heard.length === 2);
  for (const worker of [first, second]) worker.signal("SIGKILL");
  await Promise.all([first.exited, second.exited]);
  answering = true;
  const third = await startWorker();
  await until(() => heard.length === 4);
  third.signal("SIGTERM");
  expect(await third.exited).toBe(0);

  const [, broken, again] = heard;
  expect(heard.map(({ sequence }) => sequence)).toEqual(["1", "2", "2", "3"]);
  expect(again?.id).toBe(String(broken?.id));
  // Its lease had to lapse first: nobody else may send meanwhile.
  expect((again?.at ?? 0) - (broken?.at ?? 0)).toBeWithin(5_500, 30_000);
});
