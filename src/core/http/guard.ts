import type { TSchema } from "@sinclair/typebox";
import { type DocumentDecoration, Elysia } from "elysia";
import { requireNoFaults } from "../../lib/problem.ts";
import type { Ctx } from "../ctx.ts";
import type { Scope } from "../scopes.ts";
import { createAuthenticate, type Deferral, reauthenticationOf } from "./auth/authenticate.ts";
import { readBeacon, readJson, readOptionalJson, requireStorable } from "./body/body.ts";
import {
  type BodyRules,
  createBodyCheck,
  ignoredFields,
  prefersStrict,
  SEPARATOR,
  unknownFieldFaults,
} from "./body/body-faults.ts";
import { checkedAs } from "./body/body-schema.ts";
import { faultsOfNumbers } from "./body/changed-numbers.ts";
import type { ApiStyle, GuardDocs } from "./errors/api-style.ts";
import { type Admitted, admitLarge, type Changes, createAdmission } from "./limits/admission.ts";
import type { Rate } from "./limits/rate-limit.ts";
import { isLargePage } from "./paging.ts";
import { type CheckQuery, createQueryCheck } from "./query-parameters.ts";
import { addHeader, requestContextOf, type ScopedCaller } from "./request-context.ts";

export type Access = {
  /** The required scope; of several, all. */
  scope: Scope | readonly Scope[];
  /** Whether one of several scopes is enough. The verb leaves out what the others are required for. */
  takesAnyScope?: true;
  /** The statuses whose error response is `{error}` instead of a problem. */
  plain?: readonly number[];
  /** Whether `{error}` has the faults of the body too, in an object that has its fields. */
  mirrorsBody?: true;
  /** The maximum size of a body, in bytes. */
  limit?: number;
  /** The store's rate limit that requests count against; 429 above it. */
  rate?: Rate;
  /** How this operation differs from the main API. */
  style?: ApiStyle;
  /** Where strings of the body are checked: in the guard, or in a verb that rejects single elements. */
  checks?: "guard" | "verb";
  /** What the verb checks of the body beside its schema, for an `{error}` that names every fault. */
  rules?: BodyRules;
  /** What a request doesn't wait for when its client is cached; see authenticate.ts. */
  defersAuthentication?: Deferral;
  /** The lock key where the path doesn't name it; requests with the same key run one after the other. */
  changes?: Changes;
  /** Whether the response may be large; few of those run at a time. */
  isLarge?: (query: Record<string, unknown>) => boolean;
  /** Pages may use the operation with a publishable secret (CORS). Its path also needs a preflight route. */
  inPages?: true;
  /** The store's rate limit of requests with a publishable secret. */
  pageRate?: Rate;
  /** The body is stored as it is sent, so a number that its parser has changed is 400. */
  keepsNumbers?: true;
  /** The verb handles the requests of a store in batches, which take connections, so a request doesn't wait for one. */
  takesNoConnection?: true;
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
      let bodySchema: TSchema | undefined;
      let checkBody: ReturnType<typeof createBodyCheck> | undefined;
      let checkQuery: CheckQuery = () => {};
      let isPaged = false;
      let takesLimit = false;
      // Before a parser the framework asks for the body as a stream, which is slow to read whole. Afterwards it
      // rebuilds the body from its schema, which is not wanted where the verb checks it.
      const readsUnparsed = access.takesNoConnection && access.checks === "verb";

      const parse = async ({ request, route, params }: Admitted) => {
        await authenticate({ request, route, params }, access);
        return readBody(request);
      };

      /** Returns the checked body. After undefined instead of null the framework would try its own parsers. */
      async function readBody(request: Request): Promise<unknown> {
        if (!checkBody || !bodySchema) return null;
        const { isBeacon, maxBodyBytes } = requestContextOf(request);
        const limit = maxBodyBytes ?? access.limit ?? MAX_BODY_BYTES;
        const admit = () => admitLarge(ctx, request);
        if (access.style?.lenient) return readOptionalJson(request, limit, admit);
        const isStrict = prefersStrict(request.headers);
        if (isStrict) addHeader(request, "Preference-Applied", "handling=strict");
        const body = await (isBeacon ? readBeacon : readJson)(request, limit, admit);
        if (!isStrict) nameIgnoredFields(request, ignoredFields(bodySchema, body));
        checkBody(body, isStrict ? unknownFieldFaults(bodySchema, body) : []);
        if (access.keepsNumbers) requireNoFaults(faultsOfNumbers(body));
        return body;
      }

      return {
        detail: detailOf(access),
        introspect: (route: { body?: TSchema; query?: TSchema; headers?: TSchema }) => {
          if (route.body) {
            bodySchema = checkedAs(route.body);
            // `{error}` is a text for people, who mend all at once.
            checkBody = createBodyCheck(bodySchema, access.plain?.includes(400) ?? false, access.rules);
          }
          takesLimit = "limit" in (route.query?.properties ?? {});
          isPaged = takesLimit || "x-page-size" in (route.headers?.properties ?? {});
          if (!access.style?.lenient) checkQuery = createQueryCheck(knownParameters(route));
        },
        // Hooks destructure what they use: otherwise the framework also parses the cookies and headers of
        // every request.
        // Macros may name a parser, although their type says that they may not.
        parse: readsUnparsed ? ("none" as unknown as typeof parse) : parse,
        transform: async ({ request, route, params, query }: Admitted) => {
          await authenticate({ request, route, params }, access);
          // What is returned is added to the context, although the type of macros doesn't say so.
          const added = readsUnparsed ? { body: await readBody(request) } : {};
          if (request.url.includes("?")) checkQuery(request.url, query);
          return added as never;
        },
        ...(access.defersAuthentication === "beside" && {
          afterHandle: ({ request }: Admitted) => reauthenticationOf(requestContextOf(request))(),
        }),
        // Not async, so that the framework doesn't wait for it.
        resolve:
          access.takesNoConnection && !access.changes
            ? ({ request, body }: Admitted) => callerOf({ request, body }, access)
            : async ({ request, route, params, body, query }: Admitted) => {
                const resolved = callerOf({ request, body }, access);
                const isLarge = isPaged && isLargePage(request, takesLimit ? query.limit : undefined);
                if (isLarge || access.isLarge?.(query)) await admitLarge(ctx, request);
                await admit({ request, route, params, query, body }, access);
                return resolved;
              },
      };
    },
  });
};

