import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { guard } from "../../core/http/guard.ts";
import { IdempotencyKey } from "../../core/http/idempotency.ts";
import { field } from "../../lib/schema-types.ts";
import { createWebhook } from "./create.ts";
import { deleteWebhook } from "./delete.ts";
import { DOCS } from "./docs.ts";
import { listWebhooks, readWebhook } from "./find.ts";
import { webhookHistoryOf } from "./history.ts";
import { readHealth } from "./read-health.ts";
import { replaceWebhook } from "./replace.ts";
import { replay } from "./replay.ts";
import { rotateSecret } from "./rotate-secret.ts";
import {
  HealthQuery,
  ReplayBody,
  SecretRotated,
  Webhook,
  WebhookBody,
  WebhookChange,
  WebhookCreated,
  WebhookHealth,
  WebhookHistoryEntry,
} from "./schema.ts";
import { sendTest } from "./send-test.ts";
import { setEnabled } from "./set-enabled.ts";

const UPDATED =
  "The webhook with this `externalId`, updated; or the first response to this `Idempotency-Key`.";
const WebhookId = Type.Object({ webhookId: Type.String() });

/** The operations with the store in their path. */
export const storeWebhooks = (ctx: Ctx) =>
  new Elysia({ name: "store-webhooks", prefix: "/stores/:storeId/webhooks", tags: ["Webhooks"] })
    .use(guard(ctx))
    .get("", async ({ caller }) => ({ webhooks: await listWebhooks(ctx, caller.storeId) }), {
      access: { scope: "webhooks_read" },
      response: { 200: Type.Object({ webhooks: field(Type.Array(Webhook), "The webhooks.") }) },
      detail: DOCS.list,
    })
    .post(
      "",
      async ({ caller, body, headers, status }) => {
        const { created, isNew } = await createWebhook(ctx, caller, body, headers["idempotency-key"]);
        return status(isNew ? 201 : 200, created);
      },
      {
        access: { scope: "webhooks_write" },
        headers: IdempotencyKey,
        body: WebhookBody,
        response: { 200: { ...WebhookCreated, description: UPDATED }, 201: WebhookCreated },
        detail: DOCS.create,
      },
    );

/** The operations on one webhook, in the store of the API client. */
export const webhooks = (ctx: Ctx) =>
  new Elysia({ name: "webhooks", prefix: "/webhooks/:webhookId", tags: ["Webhooks"] })
    .use(guard(ctx))
    .get(
      "",
      async ({ caller, params }) => ({ webhook: await readWebhook(ctx, caller.storeId, params.webhookId) }),
      {
        access: { scope: "webhooks_read" },
        params: WebhookId,
        response: { 200: Type.Object({ webhook: field(Webhook, "The webhook.") }) },
        detail: DOCS.read,
      },
    )
    .put(
      "",
      async ({ caller, params, body }) => {
        await replaceWebhook(ctx, caller.storeId, { ...params, ...body });
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "webhooks_write" },
        params: WebhookId,
        body: WebhookChange,
        response: { 204: Type.Void() },
        detail: DOCS.replace,
      },
    )
    .delete(
      "",
      async ({ caller, params }) => {
        await deleteWebhook(ctx, caller.storeId, params.webhookId);
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "webhooks_write" },
        params: WebhookId,
        response: { 204: Type.Void() },
        detail: DOCS.delete,
      },
    )
    .post(
      "/rotate-secret",
      async ({ caller, params }) => ({
        signingSecret: await rotateSecret(ctx, caller.storeId, params.webhookId),
      }),
      {
        access: { scope: "webhooks_write" },
        params: WebhookId,
        response: { 200: SecretRotated },
        detail: DOCS.rotateSecret,
      },
    )
    .post(
      "/replay",
      async ({ caller, params, body }) => {
        await replay(ctx, caller, { ...params, ...body });
        return new Response(null, { status: 202 });
      },
      {
        access: { scope: "webhooks_write" },
        params: WebhookId,
        body: ReplayBody,
        response: { 202: Type.Void() },
        detail: DOCS.replay,
      },
    )
    .post(
      "/test",
      async ({ caller, params }) => {
        await sendTest(ctx, caller, params.webhookId);
        return new Response(null, { status: 202 });
      },
      {
        access: { scope: "webhooks_write" },
        params: WebhookId,
        response: { 202: Type.Void() },
        detail: DOCS.test,
      },
    )
    .post(
      "/disable",
      async ({ caller, params }) => {
        await setEnabled(ctx, caller, { ...params, enabled: false });
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "webhooks_write" },
        params: WebhookId,
        response: { 204: Type.Void() },
        detail: DOCS.disable,
      },
    )
    .post(
      "/enable",
      async ({ caller, params }) => {
        await setEnabled(ctx, caller, { ...params, enabled: true });
        return new Response(null, { status: 204 });
      },
      {
        access: { scope: "webhooks_write" },
        params: WebhookId,
        response: { 204: Type.Void() },
        detail: DOCS.enable,
      },
    )
    .get(
      "/history",
      async ({ caller, params }) => ({
        history: await webhookHistoryOf(ctx, caller.storeId, params.webhookId),
      }),
      {
        access: { scope: "webhooks_read" },
        params: WebhookId,
        response: {
          200: Type.Object({
            history: field(Type.Array(WebhookHistoryEntry), "The changes of status, oldest first."),
          }),
        },
        detail: DOCS.history,
      },
    )
    .get(
      "/health",
      async ({ caller, params: { webhookId }, query }) => ({
        health: await readHealth(ctx, caller.storeId, { webhookId, isPerHour: query.per === "hour" }),
      }),
      {
        access: { scope: "webhooks_read" },
        params: WebhookId,
        query: HealthQuery,
        response: { 200: Type.Object({ health: field(WebhookHealth, "The figures.") }) },
        detail: DOCS.health,
      },
    );
