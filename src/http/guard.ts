import type { TSchema } from "@sinclair/typebox";
import { type DocumentDecoration, Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";
import { parseOrigin } from "../lib/host.ts";
import { problem } from "../lib/problem.ts";
import { admitLarge, type Changes, createAdmission } from "./admission.ts";
import type { ApiStyle, GuardDocs } from "./api-style.ts";
import { createCredentials } from "./authenticate.ts";
import { bearerOf } from "./bearer-token.ts";
import { readJson, readOptionalJson, requireStorable } from "./body.ts";
import { createBodyCheck } from "./body-check.ts";
import { checkedAs } from "./body-schema.ts";
import { deferAuthentication, reauthenticationOf } from "./deferred-authentication.ts";
import { isLargePage } from "./paging.ts";
import { createRateLimit, type Rate, rateHeaders } from "./rate-limit.ts";
import { keepRepeatedParameters } from "./repeated-parameters.ts";
import { type Caller, requestContextOf } from "./request-context.ts";

export const SCOPES = [
  "store_read",
  "customers_read",
  "customer_events_write",
  "orders_read",
  "orders_write",
  "returns_read",
  "returns_write",
  "storefront_events_write",
  "inventory_read",
  "inventory_write",
  "webhooks_read",
  "webhooks_write",
] as const;

export type Scope = (typeof SCOPES)[number];

export type Access = {
  /** The required scope; of several, all. */
  scope: Scope | readonly Scope[];
  /** The statuses whose error response is `{error}` instead of a problem. */
  plain?: readonly number[];
  /** The maximum size of a body, in bytes. */
  limit?: number;
  /** The store's rate limit that requests count against; 429 above it. */
  rate?: Rate;
  /** How this operation differs from the main API. */
  style?: ApiStyle;
  /** Where strings of the body are checked: in the guard, or in a verb that rejects single elements. */
  checks?: "guard" | "verb";
  /** Who asks the database whether a cached client's secret is still valid; see deferred-authentication.ts. */
  reauthenticates?: "guard" | "verb";
  /** The lock key of requests whose path has no id; requests with the same key run one after the other. */
  changes?: Changes;
  /** Whether the response may be large; few of those run at a time. */
  isLarge?: (query: Record<string, unknown>) => boolean;
  /** The verb handles the requests of a store in batches, so a request doesn't wait for a connection. */
  isBatched?: true;
};

/** The part of Elysia's hook context that is used here. */
type Incoming = {
  request: Request;
  route: string;
  params: Record<string, string | null> | undefined;
  body?: unknown;
  query: Record<string, unknown>;
};

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * The guard of every operation: `access` names the scope that it requires. It checks in order: the credential
 * (401), store and scope (403), the rate limit (429), the body (413, 415, 400), then the route's own
 * validation runs. Adds `caller`.
 */
export const guard = (ctx: Ctx) => {
  const authenticate = createAuthenticate(ctx);
  const admit = createAdmission(ctx);
  return new Elysia({ name: "scope" }).macro({
    access: (access: Access) => {
      const admission = { changes: access.changes, isNamedByQuery: access.style !== undefined };
      let checkBody: ReturnType<typeof createBodyCheck> | undefined;
      return {
        detail: detailOf(access),
        introspect: (route: { body?: TSchema }) => {
          if (route.body) checkBody = createBodyCheck(checkedAs(route.body));
        },
        // Hooks destructure what they use: otherwise the framework also parses the cookies and headers of
        // every request.
        parse: async ({ request, route, params }: Incoming) => {
          await authenticate({ request, route, params }, access);
          const limit = access.limit ?? MAX_BODY_BYTES;
          const admit = () => admitLarge(ctx, request);
          if (access.style?.lenient) return readOptionalJson(request, limit, admit);
          // An operation without a body doesn't read one. After undefined the framework would try its own
          // parsers.
          if (!checkBody) return null;
          const body = await readJson(request, limit, admit);
          checkBody(body);
          return body;
        },
        transform: async ({ request, route, params, query }: Incoming) => {
          await authenticate({ request, route, params }, access);
          if (!access.style?.lenient) keepRepeatedParameters(request.url, query);
        },
        // Not async, so that the framework doesn't wait for it.
        resolve: access.isBatched
          ? (incoming: Incoming) => callerOf(incoming, access)
          : async ({ request, route, params, body, query }: Incoming) => {
              const resolved = callerOf({ request, body }, access);
              if (access.isLarge?.(query) || isLargePage(request)) await admitLarge(ctx, request);
              await admit({ request, route, params, body }, admission);
              return resolved;
            },
      };
    },
  });
};

function callerOf({ request, body }: Pick<Incoming, "request" | "body">, { checks }: Access) {
  if (checks !== "verb") requireStorable(body);
  const context = requestContextOf(request);
  return { caller: context.caller as Caller, reauthenticate: reauthenticationOf(context) };
}

/** What the OpenAPI description needs to know. */
function detailOf({ scope, plain, rate, style }: Access): DocumentDecoration & GuardDocs {
  return {
    "x-scope": [scope].flat().join(" "),
    ...(plain && { "x-plain-errors": [...plain] }),
    ...((rate ?? style?.rate) && { "x-rate-limited": true }),
    // A string, because the framework would merge the arrays of this object over all routes.
    ...(style && { "x-api-style": JSON.stringify(style.docs) }),
  };
}

/**
 * Returns a function that authenticates a request once: before its body is read, or without a body before
 * validation. It throws 401, 403 and 429.
 */
function createAuthenticate(ctx: Ctx) {
  const credentials = createCredentials(ctx);
  const checkRateLimit = createRateLimit(ctx);
  return async (
    { request, route, params }: Pick<Incoming, "request" | "route" | "params">,
    access: Access,
  ): Promise<void> => {
    const context = requestContextOf(request);
    if (context.caller) return;
    context.route = route;
    context.plain = access.plain;

    const secretOf = access.style?.secretOf ?? bearerOf;
    const secret = secretOf(request.headers) ?? "";
    const find = async () => (await credentials.find(secret)) ?? throwUnauthenticated();
    const client = await (access.reauthenticates === "verb"
      ? deferAuthentication(context, credentials.cached(secret), find)
      : find());
    if (params?.storeId !== undefined && params.storeId !== client.storeId) {
      throw problem("store_mismatch", "This API secret belongs to another store.");
    }
    const lacking = [access.scope].flat().find((scope) => !client.scopes.includes(scope));
    if (lacking) throw problem("missing_scope", `This API secret lacks the scope ${lacking}.`);
    const rate = access.rate ?? access.style?.rate;
    if (rate) context.headers = rateHeaders(await checkRateLimit(client.storeId, rate));
    emptyInvalidIds(params);
    context.caller = {
      storeId: client.storeId,
      clientId: client.id,
      by: client.name,
      requestId: context.requestId,
      // Computed on demand: few responses have links.
      get origin() {
        return originOf(ctx, request.headers);
      },
    };
  };
}

function throwUnauthenticated(): never {
  const detail = "A valid API secret is required: Authorization: Bearer <API_SECRET>.";
  throw problem("unauthenticated", detail, { headers: { "WWW-Authenticate": "Bearer" } });
}

/** Replaces ids that can't be decoded or stored by the empty string, which matches no row. */
function emptyInvalidIds(params: Incoming["params"]): void {
  for (const [name, value] of Object.entries(params ?? {})) {
    if (params && (value === null || value.includes("\u0000"))) params[name] = "";
  }
}

/** The service's own origin, or the forwarded one of a trusted proxy. The `Host` header is not trusted. */
function originOf({ config, origin }: Ctx, headers: Headers): string {
  if (!config.trustProxy || config.publicUrl) return origin;
  const first = (name: string) => headers.get(name)?.split(",")[0]?.trim();
  const forwarded = `${first("x-forwarded-proto") || "http"}://${first("x-forwarded-host") ?? ""}`;
  return parseOrigin(forwarded) ?? origin;
}
