import { swagger } from "@elysiajs/swagger";
import { Elysia } from "elysia";
import { completeDocument, type Webhooks } from "../../core/openapi/document.ts";
import { toYaml } from "../../core/openapi/yaml.ts";
import { cachedFor } from "../../lib/cached-for.ts";
import { encode, send } from "./encode.ts";
import { buildSite } from "./site.ts";
import type { Transitions } from "./state-drawing.ts";

const hidden = { detail: { hide: true } };
const GENERATED = "/docs/json";

/** What the documentation takes from the features, and the way to the generated description. */
type Sources = {
  webhooks: Webhooks;
  transitions: Transitions;
  /** The paths that the description leaves out. */
  undescribed: RegExp[];
  handle: (request: Request) => Promise<Response>;
};

/** Serves the OpenAPI description, and the guides and the reference as pages below /docs. */
export const docs = ({ webhooks, transitions, undescribed, handle }: Sources) => {
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
  const page = async (path: string, headers: Headers) => send(await (await site()).page(path), headers);

  return (
    new Elysia({ name: "docs" })
      .use(
        new Elysia({ name: "docs-description" })
          .onAfterHandle(({ responseValue, request }) => {
            const take = own.get(request);
            if (!take) return json().then((encoded) => send(encoded, request.headers));
            take(responseValue);
            return "";
          })
          .use(
            swagger({ path: "/docs", specPath: GENERATED, excludeStaticFile: false, exclude: undescribed }),
          ),
      )
      .get("/openapi.json", async ({ request }) => send(await json(), request.headers), hidden)
      .get("/openapi.yaml", async ({ request }) => send(await yaml(), request.headers), hidden)
      // Overrides the plugin's page, which loads its script from a CDN: the later of two routes for a path wins.
      .get("/docs", ({ request }) => page("/docs", request.headers), hidden)
      .get(
        "/docs/guides/:name",
        ({ params, request }) => page(`/docs/guides/${params.name}`, request.headers),
        hidden,
      )
      .get(
        "/docs/reference/:name",
        ({ params, request }) => page(`/docs/reference/${params.name}`, request.headers),
        hidden,
      )
      .get(
        "/docs/assets/:file",
        async ({ params, request }) =>
          send((await site()).asset(params.file), request.headers, { isImmutable: true }),
        hidden,
      )
      .get(
        "/docs/programs/:file",
        async ({ params, request }) => send(await (await site()).program(params.file), request.headers),
        hidden,
      )
  );
};

/** Returns a function that computes a value at its first call. The next call repeats a failed one. */
function once<T>(compute: () => Promise<T>): () => Promise<T> {
  return cachedFor(Number.POSITIVE_INFINITY, compute);
}
