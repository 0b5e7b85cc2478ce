import type { TSchema } from "@sinclair/typebox";
import { type DocumentDecoration, Elysia } from "elysia";
import type { Ctx } from "../ctx.ts";
import { parseOrigin } from "../lib/host.ts";
import { problem } from "../lib/problem.ts";
import type { Operation } from "../openapi/operation.ts";
import { admitLarge, type Changes, createAdmission } from "./admission.ts";
import type { ApiStyle } from "./api-style.ts";
import { createCredentials } from "./authenticate.ts";
import { bearerOf } from "./bearer-token.ts";
import { readJson, readJsonIfAny, requireStorable } from "./body.ts";
import { createBodyCheck } from "./body-check.ts";
import { checkedAs } from "./body-schema.ts";
import { isLargePage } from "./paging.ts";
import { createRateLimit, type Rate, rateHeaders } from "./rate-limit.ts";
import { keepRepeatedParameters } from "./repeated-parameters.ts";
import { type Caller, requestContextOf } from "./request-context.ts";

export const SCOPES = [
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
  scope: Scope;
  /** The statuses that this operation answers as `{error}`. */
  plain?: readonly number[];
  /** The most bytes that a body may have. */
  limit?: number;
  /** The store's limit that this counts against; what is over it is 429. */
  rate?: Rate;
  /** How this operation speaks where it differs from the main API. */
  style?: ApiStyle;
  /** Who checks the texts of the body: the door, or a verb that refuses element by element. */
  checks?: "guard" | "verb";
  /**
   * Who asks the database whether the secret opens the store still: the door, or, for a client whom the door knows, the verb in
   * the statement that does the work. What is refused before that is refused once the door has asked after all.
   */
  reauthenticates?: "guard" | "verb";
  /** What requests change that name nothing in their path; those that change the same go one after the other. */
  changes?: Changes;
  /** Whether the answer may be large; such ones wait for each other. */
  isLarge?: (query: Record<string, unknown>) => boolean;
  /** The verb takes the requests of a store together: they share a connection, and wait for none. */
  isBatched?: true;
};

/** What Elysia hands to hooks, as far as it is used here. */
type Incoming = {
  request: Request;
  route: string;
  params: Record<string, string | null> | undefined;
  body?: unknown;
  query: Record<string, unknown>;
};

const BODY_LIMIT = 1024 * 1024;

/**
 * The door of every operation: `access` names the scope that it takes. In order: credential (401), store and scope (403),
 * body (413, 415, 400), then the rest of the route's own validation. Adds `caller`.
 */
export const guard = (ctx: Ctx) => {
  const enter = createEntrance(ctx);
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
        // What a hook takes is named: for one that takes all the framework reads cookies and headers too, of every request.
        parse: async ({ request, route, params }: Incoming) => {
          await enter({ request, route, params }, access);
          const limit = access.limit ?? BODY_LIMIT;
          const awaitPlace = () => admitLarge(ctx, request);
          if (access.style?.lenient) return readJsonIfAny(request, limit, awaitPlace);
          // Where no body is described, what comes is not read. The framework would go on to parsers of its own for undefined.
          if (!checkBody) return null;
          const body = await readJson(request, limit, awaitPlace);
          checkBody(body);
          return body;
        },
        transform: async ({ request, route, params, query }: Incoming) => {
          await enter({ request, route, params }, access);
          if (!access.style?.lenient) keepRepeatedParameters(request.url, query);
        },
        // One that waits for nothing is none that the framework has to wait for.
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
  const { caller, reauthenticate = async () => {} } = requestContextOf(request);
  return { caller: caller as Caller, reauthenticate };
}

/** What the documentation has to know of it. */
function detailOf({ scope, plain, rate, style }: Access): DocumentDecoration & Partial<Operation> {
  return {
    "x-scope": scope,
    ...(plain && { "x-plain-errors": [...plain] }),
    ...((rate ?? style?.rate) && { "x-rate-limited": true }),
    // As text: the framework would merge the lists of a schema into those of the route before, longer with every route.
    ...(style && { "x-api-style": JSON.stringify(style.described) }),
  };
}

/** Idempotent per request: with a body the door is passed before the body is read, without one before validation. */
function createEntrance(ctx: Ctx) {
  const credentials = createCredentials(ctx);
  const passRateLimit = createRateLimit(ctx);
  return async (
    { request, route, params }: Pick<Incoming, "request" | "route" | "params">,
    access: Access,
  ): Promise<void> => {
    const trace = requestContextOf(request);
    if (trace.caller) return;
    trace.route = route;
    trace.plain = access.plain;

    const secretOf = access.style?.secretOf ?? bearerOf;
    const secret = secretOf(request.headers) ?? "";
    const find = async () => (await credentials.find(secret)) ?? refuseStranger();
    if (access.reauthenticates === "verb") trace.reauthenticate = async () => void (await find());
    const client = (trace.reauthenticate && credentials.recall(secret)) ?? (await find());
    if (params?.storeId !== undefined && params.storeId !== client.storeId) {
      throw problem(403, "This API secret does not open this store.");
    }
    if (!client.scopes.includes(access.scope)) {
      throw problem(403, `This API secret lacks the scope ${access.scope}.`);
    }
    const rate = access.rate ?? access.style?.rate;
    if (rate) trace.headers = rateHeaders(await passRateLimit(client.storeId, rate));
    emptyImpossible(params);
    trace.caller = {
      storeId: client.storeId,
      clientId: client.id,
      by: client.name,
      requestId: trace.requestId,
      // Few answers have links.
      get origin() {
        return originOf(ctx, request.headers);
      },
    };
  };
}

function refuseStranger(): never {
  const detail = "A valid API secret is required: Authorization: Bearer <API_SECRET>.";
  throw problem(401, detail, { headers: { "WWW-Authenticate": "Bearer" } });
}

/** An id that can't be decoded or kept is an id that nothing has; the empty text is one that the database can look for. */
function emptyImpossible(params: Incoming["params"]): void {
  for (const [name, value] of Object.entries(params ?? {})) {
    if (params && (value === null || value.includes("\u0000"))) params[name] = "";
  }
}

/** The service's own, unless a trusted proxy says under which address it was asked; a `Host` says nothing. */
function originOf({ config, origin }: Ctx, headers: Headers): string {
  if (!config.trustProxy || config.publicUrl) return origin;
  const first = (name: string) => headers.get(name)?.split(",")[0]?.trim();
  const forwarded = `${first("x-forwarded-proto") || "http"}://${first("x-forwarded-host") ?? ""}`;
  return parseOrigin(forwarded) ?? origin;
}
