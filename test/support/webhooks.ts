import { and, asc, eq } from "drizzle-orm";
import type { ReturnWebhook } from "../../src/features/returns/webhooks/webhook-schema.ts";
import type { Delivery, Webhook } from "../../src/features/webhooks/schema.ts";
import { webhookEvents, webhookPayloads } from "../../src/platform/db/tables/webhooks.ts";
import { answerOf } from "./returns.ts";
import type { TestStore } from "./service.ts";

export const WEBHOOKS = "/stores/:store/webhooks";
export const URL_OF_RECEIVER = "https://hooks.example.com/returns";

export type Created = Webhook & { signingSecret: string };

/** Creates a webhook of the store; it has a bearer token unless `changes` override the callback. */
export async function newWebhook(store: TestStore, changes: Record<string, unknown> = {}): Promise<Created> {
  const callback = { url: URL_OF_RECEIVER, auth: { bearer: { token: "subscriber-token" } } };
  const { response, data, error } = await store.api.POST("/v2.2/stores/{storeId}/webhooks", {
    params: { path: { storeId: store.id } },
    body: { webhook: { topic: "return", callback, ...changes } },
  });
  if (response.status !== 201 || !data) throw new Error(`the webhook was answered ${JSON.stringify(error)}`);
  return data.webhook;
}

export async function listedWebhooks(store: TestStore): Promise<Webhook[]> {
  const path = { storeId: store.id };
  const { data } = await store.api.GET("/v2.2/stores/{storeId}/webhooks", { params: { path } });
  return data?.webhooks ?? [];
}

export async function deliveriesOf(store: TestStore, webhookId: string, query = ""): Promise<Delivery[]> {
  const headers = { "X-Page-Size": "500" };
  const { body } = await answerOf(store.get(`/webhooks/${webhookId}/deliveries${query}`, headers));
  return (body as { deliveries: Delivery[] }).deliveries;
}

/** Returns the events of a webhook, ordered by return and sequence number, with their payloads. */
export async function publishedEvents(
  { ctx, id: storeId }: TestStore,
  webhookId: string,
): Promise<{ seq: number; payload: ReturnWebhook }[]> {
  const rows = await ctx.db
    .select({ seq: webhookEvents.seq, body: webhookPayloads.body })
    .from(webhookEvents)
    .innerJoin(
      webhookPayloads,
      and(
        eq(webhookPayloads.storeId, webhookEvents.storeId),
        eq(webhookPayloads.id, webhookEvents.payloadId),
      ),
    )
    .where(and(eq(webhookEvents.storeId, storeId), eq(webhookEvents.webhookId, webhookId)))
    .orderBy(asc(webhookEvents.returnId), asc(webhookEvents.seq));
  return rows.map(({ seq, body }) => ({ seq, payload: JSON.parse(body) }));
}
