import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { omitNullish } from "../../../lib/omit-nullish.ts";
import { problem } from "../../../lib/problem.ts";
import { NOW } from "../../../platform/db/now.ts";
import { externalRmas } from "../../../platform/db/tables/returns.ts";
import { integrations } from "../../../platform/db/tables/stores.ts";
import { TIMED_OUT } from "../../../platform/net/post.ts";
import { loadReturn } from "../read/load.ts";
import { type ReturnRecord, snapshotOf } from "../read/view.ts";
import type { ExternalRmaResponse } from "./created-schema.ts";
import {
  callFields,
  isAccepted,
  NO_RESPONSE,
  postToIntegration,
  TOKEN_UNREADABLE,
} from "./post-to-integration.ts";

type Result = { success: boolean | null; errorCode: string | null; errorMessage: string | null };
type Integration = typeof integrations.$inferSelect;
type RmaRequest = { record: ReturnRecord; integration: Integration };

/**
 * After this time without a result the requesting process counts as dead, and a repeated request calls the
 * integration again.
 */
const LEASE = "30 seconds";

/** Records, in the transaction that creates the return, a pending RMA for each integration of the store. */
export async function claimExternalRmas(ctx: Ctx, storeId: string, returnId: string): Promise<void> {
  const configured = await ctx.db
    .select({ integrationId: integrations.id })
    .from(integrations)
    .where(
      and(
        eq(integrations.storeId, storeId),
        eq(integrations.integrationKind, "authorizations"),
        isNull(integrations.removedAt),
      ),
    );
  if (configured.length === 0) return;
  await ctx.db
    .insert(externalRmas)
    .values(
      configured.map(({ integrationId }) => ({ storeId, returnId, integrationId, claimedAt: sql.raw(NOW) })),
    );
}

/**
 * Calls every integration without a result and returns all results, in the order in which the integrations
 * were configured. Throws 409 for a repeated request while an earlier one is still running.
 */
export async function requestExternalRmas(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  repeated: boolean,
): Promise<ExternalRmaResponse[]> {
  if (repeated) await inTransaction(ctx, (tx) => claimAgain(tx, caller.storeId, returnId));
  const rows = await ctx.db
    .select({ rma: externalRmas, integration: integrations })
    .from(externalRmas)
    .innerJoin(
      integrations,
      and(eq(integrations.storeId, externalRmas.storeId), eq(integrations.id, externalRmas.integrationId)),
    )
    .where(ofReturn(caller.storeId, returnId))
    .orderBy(asc(integrations.createdAt), asc(integrations.id));
  const isDone = rows.every(({ rma }) => rma.success !== null);
  const record = isDone ? undefined : await loadReturn(ctx, caller.storeId, returnId);

  return Promise.all(
    rows.map(async ({ rma, integration }) => {
      const { provider } = integration;
      const result =
        record && rma.success === null ? await requestRma(ctx, caller, { record, integration }) : rma;
      return {
        integrationProvider: provider,
        success: result.success === true,
        ...omitNullish({ errorCode: result.errorCode, errorMessage: result.errorMessage }),
      };
    }),
  );
}

/**
 * Takes over the pending RMAs of a request that died. Throws 409 while that request, or another repeat, may
 * still be running.
 */
async function claimAgain(tx: Ctx, storeId: string, returnId: string): Promise<void> {
  const isPending = and(ofReturn(storeId, returnId), isNull(externalRmas.success));
  const rows = await tx.db
    .select({ isClaimed: sql<boolean>`${externalRmas.claimedAt} > clock_timestamp() - ${LEASE}::interval` })
    .from(externalRmas)
    .where(isPending)
    .for("no key update");
  if (rows.some(({ isClaimed }) => isClaimed)) {
    throw problem("idempotency_key_in_use", "The first request with this Idempotency-Key is still running.");
  }
  await tx.db
    .update(externalRmas)
    .set({ claimedAt: sql.raw(NOW) })
    .where(isPending);
}

function ofReturn(storeId: string, returnId: string) {
  return and(eq(externalRmas.storeId, storeId), eq(externalRmas.returnId, returnId));
}

/** Calls one integration. The first stored result wins, so that all responses for one return agree. */
async function requestRma(ctx: Ctx, caller: Caller, { record, integration }: RmaRequest): Promise<Result> {
  const row = and(ofReturn(caller.storeId, record.row.id), eq(externalRmas.integrationId, integration.id));
  const result = await observeCall(ctx, caller, { record, integration });
  const written = await ctx.db
    .update(externalRmas)
    .set(result)
    .where(and(row, isNull(externalRmas.success)))
    .returning();
  const [first] = written.length > 0 ? written : await ctx.db.select().from(externalRmas).where(row);
  return first ?? result;
}

async function observeCall(ctx: Ctx, caller: Caller, { record, integration }: RmaRequest): Promise<Result> {
  const startedAt = performance.now();
  const result = await resultOf(ctx, caller, integration, snapshotOf(record, ctx.origin));
  const durationMs = Math.round(performance.now() - startedAt);
  ctx.metrics.integrationCalled(result.success ? "accepted" : "failed", durationMs / 1_000);
  ctx.log[result.success ? "info" : "warn"](
    { ...callFields(integration, caller.requestId), returnId: record.row.id, durationMs, ...result },
    "external rma requested",
  );
  return result;
}

async function resultOf(
  ctx: Ctx,
  { requestId }: Caller,
  integration: Integration,
  body: { return: { id: string }; order: object },
): Promise<Result> {
  // After a crash the integration receives a second request for the same return, with the same key.
  const call = { body, key: body.return.id, requestId, ignoresBody: true } as const;
  const called = await postToIntegration(ctx, integration, call);
  if (!called) return failure("TOKEN_UNREADABLE", TOKEN_UNREADABLE);
  const { status, error } = called.posted;
  if (error === TIMED_OUT) return failure("TIMEOUT", NO_RESPONSE);
  if (error !== undefined) return failure("UNREACHABLE", error);
  if (isAccepted(status)) return { success: true, errorCode: null, errorMessage: null };
  return failure(`HTTP_${status}`, `The integration responded with status ${status}.`);
}

function failure(errorCode: string, errorMessage: string): Result {
  return { success: false, errorCode, errorMessage };
}
