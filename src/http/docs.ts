import { swagger } from "@elysiajs/swagger";
import { Elysia } from "elysia";
import { completeDocument } from "./docs-document.ts";
import { docsAsset, docsPage } from "./docs-page.ts";
import { INFO } from "./docs-words.ts";

const hidden = { detail: { hide: true } };

/** The description of the service at /docs/json, and at /docs a page that shows it and needs no other server. */
export const docs = () =>
  new Elysia({ name: "docs" })
    .use(description())
    // Of two routes for one path the later wins: this one over the plugin's page, which loads its script from elsewhere.
    .get("/docs", () => docsPage(), hidden)
    .get("/docs/:file", ({ params, query }) => docsAsset(params.file, query.v), hidden);

function description() {
  // The operations of a service don't change once it answers.
  let document: ReturnType<typeof completeDocument> | undefined;
  return new Elysia({ name: "docs-description" })
    .onAfterHandle(({ responseValue }) => {
      document ??= completeDocument(responseValue);
      return document;
    })
    .use(
      swagger({
        path: "/docs",
        specPath: "/docs/json",
        excludeStaticFile: false,
        documentation: { openapi: "3.1.0", info: INFO },
      }),
    );
}
