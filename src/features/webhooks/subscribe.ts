import { Value } from "@sinclair/typebox/value";
import type { Ctx } from "../../core/ctx.ts";
import { registerFormats } from "../../core/http/errors/formats.ts";
import { problem } from "../../lib/problem.ts";
import { requireStore } from "../stores/require-store.ts";
import { createWebhook } from "./create.ts";
import { Token } from "./schema.ts";

/**
 * Creates a webhook for a store's returns from the command line. Throws 400 for an invalid token or URL, 404
 * for an unknown store.
 */
export async function subscribe(
  ctx: Ctx,
  storeId: string,
  { url, token }: { url: string; token: string },
): Promise<{ webhookId: string; signingSecret: string }> {
  // A command builds no app, which would register the formats.
  registerFormats();
  await requireStore(ctx, storeId);
  if (!Value.Check(Token, token))
    throw problem("invalid_request", "A token is 1 to 4096 visible ASCII characters.");
  const body = { webhook: { topic: "return" as const, callback: { url, auth: { bearer: { token } } } } };
  const subscriber = { storeId, requestId: crypto.randomUUID() };
  const { created } = await createWebhook(ctx, subscriber, body);
  return { webhookId: created.webhook.id, signingSecret: created.signingSecret };
}
