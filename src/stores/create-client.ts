import type { Ctx } from "../ctx.ts";
import { apiClients } from "../db/tables/stores.ts";
import { SCOPES } from "../http/guard.ts";
import { sha256 } from "../lib/hash.ts";
import { newId } from "../lib/ids.ts";
import { problem } from "../lib/problem.ts";
import { newSecret } from "../lib/secret.ts";
import { requireStore } from "./require-store.ts";

/**
 * Creates an API client and returns its id and secret. Only the secret's hash is stored. Without `scopes` the
 * client gets all scopes that exist today. Throws 400 for a missing name or an unknown scope, 404 for an
 * unknown store.
 */
export async function createClient(
  ctx: Ctx,
  storeId: string,
  client: { name: string; scopes?: string[] },
): Promise<{ clientId: string; secret: string }> {
  const { name, scopes = [...SCOPES] } = client;
  const unknown = scopes.filter((scope) => !SCOPES.some((candidate) => candidate === scope));
  if (name.trim() === "") throw problem("invalid_request", "An API client needs a name.");
  if (unknown.length > 0 || scopes.length === 0) {
    throw problem(
      "invalid_request",
      `Scopes are some of ${SCOPES.join(", ")}; not ${unknown.join(", ") || "none"}.`,
    );
  }
  await requireStore(ctx, storeId);

  const { secret, lookup } = newSecret();
  const id = newId("cli");
  await ctx.db
    .insert(apiClients)
    .values({ storeId, id, name, scopes, lookup, secretHash: await sha256(secret), createdAt: ctx.now() });
  return { clientId: id, secret };
}
