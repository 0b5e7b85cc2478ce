import type { Ctx } from "../ctx.ts";
import { integrations } from "../db/tables/stores.ts";
import { newId } from "../lib/ids.ts";
import { problem } from "../lib/problem.ts";
import { requireStore } from "./require-store.ts";

/**
 * Configures a system that creates external RMAs and returns its id. Its token is stored encrypted. Throws
 * 400 for a missing provider or an invalid URL, 404 for an unknown store.
 */
export async function createIntegration(
  ctx: Ctx,
  storeId: string,
  integration: { provider: string; url: string; token?: string },
): Promise<{ integrationId: string }> {
  const { provider, url, token } = integration;
  if (provider.trim() === "") throw problem("invalid_request", "An integration needs a provider.");
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw problem("invalid_request", `An integration's address begins with http:// or https://, not ${url}.`);
  }
  await requireStore(ctx, storeId);

  const id = newId("int");
  await ctx.db.insert(integrations).values({
    storeId,
    id,
    provider,
    url,
    token: token === undefined ? null : await ctx.encryption.encrypt(token),
    createdAt: ctx.now(),
  });
  return { integrationId: id };
}
