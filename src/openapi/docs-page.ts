import { readFile } from "node:fs/promises";
import { sha256 } from "../lib/hash.ts";
import { problem } from "../lib/problem.ts";
import { type EXAMPLES, examplesSection } from "./examples.ts";
import { INFO } from "./info.ts";

type File = { type: string; url: string };

type Asset = { type: string; content: string; version: string };

/** The files of the page. Swagger UI comes from its installed package. */
const FILES = {
  "icon.svg": { type: "image/svg+xml", url: import.meta.resolve("./page/icon.svg") },
  "page.css": { type: "text/css", url: import.meta.resolve("./page/page.css") },
  "page.js": { type: "text/javascript", url: import.meta.resolve("./page/page.js") },
  "swagger-ui.css": { type: "text/css", url: import.meta.resolve("swagger-ui-dist/swagger-ui.css") },
  "swagger-ui-bundle.js": {
    type: "text/javascript",
    url: import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js"),
  },
  "take-a-return.mjs": example("take-a-return.mjs"),
  "receive-webhooks.mjs": example("receive-webhooks.mjs"),
  "sync-warehouse.mjs": example("sync-warehouse.mjs"),
} satisfies Record<string, File> & Record<keyof typeof EXAMPLES, File>;

type FileName = keyof typeof FILES;

function example(name: keyof typeof EXAMPLES) {
  return { type: "text/javascript", url: import.meta.resolve(`./page/examples/${name}`) };
}

const SECURITY = {
  "Content-Security-Policy":
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

let loaded: Promise<Record<FileName, Asset>> | undefined;

/** Returns the page. Its links to files carry a hash of their content. */
export async function docsPage(): Promise<Response> {
  const files = await assets();
  const at = (name: FileName) => `/docs/${name}?v=${files[name].version}`;
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${INFO.title}</title>
    <link rel="icon" href="${at("icon.svg")}" />
    <link rel="stylesheet" href="${at("swagger-ui.css")}" />
    <link rel="stylesheet" href="${at("page.css")}" />
    <script src="${at("swagger-ui-bundle.js")}" defer></script>
    <script src="${at("page.js")}" defer></script>
  </head>
  <body>
    <main id="page"></main>
    ${examplesSection((name) => ({ content: files[name].content, address: at(name) }))}
    <noscript>This page needs JavaScript. The OpenAPI description is at <a href="/docs/json">/docs/json</a>.</noscript>
  </body>
</html>
`;
  const headers = { ...SECURITY, "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache" };
  return new Response(html, { headers });
}

/**
 * Returns a file of the page, cacheable forever under its current version. Throws 404 for an unknown file.
 */
export async function docsAsset(name: string, version: string | undefined): Promise<Response> {
  if (!Object.hasOwn(FILES, name)) throw problem("route_not_found", `There is nothing at /docs/${name}.`);
  const asset = (await assets())[name as FileName];
  const keep = version === asset.version ? "public, max-age=31536000, immutable" : "no-cache";
  const headers = { ...SECURITY, "Content-Type": `${asset.type}; charset=utf-8`, "Cache-Control": keep };
  return new Response(asset.content, { headers });
}

/** Loads the files at the first request and caches them. The next request retries a failed load. */
function assets(): Promise<Record<FileName, Asset>> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Record<FileName, Asset>> {
  const files = Object.entries(FILES).map(async ([name, { type, url }]) => {
    const content = await readFile(new URL(url), "utf8");
    return [name, { type, content, version: (await sha256(content)).slice(0, 16) }];
  });
  return Object.fromEntries(await Promise.all(files));
}
