import type { Ctx } from "../ctx.ts";
import type { integrations } from "../db/tables/stores.ts";
import type { PostResult } from "../net/post.ts";

type Integration = typeof integrations.$inferSelect;

/** `key` tells the integration that a repeated request is the same one. */
type Call = { body: object; key: string; ignoresBody?: true };

const TIMEOUT_MS = 5_000;

export const NO_RESPONSE = `No response within ${TIMEOUT_MS / 1_000} seconds.`;
export const TOKEN_UNREADABLE = "The integration's token was encrypted with another ENCRYPTION_KEY.";

/**
 * Posts a return with its order to an integration, with its token. Returns what came back, and the token that was
 * sent; undefined when the token can't be decrypted, and nothing was sent.
 */
export async function callIntegration(
  ctx: Ctx,
  { storeId, url, anyAddress, token: encrypted }: Integration,
  { body, key, ignoresBody }: Call,
): Promise<{ posted: PostResult; token: string | undefined } | undefined> {
  let token: string | undefined;
  try {
    token = encrypted === null ? undefined : await ctx.encryption.decrypt(encrypted);
  } catch {
    return undefined;
  }
  const posted = await ctx.callIntegration({
    ...{ url, anyAddress, timeoutMs: TIMEOUT_MS, owner: storeId },
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": key,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: new TextEncoder().encode(JSON.stringify(body)),
    ...(ignoresBody && { ignoresBody }),
  });
  return { posted, token };
}

/** Whether a status says that the integration has taken the return. */
export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}
