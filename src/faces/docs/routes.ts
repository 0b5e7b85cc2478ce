import { swagger } from "@elysiajs/swagger";
import { Elysia } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { responseOrigin } from "../../core/http/response-origin.ts";
import { completeDocument, type Webhooks } from "../../core/openapi/document.ts";
import { toYaml } from "../../core/openapi/yaml.ts";
import { cachedFor } from "../../lib/cached-for.ts";
import { problem } from "../../lib/problem.ts";
import { encode, send, sendOnce } from "./encode.ts";
import { buildSite } from "./site.ts";
import type { Transitions } from "./state-drawing.ts";

const hidden = { detail: { hide: true } };
const GENERATED = "/docs/json";
/** Beside the assets and the search. The first one overrides the plugin's page, which loads its script from a CDN. */
const PAGES = [
  ...["/docs", "/docs.md", "/docs/:section", "/docs/:section/:page", "/docs/:section/:page/:part"],
  // Nothing is there but for people who are led on.
  "/docs/:section/:page/:part/*",
];

/** What the documentation takes from the features, and the way to the generated description. */
type Sources = {
  webhooks: Webhooks;
  transitions: Transitions;
  /** The paths that the description leaves out. */
  undescribed: RegExp[];
  handle: (request: Request) => Promise<Response>;
};

/** Serves the OpenAPI description, and the guides and the reference as pages below /docs. */
export const docs = (
  ctx: Pick<Ctx, "config" | "origin">,
  { webhooks, transitions, undescribed, handle }: Sources,
) => {
  const own = new WeakMap<Request, (generated: unknown) => void>();
  // Computed once: operations don't change while the service runs.
  const described = once(async () => {
    const request = new Request(`http://localhost${GENERATED}`);
    let generated: unknown;
    own.set(request, (value) => {
      generated = value;
    });
    await handle(request);
    if (!generated) throw new Error("The description of the API was not generated.");
    return completeDocument(generated, webhooks);
  });
  const json = once(async () => encode("application/json", JSON.stringify(await described())));
  const yaml = once(async () => encode("application/yaml", await toYaml(await described())));
  const site = once(async () => buildSite(await described(), transitions));
  const read = async (path: string, { headers, url }: Request) => {
    const origin = responseOrigin(ctx, headers, headers.get("host") ?? new URL(url).host);
    const known = await site();
    const found = known.read(path, origin);
    if (found) return send(await found, headers);
    if (isBrowser(headers)) return sendOnce(known.missing(path), 404);
    throw problem("route_not_found", `There is nothing at ${path}.`);
  };

  const app = new Elysia({ name: "docs" })
    .use(
      new Elysia({ name: "docs-description" })
        .onAfterHandle(({ responseValue, request }) => {
          const take = own.get(request);
          if (!take) return json().then((encoded) => send(encoded, request.headers));
          take(responseValue);
          return "";
        })
        .use(swagger({ path: "/docs", specPath: GENERATED, excludeStaticFile: false, exclude: undescribed })),
    )
    .get("/openapi.json", async ({ request }) => send(await json(), request.headers), hidden)
    .get("/openapi.yaml", async ({ request }) => send(await yaml(), request.headers), hidden)
    .get("/llms.txt", ({ request }) => read("/docs/llms.txt", request), hidden)
    .get(
      "/docs/search",
      async ({ request: { url, headers } }) =>
        send(await (await site()).search(new URL(url).searchParams.get("q") ?? ""), headers),
      hidden,
    )
    .get(
      "/docs/assets/:page",
      async ({ params, request }) =>
        send((await site()).asset(params.page), request.headers, { isImmutable: true }),
      hidden,
    );
  for (const path of PAGES)
    app.get(path, ({ path: at, request }) => read(at.replace(/\/$/, ""), request), hidden);
  return app;
};

/** Programs ask for what they can read, or take anything. */
function isBrowser(headers: Headers): boolean {
  return (headers.get("accept") ?? "").includes("text/html");
}

/** Returns a function that computes a value at its first call. The next call repeats a failed one. */
function once<T>(compute: () => Promise<T>): () => Promise<T> {
  return cachedFor(Number.POSITIVE_INFINITY, compute);
}
