import { expect, test } from "bun:test";
import { moveTo, newReturn } from "../../support/returns.ts";
import { subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf } from "../../support/webhooks.ts";
import { forgetUndelivered } from "./history/backup.ts";
import type { Receiver } from "./history/receiver.ts";
import type { Shop } from "./history/shop.ts";

const service = useService({ webhookRetrySchedule: [0] });

test("an event that is due again keeps its place at the receiver, and those that were never sent are forgotten", async () => {
  const store = await service.newStore();
  const { webhook } = await subscribe(service, store);
  const { id: returnId } = await newReturn(store);
  await moveTo(store, returnId, "in_transit");
  await moveTo(store, returnId, "delivered");
  await service.drain();
  const deliveries = await deliveriesOf(store, webhook.id);
  const second = deliveries.find(({ sequence }) => sequence === 2);
  await store.post(`/webhooks/${webhook.id}/deliveries/${second?.deliveryId}/redeliver`, undefined);
  await moveTo(store, returnId, "in_review");

  const stream = { token: "t", returnId, arrivals: [1, 2, 3, 4].map((sequence) => ({ sequence })) };
  const receiver = { streams: new Map([["t", stream]]) } as unknown as Receiver;
  const known = { id: webhook.id, token: "t", externalId: "" };
  const shops = [{ untouched: known, webhooks: [] } as unknown as Shop];
  await forgetUndelivered(service.ctx.config.databaseUrl ?? "", shops, receiver);
  expect(stream.arrivals).toEqual([1, 2, 3].map((sequence) => ({ sequence })));
});
