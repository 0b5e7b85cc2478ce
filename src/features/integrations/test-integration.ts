import type { Ctx } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { problem } from "../../lib/problem.ts";
import { TIMED_OUT } from "../../platform/net/post.ts";
import {
  callFields,
  isAccepted,
  NO_RESPONSE,
  postToIntegration,
  TOKEN_UNREADABLE,
} from "../returns/create/post-to-integration.ts";
import { TEST_EVENT } from "../returns/webhooks/test-event.ts";
import { findIntegration } from "./find-integration.ts";
import type { IntegrationTest } from "./schema.ts";

/** `release` frees the request's admission slot, on which other requests wait. */
type Test = { integrationId: string; release: () => void };

/**
 * Posts a return that doesn't exist to an integration, as a new one is posted, and returns what came back. Throws 404
 * for an unknown integration, 409 for a payee.
 */
export async function testIntegration(
  ctx: Ctx,
  { storeId, requestId }: Pick<Caller, "storeId" | "requestId">,
  { integrationId, release }: Test,
): Promise<IntegrationTest> {
  const integration = await findIntegration(ctx, storeId, integrationId);
  if (integration.integrationKind === "refunds") {
    throw problem("payee_not_tested", "A payee isn't tested: it would have to pay something.");
  }
  release();
  const startedAt = performance.now();
  const call = { body: TEST_EVENT, key: `test-${requestId}`, requestId };
  const result = resultOf(await postToIntegration(ctx, integration, call));
  const durationMs = Math.round(performance.now() - startedAt);
  const { status, error, accepted } = result;
  const line = { ...callFields(integration, requestId), status, error, durationMs, accepted };
  ctx.log.info(line, "integration tested");
  return { ...result, durationMs };
}

function resultOf(
  called: Awaited<ReturnType<typeof postToIntegration>>,
): Omit<IntegrationTest, "durationMs"> {
  if (!called) return failed(TOKEN_UNREADABLE);
  const { posted, token } = called;
  if (posted.error !== undefined) return failed(posted.error === TIMED_OUT ? NO_RESPONSE : posted.error);
  const { status, responseBody } = posted;
  // A receiver may return what it was sent.
  const shown = token === undefined ? responseBody : responseBody.replaceAll(token, "[token]");
  return { accepted: isAccepted(status), status, responseBody: shown, error: null };
}

function failed(error: string) {
  return { accepted: false, status: null, responseBody: null, error };
}
