import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { requirePublicUrl } from "../../core/delivery/callback-url.ts";
import { invalid } from "../../lib/problem.ts";
import { integrations } from "../../platform/db/tables/stores.ts";
import { requireProvider } from "./create-integration.ts";
import { findIntegration, integrationView, isConfigured, lockIntegration } from "./find-integration.ts";
import type { Integration, IntegrationChange } from "./schema.ts";

/**
 * Changes what the body has of an integration and returns it. Another URL must be public, and the stored token is not
 * sent to it: otherwise a client that may change the URL could read the token there. Throws 400 for a missing provider,
 * such a URL, or another URL without a token, 404 for an unknown integration.
 */
export async function updateIntegration(
  ctx: Ctx,
  storeId: string,
  { integrationId, provider, url, token }: { integrationId: string } & IntegrationChange,
): Promise<Integration> {
  if (provider !== undefined) requireProvider(provider);
  const before = await findIntegration(ctx, storeId, integrationId);
  if (url !== undefined && url !== before.url) await requirePublicUrl(ctx, url, { pointer: "/url", storeId });
  const encrypted = typeof token === "string" ? await ctx.encryption.encrypt(token) : token;
  return inTransaction(ctx, async (tx) => {
    const row = await lockIntegration(tx, storeId, integrationId);
    const isMoved = url !== undefined && url !== row.url;
    if (isMoved && row.token !== null && token === undefined) {
      const detail = "Send the token again, or null: the stored one is not sent to another address.";
      throw invalid({ detail, pointer: "/token" });
    }
    const change = {
      ...(provider !== undefined && { provider }),
      ...(isMoved && { url, anyAddress: false }),
      ...(encrypted !== undefined && { token: encrypted }),
    };
    if (Object.keys(change).length === 0) return integrationView(row);
    const which = isConfigured(storeId, integrationId);
    const [changed] = await tx.db.update(integrations).set(change).where(which).returning();
    return integrationView(changed ?? row);
  });
}
