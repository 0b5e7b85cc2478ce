import { and, count, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { requirePublicUrl } from "../../core/delivery/callback-url.ts";
import { newSigningSecret } from "../../core/delivery/sign.ts";
import { runIdempotent } from "../../core/http/idempotency.ts";
import { newId } from "../../lib/ids.ts";
import { invalid, problem } from "../../lib/problem.ts";
import type { Db } from "../../platform/db/connect.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import { type IntegrationKind, integrations } from "../../platform/db/tables/stores.ts";
import { wakePayouts } from "../returns/payouts/queue.ts";
import { requireStore } from "../stores/require-store.ts";
import { findIntegration, integrationView, isConfigured } from "./find-integration.ts";
import type { CreatedIntegration, IntegrationBody } from "./schema.ts";

type NewIntegration = {
  kind?: IntegrationKind | undefined;
  provider: string;
  url: string;
  token?: string | null | undefined;
};

/** Each new return that asks for external authorizations waits for all of them. */
const MAX_INTEGRATIONS = 50;

/**
 * Configures a system that creates external RMAs or pays, for the operator, and returns its id, and of one that pays the
 * secret that its requests are signed with. Both of its secrets are stored encrypted. Throws 400 for a missing provider or
 * an invalid URL, 404 for an unknown store, 409 when the store has as many integrations as it may.
 */
export async function createIntegration(
  ctx: Ctx,
  storeId: string,
  integration: NewIntegration,
): Promise<{ integrationId: string; signingSecret?: string }> {
  const { url } = integration;
  requireProvider(integration.provider);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw problem("invalid_request", `An integration's address begins with http:// or https://, not ${url}.`);
  }
  const { row, signingSecret } = await insertIntegration(ctx, storeId, { ...integration, anyAddress: true });
  return { integrationId: row.id, ...(signingSecret !== null && { signingSecret }) };
}

/**
 * Configures the same for a client, whose URL may not be private, once per idempotency `key`, and returns it. Throws 400
 * for a missing provider or such a URL, 404 when a repeat finds the integration deleted, 409 when the store has as many
 * integrations as it may, and for a key that is in use or was used for another integration.
 */
export async function addIntegration(
  ctx: Ctx,
  storeId: string,
  body: IntegrationBody,
  key: string | undefined,
): Promise<{ integration: CreatedIntegration; replayed: boolean }> {
  requireProvider(body.provider);
  await requirePublicUrl(ctx, body.url, { pointer: "/url", storeId });
  // The stored response has no secret: a repeat reads the row.
  const request = { operation: "integrations.create", key, request: body, objectIdOf: (id: string) => id };
  const { result: id, replayed } = await runIdempotent(ctx, { storeId }, request, async (tx) => {
    const { row } = await insertIntegration(tx, storeId, { ...body, anyAddress: false });
    return row.id;
  });
  const row = await findIntegration(ctx, storeId, id);
  const signingSecret = row.payoutSecret && (await ctx.encryption.decrypt(row.payoutSecret));
  const integration = { ...integrationView(row), ...(signingSecret !== null && { signingSecret }) };
  return { integration, replayed };
}

/** Throws 400 for a name without a letter. */
export function requireProvider(provider: string): void {
  if (provider.trim() === "")
    throw invalid({ detail: "An integration needs a provider.", pointer: "/provider" });
}

async function insertIntegration(
  ctx: Ctx,
  storeId: string,
  {
    kind: integrationKind = "authorizations",
    token,
    ...integration
  }: NewIntegration & { anyAddress: boolean },
) {
  await requireStore(ctx, storeId);
  const encrypted = token == null ? null : await ctx.encryption.encrypt(token);
  const signingSecret = integrationKind === "refunds" ? newSigningSecret() : null;
  const payoutSecret = signingSecret && (await ctx.encryption.encrypt(signingSecret));
  return inTransaction(ctx, async (tx) => {
    const { db } = tx;
    // Two new ones must not both be the last.
    await lockName(db, `integrations ${storeId}`);
    const [counted] = await db.select({ all: count() }).from(integrations).where(isConfigured(storeId));
    if ((counted?.all ?? 0) >= MAX_INTEGRATIONS) {
      const detail = `The store has ${MAX_INTEGRATIONS} integrations, as many as it may.`;
      throw problem("too_many_integrations", detail);
    }
    if (integrationKind === "refunds") await requireNoPayee(db, storeId);
    const secrets = { token: encrypted, payoutSecret };
    const values = {
      ...integration,
      ...secrets,
      integrationKind,
      storeId,
      id: newId("int"),
      createdAt: ctx.now(),
    };
    const [row] = await db.insert(integrations).values(values).returning();
    if (!row) throw new Error("the integration was not inserted");
    if (integrationKind === "refunds") await wakePayouts(tx, storeId);
    return { row, signingSecret };
  });
}

/** Two would pay the same return. */
async function requireNoPayee(db: Db, storeId: string): Promise<void> {
  const isPayee = and(isConfigured(storeId), eq(integrations.integrationKind, "refunds"));
  const [payee] = await db.select({ id: integrations.id }).from(integrations).where(isPayee);
  if (payee) throw problem("payee_exists", `The store has a payee already, the integration ${payee.id}.`);
}
