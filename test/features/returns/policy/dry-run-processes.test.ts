import { expect, test } from "bun:test";
import { fillPastReturns } from "../../../support/past-returns.ts";
import { type ServiceProcess, startProcess } from "../../../support/process.ts";
import { answerOf } from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { environmentOf, useService, useStore } from "../../../support/use-service.ts";

const service = useService({ isSingle: true, hasIdleQueues: true });
const large = useStore(service);
const small = useStore(service, { beside: large });

const PATH = "/stores/:store/policy/dry-run";
const POLICY = {
  timeZone: "UTC",
  rules: [{ when: { productIds: ["mug"] }, then: { eligible: false } }],
};
const MANY = 30_000;
const FEW = 1_100;
const READS = 20;
const WAIT_MS = 120_000;

type Shown = { status: string; done: number };

const start = async (store: TestStore) => {
  const { status, body } = await answerOf(store.post(PATH, { policy: POLICY, last: 100_000 }));
  expect(status).toBe(202);
  return (body as { id: string }).id;
};
const show = async (store: TestStore, id: string) =>
  (await answerOf(store.get(`${PATH}/${id}`))).body as Shown;

async function until(store: TestStore, id: string, isIt: (shown: Shown) => boolean): Promise<Shown> {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; await Bun.sleep(20)) {
    const shown = await show(store, id);
    if (isIt(shown)) return shown;
  }
  throw new Error("the dry run didn't get there");
}

const worker = () => startProcess({ ...environmentOf(service), DEMO: "0" });

async function end(process: ServiceProcess | undefined, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  process?.signal(signal);
  await process?.exited;
}

test("a store's dry run and reads go on beside a large one, which another process ends when its own is killed", async () => {
  await fillPastReturns(large, MANY);
  await fillPastReturns(small, FEW);
  const [ofLarge, ofSmall] = [await start(large), await start(small)];
  let running: ServiceProcess | undefined = await worker();
  try {
    await until(small, ofSmall, ({ status }) => status === "done");
    const { origin } = running;
    for (let read = 0; read < READS; read++) {
      const headers = { Authorization: `Bearer ${small.secret}` };
      const response = await fetch(`${origin}/v2.2/stores/${small.id}/policy/dry-run/${ofSmall}`, {
        headers,
      });
      expect(response.status).toBe(200);
    }
    // A process under load may take the later one first.
    const begun = await until(large, ofLarge, ({ status }) => status !== "queued");
    expect(begun).toMatchObject({ status: "running" });
    await until(large, ofLarge, ({ done }) => done > 0);
    await end(running, "SIGKILL");
    const { status, done } = await show(large, ofLarge);
    expect({ status, isPart: done > 0 && done < MANY }).toEqual({ status: "running", isPart: true });
    running = undefined;
    running = await worker();
    const ended = await until(large, ofLarge, ({ status }) => status === "done");
    const refused = Math.floor((MANY - 1) / 10) + 1;
    expect(ended).toMatchObject({ done: MANY, counts: { returns: MANY, refused } });
  } finally {
    await end(running, "SIGTERM");
  }
});
