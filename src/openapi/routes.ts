import { swagger } from "@elysiajs/swagger";
import { Elysia } from "elysia";
import { docsAsset, docsPage } from "./docs-page.ts";
import { completeDocument, type Document, type Webhooks } from "./document.ts";

const hidden = { detail: { hide: true } };

/**
 * The description of the service, and of what it sends by itself, at /docs/json, and at /docs a page that shows it and
 * needs no other server.
 */
export const docs = (sent: Webhooks) =>
  new Elysia({ name: "docs" })
    .use(description(sent))
    // Of two routes for one path the later wins: this one over the plugin's page, which loads its script from elsewhere.
    .get("/docs", () => docsPage(), hidden)
    .get("/docs/:file", ({ params, query }) => docsAsset(params.file, query.v), hidden);

function description(sent: Webhooks) {
  // The operations of a service don't change once it answers.
  let document: Document | undefined;
  return new Elysia({ name: "docs-description" })
    .onAfterHandle(({ responseValue }) => {
      document ??= completeDocument(responseValue, sent);
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
