import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { NOW } from "../db/now.ts";
import { externalRmas } from "../db/tables/returns.ts";
import { integrations } from "../db/tables/stores.ts";
import type { Caller } from "../http/request-context.ts";
import { omitNullish } from "../lib/omit-nullish.ts";
import { problem } from "../lib/problem.ts";
import { TIMED_OUT } from "../net/post.ts";
import type { ExternalRmaResponse } from "./created-schema.ts";
import { loadReturn } from "./load.ts";
import { returnOrderView } from "./order-view.ts";
import { type ReturnRecord, returnView } from "./view.ts";

type Result = { success: boolean | null; errorCode: string | null; errorMessage: string | null };
type Integration = typeof integrations.$inferSelect;
type Asked = { about: ReturnRecord; integration: Integration };

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
 * Asks every integration that hasn't answered yet and returns all results, in the order in which the integrations were
 * configured. For a repeated request while another one is still asking: 409.
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
  const isAnswered = rows.every(({ rma }) => rma.success !== null);
  const about = isAnswered ? undefined : await loadReturn(ctx, caller.storeId, returnId);

  return Promise.all(
    rows.map(async ({ rma, integration }) => {
      const { provider } = integration;
      const result = about && rma.success === null ? await ask(ctx, caller, { about, integration }) : rma;
      return {
        integrationProvider: provider,
        success: result.success === true,
        ...omitNullish({ errorCode: result.errorCode, errorMessage: result.errorMessage }),
      };
    }),
  );
}

/** Notes that this request asks in the place of one that died; 409 while that one or another repeat may still be asking. */
async function claimAgain(tx: Ctx, storeId: string, returnId: string): Promise<void> {
  const open = and(ofReturn(storeId, returnId), isNull(externalRmas.success));
  const rows = await tx.db
    .select({ isAsked: sql<boolean>`${externalRmas.claimedAt} > clock_timestamp() - ${LEASE}::interval` })
    .from(externalRmas)
    .where(open)
    .for("no key update");
  if (rows.some(({ isAsked }) => isAsked)) {
    throw problem(409, "The first request with this Idempotency-Key is still running.");
  }
  await tx.db
    .update(externalRmas)
    .set({ claimedAt: sql.raw(NOW) })
    .where(open);
}

function ofReturn(storeId: string, returnId: string) {
  return and(eq(externalRmas.storeId, storeId), eq(externalRmas.returnId, returnId));
}

/** The first result that is written counts: all answers for one return say the same. */
async function ask(ctx: Ctx, caller: Caller, { about, integration }: Asked): Promise<Result> {
  const row = and(ofReturn(caller.storeId, about.row.id), eq(externalRmas.integrationId, integration.id));
  const result = await post(ctx, caller, { about, integration });
  const written = await ctx.db
    .update(externalRmas)
    .set(result)
    .where(and(row, isNull(externalRmas.success)))
    .returning();
  const [first] = written.length > 0 ? written : await ctx.db.select().from(externalRmas).where(row);
  return first ?? result;
}

async function post(ctx: Ctx, caller: Caller, { about, integration }: Asked): Promise<Result> {
  const startedAt = performance.now();
  const result = await resultOf(ctx, caller.storeId, integration, {
    return: await returnView(about, ctx.origin, "read"),
    order: await returnOrderView(about.order),
  });
  const durationMs = Math.round(performance.now() - startedAt);
  const { requestId } = caller;
  ctx.log[result.success ? "info" : "warn"](
    { requestId, returnId: about.row.id, provider: integration.provider, durationMs, ...result },
    "external rma requested",
  );
  return result;
}

async function resultOf(
  ctx: Ctx,
  storeId: string,
  integration: Integration,
  body: { return: { id: string }; order: object },
): Promise<Result> {
  let token: string | undefined;
  try {
    token = integration.token === null ? undefined : await ctx.encryption.decrypt(integration.token);
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
