import type { Ctx } from "../../core/ctx.ts";
import { SCOPES } from "../../core/scopes.ts";
import { sha256 } from "../../lib/hash.ts";
import { parseOrigin } from "../../lib/host.ts";
import { newId } from "../../lib/ids.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { newSecret } from "../../lib/secret.ts";
import { isLongerThan, isStorableText } from "../../lib/text.ts";
import { apiClients } from "../../platform/db/tables/stores.ts";
import { requireStore } from "./require-store.ts";

/** The scopes of a secret that every visitor of a page can read. */
const PAGE_SCOPES: readonly string[] = ["storefront_events_write", "withdrawals_write"];
/** What it holds if none are named. */
const FIRST_PAGE_SCOPES = ["storefront_events_write"];
const MAX_ORIGINS = 100;
const MAX_NAME = 200;

/**
 * Creates an API client and returns its id and secret. Only the secret's hash is stored. Without `scopes` the
 * client gets all scopes that exist today. With `origins` the secret is publishable: pages of these origins use
 * it, and its scopes are `storefront_events_write`, unless others are named, and `withdrawals_write`. From `expiresAt` on the secret is invalid. Throws 400 for a
 * missing name, an unknown scope, one that a publishable secret can't have, an invalid origin or an end that has
 * passed, 404 for an unknown store.
 */
export async function createClient(
  ctx: Ctx,
  storeId: string,
  client: { name: string; scopes?: string[]; origins?: string[]; expiresAt?: Date },
): Promise<{ clientId: string; secret: string }> {
  const { name } = client;
  const origins = [...new Set((client.origins ?? []).map(requireOrigin))];
  const isPublishable = client.origins !== undefined;
  const { scopes = isPublishable ? FIRST_PAGE_SCOPES : [...SCOPES] } = client;
  const unknown = scopes.filter((scope) => !SCOPES.some((candidate) => candidate === scope));
  requireClientName(name);
  if (unknown.length > 0 || scopes.length === 0) {
    const detail = `Scopes are some of ${SCOPES.join(", ")}; not ${unknown.join(", ") || "none"}.`;
    throw invalid({ detail, pointer: "/scopes" });
  }
  if (client.expiresAt && client.expiresAt <= ctx.now()) {
    throw invalid({ detail: "The secret's end must be in the future.", pointer: "/expiresAt" });
  }
  if (isPublishable) requirePageScopes(scopes, origins);
  await requireStore(ctx, storeId);

  const { secret, lookup } = newSecret(isPublishable ? "publishable" : "secret");
  const id = newId("cli");
  await ctx.cell?.addSecret(storeId, lookup);
  await ctx.db.insert(apiClients).values({
    storeId,
    id,
    name,
    scopes,
    lookup,
    secretHash: await sha256(secret),
    createdAt: ctx.now(),
    origins,
    expiresAt: client.expiresAt,
  });
  return { clientId: id, secret };
}

function requireClientName(name: string): void {
  if (name.trim() === "") throw invalid({ detail: "An API client needs a name.", pointer: "/name" });
  if (isLongerThan(name, MAX_NAME) || !isStorableText(name)) {
    throw invalid({ detail: `A name has at most ${MAX_NAME} characters.`, pointer: "/name" });
  }
}

/** Returns an origin as browsers send it. A pattern is none. */
function requireOrigin(text: string): string {
  // Of sandboxed frames, such as the pixels of shops.
  if (text === "null") return text;
  const origin = text.includes("*") ? undefined : parseOrigin(text);
  if (origin) return origin;
  throw problem(
    "invalid_request",
    `An origin is an address without a path, such as https://shop.example, not ${text}.`,
  );
}

function requirePageScopes(scopes: string[], origins: string[]): void {
  if (origins.length === 0 || origins.length > MAX_ORIGINS) {
    throw problem("invalid_request", `A publishable secret has 1 to ${MAX_ORIGINS} origins.`);
  }
  const others = scopes.filter((scope) => !PAGE_SCOPES.includes(scope));
  if (others.length === 0) return;
  const detail = `A publishable secret is not secret: its scopes are some of ${PAGE_SCOPES.join(", ")}, not ${others.join(", ")}.`;
  throw problem("invalid_request", detail);
}
