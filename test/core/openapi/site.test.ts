import { beforeAll, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { parse } from "yaml";
import { STATUSES, TRANSITIONS } from "../../../src/features/returns/status.ts";
import { useService } from "../../support/use-service.ts";

type Body = { content: Record<string, { schema: { $ref?: string } }> };
type WithBodies = {
  paths: Record<string, Record<string, { operationId: string; requestBody?: Body }>>;
  components: { schemas: Record<string, { properties?: object }> };
};

const service = useService();
const pages = new Map<string, string>();

beforeAll(async () => {
  const waiting = ["/docs"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const response = await service.fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    pages.set(path, await response.text());
    const linked = [...(pages.get(path) ?? "").matchAll(/href="(\/docs\/(?:guides|reference)\/[^"#]+)/g)];
    waiting.push(
      ...linked.map(([, href = ""]) => href).filter((href) => !pages.has(href) && !waiting.includes(href)),
    );
  }
});

test("the pages are reached from the first one: guides, and every group of operations", async () => {
  const document = (await (await service.fetch("/openapi.json")).json()) as { tags: { name: string }[] };
  const groups = [...pages.keys()].filter((path) => path.startsWith("/docs/reference/"));
  expect(groups).toHaveLength(document.tags.length + 1);
  expect([...pages.keys()].filter((path) => path.startsWith("/docs/guides/")).length).toBeGreaterThan(0);
});

test("every link within the documentation leads to a page, and to a place on it", async () => {
  const anchors = new Map([...pages].map(([path, html]) => [path, new Set(matches(html, / id="([^"]+)"/g))]));
  const lost: string[] = [];
  for (const [path, html] of pages) {
    for (const href of new Set(matches(html, /<a [^>]*?href="([^"]+)"/g))) {
      if (URL.canParse(href)) continue;
      const [target = "", anchor] = href.split("#");
      const page = target || path;
      if (anchors.has(page)) {
        if (anchor && !anchors.get(page)?.has(anchor)) lost.push(`${path}: ${href}`);
      } else if (!(await service.fetch(page)).ok) lost.push(`${path}: ${href}`);
    }
  }
  expect(lost).toEqual([]);
});

test("an id occurs once on a page", () => {
  const repeated = [...pages].flatMap(([path, html]) => {
    const ids = matches(html, / id="([^"]+)"/g);
    return ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${path}: ${id}`);
  });
  expect(repeated).toEqual([]);
});

test("a heading is at most one level below the one before", () => {
  const skipping = [...pages].flatMap(([path, html]) => {
    const levels = matches(html.slice(html.indexOf("<h1")), /<h([1-6])[ >]/g).map(Number);
    return levels.some((level, i) => level > (levels[i - 1] ?? 1) + 1) ? [path] : [];
  });
  expect(skipping).toEqual([]);
});

test("pages load files from the service alone, under names that change with their content", async () => {
  for (const [path, html] of pages) {
    const loaded = matches(html, /<(?:script|link|img)[^>]*? (?:src|href)="([^"]+)"/g);
    expect([path, loaded.filter((file) => !/^\/docs\/assets\/\w+\.[0-9a-f]{16}\.\w+$/.test(file))]).toEqual([
      path,
      [],
    ]);
  }
  const [icon = "", css = ""] = matches(pages.get("/docs") ?? "", /<link[^>]* href="([^"]+)"/g);
  for (const [file, type] of [
    [icon, "image/svg+xml"],
    [css, "text/css"],
  ]) {
    const { headers } = await service.fetch(file ?? "");
    expect([headers.get("content-type"), headers.get("cache-control")]).toEqual([
      `${type}; charset=utf-8`,
      "public, max-age=31536000, immutable",
    ]);
  }
  const policy = (await service.fetch("/docs")).headers.get("content-security-policy");
  expect(policy).toStartWith("default-src 'self';");
  expect(policy).not.toContain("unsafe");
});

test("an unknown page, file or program is 404", async () => {
  for (const path of [
    "guides/none",
    "reference/none",
    "assets/page.css",
    "programs/none.mjs",
    "programs/constructor",
  ]) {
    const { status, headers } = await service.fetch(`/docs/${path}`);
    expect([path, status, headers.get("content-type")]).toEqual([path, 404, "application/problem+json"]);
  }
});

test("pages and descriptions are sent compressed, and not again while they are unchanged", async () => {
  const get = (path: string, headers: Record<string, string>) => service.fetch(path, { headers });
  for (const path of ["/docs", "/docs/reference/returns", "/openapi.json", "/openapi.yaml", "/docs/json"]) {
    const plain = await (await get(path, { "Accept-Encoding": "identity" })).text();
    const brotli = await get(path, { "Accept-Encoding": "gzip, deflate, br" });
    const gzip = await get(path, { "Accept-Encoding": "gzip" });
    const codings = [brotli, gzip].map(({ headers }) => [
      headers.get("content-encoding"),
      headers.get("vary"),
    ]);
    expect(codings).toEqual([
      ["br", "Accept-Encoding"],
      ["gzip", "Accept-Encoding"],
    ]);
    const etag = brotli.headers.get("etag") ?? "";
    expect(brotliDecompressSync(await brotli.bytes()).toString()).toBe(plain);
    expect(gunzipSync(await gzip.bytes()).toString()).toBe(plain);
    const again = await get(path, { "Accept-Encoding": "br", "If-None-Match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
  const refused = await get("/docs", { "Accept-Encoding": "br;q=0, gzip;q=0" });
  expect(refused.headers.get("content-encoding")).toBeNull();
});

test("the description is the same as JSON and as YAML", async () => {
  const [json, old, yaml] = await Promise.all(
    ["/openapi.json", "/docs/json", "/openapi.yaml"].map((path) => service.fetch(path)),
  );
  const document = await json?.json();
  expect(await old?.json()).toEqual(document);
  expect(yaml?.headers.get("content-type")).toBe("application/yaml; charset=utf-8");
  expect(parse((await yaml?.text()) ?? "")).toEqual(document);
});

test("every operation has samples in four languages and a form", async () => {
  type Described = { paths: Record<string, Record<string, { operationId: string }>> };
  const { paths } = (await (await service.fetch("/openapi.json")).json()) as Described;
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const all = [...pages.values()].join("");
  for (const id of ids) {
    const section = sectionOf(all, id);
    const languages = matches(section, /<pre[^>]* data-language="(\w+)"/g);
    expect([id, languages]).toEqual([id, ["curl", "TypeScript", "Python", "PHP"]]);
    expect(section).toContain("<form data-method=");
  }
});

test("the fields of a body stand where its operation takes it, and once for operations with the same one", async () => {
  const { paths, components } = (await (await service.fetch("/openapi.json")).json()) as WithBodies;
  const all = [...pages.values()].join("");
  const elsewhere = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId, requestBody }) => {
      const name = requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
      const fields = Object.keys(components.schemas[name]?.properties ?? {});
      const [, body = ""] = sectionOf(all, operationId).split(/<h3>(?:Request body|Responses)<\/h3>/);
      return fields.some((field) => !body.includes(`<code class="name">${field}</code>`));
    });
  expect(elsewhere.map(({ operationId }) => operationId)).toEqual(["createLocation", "updateLocation"]);
});

test("what the search finds is there", async () => {
  const [index = ""] = matches(pages.get("/docs") ?? "", / data-search="([^"]+)"/g);
  const entries = (await (await service.fetch(index)).json()) as { href: string }[];
  const lost = entries.filter(({ href }) => {
    const [path = "", anchor] = href.split("#");
    return !pages.get(path)?.includes(anchor ? ` id="${anchor}"` : "");
  });
  expect(lost).toEqual([]);
});

test.each(["/docs/guides/orders-and-returns", "/docs/reference/returns"])(
  "the drawing of a return's states has exactly the transitions of the state machine: %s",
  (path) => {
    const page = pages.get(path) ?? "";
    expect(page).not.toContain("stateDiagram");
    const drawn = [...page.matchAll(/data-from="([^"]+)" data-to="([^"]+)"/g)].flatMap(
      ([, from = "", to = ""]) => from.split(" ").map((one, i) => `${one} ${to.split(" ")[i]}`),
    );
    const allowed = STATUSES.flatMap((from) => TRANSITIONS[from].map((to) => `${from} ${to}`));
    expect(drawn.sort()).toEqual(allowed.sort());
  },
);

function sectionOf(html: string, operationId: string): string {
  return html.split(`<section class="operation" id="${operationId}">`)[1]?.split("</section>")[0] ?? "";
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, match = ""]) => match);
}
