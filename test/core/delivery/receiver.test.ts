import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { RECEIVER, RECEIVING } from "../../../src/core/openapi/receiver-sample.ts";
import { deliverDue, pass } from "../../support/delivery-time.ts";
import { moveTo, newReturn, readReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { answers, subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf } from "../../support/webhooks.ts";

type State = { return: { id: string; status: string; updatedAt: string }; order: object };
type Receive = (request: Request) => Promise<Response>;
type CreateReceiver = (parts: {
  signingSecret: string;
  token: string;
  seen: Map<string, { sequence: number; at: string }>;
  apply(state: State): Promise<void>;
  readReturn(id: string): Promise<unknown>;
}) => Receive;

// The file is next to this one, so it finds the imported package.
const file = `${import.meta.dir}/.receiver-${process.pid}.js`;
let createReceiver: CreateReceiver;
const service = useService({ webhookRetrySchedule: [0, 1_000] });
beforeAll(async () => {
  await Bun.write(file, RECEIVER);
  ({ createReceiver } = (await import(file)) as { createReceiver: CreateReceiver });
});
afterAll(() => rm(file));

async function receiving(store: TestStore) {
  const subscriber = await subscribe(service, store);
  const { webhook, token, url } = subscriber;
  const held = new Map<string, State>();
  const applied: string[] = [];
  const receive = createReceiver({
    signingSecret: webhook.signingSecret,
    token,
    seen: new Map(),
    apply: async (state) => {
      applied.push(state.return.status);
      held.set(state.return.id, state);
    },
    readReturn: (id) => readReturn(store, id),
  });
  const statuses: number[] = [];
  const receiveEvent = async ({ headers, body }: { headers: Record<string, string>; body: string }) => {
    const response = await receive(new Request(url, { method: "POST", headers, body }));
    statuses.push(response.status);
    return response;
  };
  service.world.on(url, receiveEvent);
  return { ...subscriber, held, applied, statuses, receiveEvent };
}

test("the documented receiver has fewer than 30 lines of code", () => {
  const code = RECEIVER.split("\n").filter((line) => line.trim() !== "" && !/^\s*\/[/*]/.test(line));
  expect(code.length).toBeLessThan(30);
  expect(RECEIVING).toContain(RECEIVER);
});

describe("the documented receiver", () => {
  test("holds every return as GET returns it", async () => {
    const store = await service.newStore();
    const { held, applied, statuses } = await receiving(store);
    const opened = await newReturn(store);
    await service.drain();
    await moveTo(store, opened.id, "in_transit");
    await moveTo(store, opened.id, "delivered");
    await service.drain();
    expect(held.get(opened.id) as unknown).toEqual(await readReturn(store, opened.id));
    expect([applied, statuses]).toEqual([
      ["open", "in_transit", "delivered"],
      [204, 204, 204],
    ]);
  });

  test("rejects an unsigned request, a changed body and another token", async () => {
    const store = await service.newStore();
    const { got, receiveEvent, applied } = await receiving(store);
    await newReturn(store);
    await service.drain();
    const [{ headers, body } = { headers: {} as Record<string, string>, body: "" }] = got();
    const forged = [
      { headers: { ...headers, "webhook-signature": "" }, body },
      { headers, body: body.replace("open", "complete") },
      { headers: { ...headers, authorization: "Bearer other" }, body },
      { headers: { ...headers, "webhook-timestamp": "1600000000" }, body },
    ];
    for (const request of forged) expect((await receiveEvent(request)).status).toBe(401);
    expect(applied).toEqual(["open"]);
  });

  test("applies a repeated event once", async () => {
    const store = await service.newStore();
    const { got, receiveEvent, applied } = await receiving(store);
    const opened = await newReturn(store);
    await moveTo(store, opened.id, "in_transit");
    await service.drain();
    for (const request of got()) expect((await receiveEvent(request)).status).toBe(204);
    expect(applied).toEqual(["open", "in_transit"]);
  });

  test("catches up after events were discarded", async () => {
    const store = await service.newStore();
    const { webhook, url, held, applied, receiveEvent } = await receiving(store);
    const opened = await newReturn(store);
    await service.drain();
    service.world.on(url, answers(500));
    await moveTo(store, opened.id, "in_transit");
    await service.drain();
    await pass(service, 5_000);
    await deliverDue(service);
    service.world.on(url, receiveEvent);
    await moveTo(store, opened.id, "delivered");
    await moveTo(store, opened.id, "complete");
    await service.drain();
    expect(applied).toEqual(["open", "complete", "complete"]);
    expect(held.get(opened.id) as unknown).toEqual(await readReturn(store, opened.id));

    const discarded = await deliveriesOf(store, webhook.id, "?status=discarded");
    await store.post(`/webhooks/${webhook.id}/deliveries/${discarded[0]?.deliveryId}/redeliver`, undefined);
    await store.post(`/webhooks/${webhook.id}/replay`, { start: opened.createdAt });
    await service.drain();
    expect(applied).toEqual(["open", "complete", "complete"]);
  });
});
