import type { Ctx } from "../../../core/ctx.ts";
import type { integrations } from "../../../platform/db/tables/stores.ts";
import type { PostResult } from "../../../platform/net/post.ts";
import { tracePost } from "../../../platform/net/trace-post.ts";
import { currentTraceId, recorder, type TraceHeaders } from "../../../platform/tracing/tracing.ts";

type Integration = typeof integrations.$inferSelect;

/** `key` tells the integration that a repeated request is the same one. */
type Call = { body: object; key: string; requestId: string; ignoresBody?: true };

/** What came back, and the token that was sent. */
type Called = { posted: PostResult; token: string | undefined };

const TIMEOUT_MS = 5_000;

export const NO_RESPONSE = `No response within ${TIMEOUT_MS / 1_000} seconds.`;
export const TOKEN_UNREADABLE = "The integration's token was encrypted with another ENCRYPTION_KEY.";

/**
 * Posts a return with its order to an integration, with its token, the id of the request and its trace. Returns
 * undefined when the token can't be decrypted, and nothing was sent.
 */
export async function postToIntegration(
  ctx: Ctx,
  { id, storeId, url, anyAddress, token: encrypted }: Integration,
  { body, key, requestId, ignoresBody }: Call,
): Promise<Called | undefined> {
  let token: string | undefined;
  try {
    token = encrypted === null ? undefined : await ctx.encryption.decrypt(encrypted);
  } catch {
    return undefined;
  }
  const post = (trace?: TraceHeaders) =>
    ctx.callIntegration({
      ...{ url, anyAddress, timeoutMs: TIMEOUT_MS, owner: storeId },
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": key,
        "x-request-id": requestId,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...trace,
      },
      body: new TextEncoder().encode(JSON.stringify(body)),
      ...(ignoresBody && { ignoresBody }),
    });
  const attributes = { "aftersale.integration_id": id, "aftersale.request_id": requestId };
  const posted = await (recorder
    ? tracePost(recorder, "integration call", { url, attributes }, ({ headers }) => post(headers))
    : post());
  return { posted, token };
}

/** Returns what a line of the log says of a call: who was called, for which request of which trace. */
export function callFields({ id, storeId, provider, url }: Integration, requestId: string) {
  const traceId = currentTraceId();
  return {
    ...{ requestId, storeId, integrationId: id, provider },
    // The rest of the URL may be confidential.
    host: new URL(url).host,
    ...(traceId !== undefined && { traceId }),
  };
}

/** Whether a status says that the integration has taken the return. */
export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}