/**
 * Returns the query parameters of an operation; undefined for one that takes a body alone, where unknown ones
 * are ignored.
 */
function knownParameters({ body, query }: { body?: TSchema; query?: TSchema }): Set<string> | undefined {
  return body && !query ? undefined : new Set(Object.keys(query?.properties ?? {}));
}

/** A misspelt field is to be seen, in the response or in the log. */
function nameIgnoredFields(request: Request, fields: string[]): void {
  if (fields.length === 0) return;
  requestContextOf(request).ignoredFields = fields;
  addHeader(request, "Ignored-Fields", fields.join(SEPARATOR));
}

function callerOf({ request, body }: Pick<Admitted, "request" | "body">, { checks, rules }: Access) {
  if (body !== undefined && checks !== "verb") requireStorable(body, rules);
  const context = requestContextOf(request);
  return { caller: context.caller as ScopedCaller, reauthenticate: reauthenticationOf(context) };
}

/** What the OpenAPI description needs to know. */
function detailOf({
  scope,
  takesAnyScope,
  plain,
  mirrorsBody,
  rate,
  style,
  inPages,
  pageRate,
}: Access): DocumentDecoration & GuardDocs {
  return {
    "x-scope": [scope].flat().join(" "),
    ...(takesAnyScope && { "x-takes-any-scope": true }),
    ...(plain && { "x-plain-errors": [...plain] }),
    ...(mirrorsBody && { "x-mirrors-body": true }),
    ...((rate ?? style?.rate ?? pageRate) && { "x-rate-limited": true }),
    ...(inPages && { "x-in-pages": true }),
    // A string, because the framework would merge the arrays of this object over all routes.
    ...(style && { "x-api-style": JSON.stringify(style.docs) }),
  };
}
