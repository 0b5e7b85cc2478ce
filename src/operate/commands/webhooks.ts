import { requireStore } from "../../features/stores/require-store.ts";
import { deleteWebhook } from "../../features/webhooks/delete.ts";
import { listWebhooks } from "../../features/webhooks/find.ts";
import { subscribe } from "../../features/webhooks/subscribe.ts";
import { textTable } from "../../lib/text-table.ts";
import { type Command, command, required, requiredSecret, STORE } from "./command.ts";

export const WEBHOOK_COMMANDS: readonly Command[] = [
  command({
    name: "webhook create",
    summary: "Create a webhook that receives every change of the store's returns, with this bearer token.",
    options: { ...STORE, url: required("URL"), token: requiredSecret("T", "AFTERSALE_TOKEN") },
    run: (ctx, { store, ...callback }) => subscribe(ctx, store, callback),
    text: ({ webhookId, signingSecret }) =>
      `Created the webhook ${webhookId}. Its signing secret, shown only once:\n${signingSecret}`,
  }),
  command({
    name: "webhook list",
    summary: "List a store's webhooks, without their tokens.",
    options: STORE,
    run: async (ctx, { store }) => {
      await requireStore(ctx, store);
      const webhooks = await listWebhooks(ctx, store);
      return {
        webhooks: webhooks.map(({ id, topic, externalId, callback, createdAt }) => ({
          ...{ webhookId: id, topic, externalId, url: callback.url, createdAt },
        })),
      };
    },
    text: ({ webhooks }) =>
      textTable(
        ["WEBHOOK", "CREATED", "TOPIC", "EXTERNAL ID", "URL"],
        webhooks.map(({ webhookId, createdAt, topic, externalId, url }) => [
          ...[webhookId, createdAt, topic, externalId ?? "-", url],
        ]),
      ),
  }),
  command({
    name: "webhook delete",
    summary: "Delete a webhook: no further attempt starts, and its deliveries are removed.",
    options: { ...STORE, webhook: required("ID") },
    run: async (ctx, { store, webhook }) => {
      await requireStore(ctx, store);
      await deleteWebhook(ctx, store, webhook);
      return { deleted: true };
    },
    text: () => "Deleted.",
  }),
];
