import { swagger } from "@elysiajs/swagger";
import { Elysia } from "elysia";
import { docsAsset, docsPage } from "./docs-page.ts";
import { completeDocument, type Document, type Webhooks } from "./document.ts";

const hidden = { detail: { hide: true } };

/**
 * Serves the OpenAPI description, webhooks included, at /docs/json, and a self-contained page that shows it
 * at /docs.
 */
export const docs = (webhookDocs: Webhooks) =>
  new Elysia({ name: "docs" })
    .use(description(webhookDocs))
    // Overrides the plugin's page, which loads its script from a CDN: the later of two routes for a path
    // wins.
    .get("/docs", () => docsPage(), hidden)
    .get("/docs/:file", ({ params, query }) => docsAsset(params.file, query.v), hidden);

function description(webhookDocs: Webhooks) {
  // Computed once: operations don't change while the service runs.
  let document: Document | undefined;
  return new Elysia({ name: "docs-description" })
    .onAfterHandle(({ responseValue }) => {
      document ??= completeDocument(responseValue, webhookDocs);
      return document;
    })
    .use(
      swagger({
        path: "/docs",
        specPath: "/docs/json",
        excludeStaticFile: false,
      }),
    );
}
