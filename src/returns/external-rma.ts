import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { NOW } from "../db/now.ts";
import { externalRmas } from "../db/tables/returns.ts";
import { integrations } from "../db/tables/stores.ts";
import type { Caller } from "../http/trace.ts";
import { present } from "../lib/present.ts";
import { problem } from "../lib/problem.ts";
import { TIMED_OUT } from "../net/post.ts";
import type { ExternalRmaResponse } from "./created-schema.ts";
import { loadReturn } from "./load.ts";
import { returnOrderView } from "./order-view.ts";
import { returnView } from "./view.ts";

type Result = { success: boolean | null; errorCode: string | null; errorMessage: string | null };
type Pending = { integrationId: string; provider: string; url: string; token: string | null };

const TIMEOUT_MS = 5_000;
/** After this long without a result the process that asked is taken for dead, and a repeat asks again. */
const LEASE = "30 seconds";

/** Notes, in the return's own transaction, which integrations have to be asked. */
export async function claimExternalRmas(ctx: Ctx, storeId: string, returnId: string): Promise<void> {
  const wanted = await ctx.db
    .select({ integrationId: integrations.id })
    .from(integrations)
    .where(eq(integrations.storeId, storeId));
  if (wanted.length === 0) return;
  await ctx.db
    .insert(externalRmas)
    .values(
      wanted.map(({ integrationId }) => ({ storeId, returnId, integrationId, claimedAt: sql.raw(NOW) })),
    );
}

/**
 * Asks every integration that hasn't answered yet and gives all results, in the order in which the integrations were
 * configured. For a repeated request whose first is still asking: 409.
 */
export async function requestExternalRmas(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  repeated: boolean,
): Promise<ExternalRmaResponse[]> {
  const rows = await ctx.db
    .select({
      rma: externalRmas,
      integration: integrations,
      isAsked: sql<boolean>`success is null and claimed_at > now() - ${LEASE}::interval`,
    })
    .from(externalRmas)
    .innerJoin(
      integrations,
      and(eq(integrations.storeId, externalRmas.storeId), eq(integrations.id, externalRmas.integrationId)),
    )
    .where(and(eq(externalRmas.storeId, caller.storeId), eq(externalRmas.returnId, returnId)))
    .orderBy(asc(integrations.createdAt), asc(integrations.id));

  if (repeated && rows.some(({ isAsked }) => isAsked)) {
    throw problem(409, "The first request with this Idempotency-Key is still running.");
  }

  return Promise.all(
    rows.map(async ({ rma, integration }) => {
      const { provider, url, token } = integration;
      const pending = { integrationId: integration.id, provider, url, token };
      const result = rma.success === null ? await ask(ctx, caller, returnId, pending) : rma;
      return {
        integrationProvider: provider,
        success: result.success === true,
        ...present({ errorCode: result.errorCode, errorMessage: result.errorMessage }),
      };
    }),
  );
}

/** Whoever is the first to write a result decides: all answers for one return say the same. */
async function ask(ctx: Ctx, caller: Caller, returnId: string, integration: Pending): Promise<Result> {
  const row = and(
    eq(externalRmas.storeId, caller.storeId),
    eq(externalRmas.returnId, returnId),
    eq(externalRmas.integrationId, integration.integrationId),
  );
  const unanswered = and(row, isNull(externalRmas.success));
  await ctx.db
    .update(externalRmas)
    .set({ claimedAt: sql.raw(NOW) })
    .where(unanswered);
  const result = await post(ctx, caller, returnId, integration);
  const written = await ctx.db.update(externalRmas).set(result).where(unanswered).returning();
  const [first] = written.length > 0 ? written : await ctx.db.select().from(externalRmas).where(row);
  return first ?? result;
}

async function post(ctx: Ctx, caller: Caller, returnId: string, integration: Pending): Promise<Result> {
  const record = await loadReturn(ctx, caller.storeId, returnId);
  const startedAt = performance.now();
  const result = await resultOf(ctx, caller.storeId, integration, {
    return: returnView(record, ctx.origin, "read"),
    order: returnOrderView(record.order),
  });
  const durationMs = Math.round(performance.now() - startedAt);
  const { requestId } = caller;
  ctx.log[result.success ? "info" : "warn"](
    { requestId, returnId, provider: integration.provider, durationMs, ...result },
    "external rma requested",
  );
  return result;
}

async function resultOf(
  ctx: Ctx,
  storeId: string,
  integration: Pending,
  body: { return: { id: string }; order: object },
): Promise<Result> {
  let token: string | undefined;
  try {
    token = integration.token === null ? undefined : await ctx.seal.open(integration.token);
  } catch {
    return failure("TOKEN_UNREADABLE", "The integration's token was sealed under another ENCRYPTION_KEY.");
  }
  const { status, error } = await ctx.callIntegration({
    url: integration.url,
    headers: {
      "Content-Type": "application/json",
      // The integration can tell a second request for the same return, after a crash of ours, from a second return.
      "Idempotency-Key": body.return.id,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: new TextEncoder().encode(JSON.stringify(body)),
    timeoutMs: TIMEOUT_MS,
    by: storeId,
    ignoresBody: true,
  });
  if (error === TIMED_OUT) return failure("TIMEOUT", `No answer within ${TIMEOUT_MS / 1000} seconds.`);
  if (error !== undefined) return failure("UNREACHABLE", error);
  if (status >= 200 && status < 300) return { success: true, errorCode: null, errorMessage: null };
  return failure(`HTTP_${status}`, `The integration answered ${status}.`);
}

function failure(errorCode: string, errorMessage: string): Result {
  return { success: false, errorCode, errorMessage };
}
