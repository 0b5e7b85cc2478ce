import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { parse } from "yaml";
import { SECTIONS } from "../../../src/faces/docs/files.ts";
import { STATUSES, TRANSITIONS } from "../../../src/features/returns/status.ts";
import { useService } from "../../support/use-service.ts";

type Body = { content: Record<string, { schema: { $ref?: string } }> };
type TypeOfEvent = { enum: string[]; "x-enum-descriptions": string[]; "x-enum-varnames": string[] };
type Described = {
  tags: { name: string }[];
  webhooks: WithBodies["paths"];
} & WithBodies;
type WithBodies = {
  paths: Record<string, Record<string, { operationId: string; requestBody?: Body }>>;
  components: { schemas: Record<string, { properties?: object }> };
};

const ROOT = join(import.meta.dir, "../../..");
/** What texts call in italics, and is no operation. */
const OF_THE_CONSOLE = new Set([
  "Add reason",
  "Add rule",
  "Export",
  "Import a file",
  "Save",
  "Try it",
  "Try on past returns",
]);

const service = useService();
const pages = new Map<string, string>();

beforeAll(async () => {
  const waiting = ["/docs"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const response = await service.fetch(path);
    expect([path, response.status]).toEqual([path, 200]);
    pages.set(path, await response.text());
    const linked = [
      ...(pages.get(path) ?? "").matchAll(/href="(\/docs(?:\/(?!assets|programs)[^"#.]+)?)["#]/g),
    ];
    waiting.push(
      ...linked.map(([, href = ""]) => href).filter((href) => !pages.has(href) && !waiting.includes(href)),
    );
  }
});

test("the pages are reached from the first one: guides, operating, every group of operations, and every operation", async () => {
  const { tags, paths, webhooks } = (await (await service.fetch("/openapi.json")).json()) as Described;
  const [groups, operations] = [1, 2].map((depth) =>
    [...pages.keys()].filter((path) => new RegExp(`^/docs/reference(?:/[^/]+){${depth}}$`).test(path)),
  );
  // Beside the groups: conventions, scopes, error codes, headers and events.
  expect(groups).toHaveLength(tags.length + 5);
  const described = [...Object.values(paths), ...Object.values(webhooks)].flatMap((one) =>
    Object.values(one),
  );
  expect(operations?.map((path) => path.split("/").at(-1)).sort()).toEqual(
    described.map(({ operationId }) => operationId).sort(),
  );
  const guides = await Array.fromAsync(new Bun.Glob("*.md").scan(join(ROOT, "docs/guides")));
  for (const name of guides) expect(pages.has(`/docs/guides/${name.replace(".md", "")}`)).toBe(true);
  for (const name of ["operate", "operate/deploy", "configuration", "changelog"]) {
    expect([name, pages.has(`/docs/${name}`)]).toEqual([name, true]);
  }
});

test("the image has every file that the pages are made of", async () => {
  const dockerfile = await Bun.file(join(ROOT, "Dockerfile")).text();
  const copied = matches(dockerfile, /^COPY (docs.*) \S+$/gm).flatMap((line) => line.split(" "));
  const needed = Object.values(SECTIONS).flat();
  expect(needed.filter((name) => !copied.some((one) => `docs/${name}.md`.startsWith(one)))).toEqual([]);
});

test("the name of an operation in a text is a link to its page", async () => {
  const names = new Map<string, string>();
  for (const [path, html] of pages) {
    for (const summary of matches(html, /^<h1>(.*)<\/h1>$/gm)) {
      if (/^\/docs\/reference\/[^/]+\/[^/]+$/.test(path)) names.set(summary, path);
    }
  }
  expect(names.size).toBeGreaterThan(100);
  const imperatives = new Set([...names.keys()].map((name) => name.split(" ")[0]));
  const bare: string[] = [];
  let linked = 0;
  for (const [path, html] of pages) {
    for (const [whole, before = "", text = ""] of html.matchAll(/(<a href="[^"]+">)?<em>([^<]+)<\/em>/g)) {
      const name = text.replace(/\s+/g, " ");
      if (names.has(name) && !before) bare.push(`${path}: ${whole}`);
      // A name that no operation has is one that was renamed, unless it is one of the console.
      if (!names.has(name) && imperatives.has(name.split(" ")[0] ?? "") && !OF_THE_CONSOLE.has(name))
        bare.push(`${path}: ${name}`);
      if (before) linked++;
    }
  }
  expect(bare).toEqual([]);
  expect(linked).toBeGreaterThan(100);
});

test("every page is Markdown at its address with .md, and llms.txt lists them", async () => {
  const list = await (await service.fetch("/llms.txt")).text();
  expect(list).toStartWith("# Aftersale\n\n> ");
  expect(await (await service.fetch("/docs/llms.txt")).text()).toBe(list);
  for (const path of pages.keys()) {
    const response = await service.fetch(`${path}.md`);
    const text = await response.text();
    expect([path, response.headers.get("content-type")]).toEqual([path, "text/markdown; charset=utf-8"]);
    expect([path, text.slice(0, 2)]).toEqual([path, "# "]);
    if (/^\/docs\/(?!reference\/[^/]+\/)./.test(path))
      expect([path, list.includes(`](${path}.md)`)]).toEqual([path, true]);
  }
  const text = await (await service.fetch("/docs/reference/returns/createReturn.md")).text();
  for (const part of [
    "`POST /v2.2/stores/{storeId}/returns`",
    "`Idempotency-Key`",
    "lineItemId",
    "**409**",
    "units_not_returnable",
  ]) {
    expect(text).toContain(part);
  }
});

test("samples and texts have the address under which the service is read", async () => {
  for (const path of [
    "/docs/reference/returns/createReturn",
    "/docs/guides/quick-start.md",
    "/docs/programs/retry.mjs",
  ]) {
    const at = async (host: string) => (await service.fetch(path, { headers: { Host: host } })).text();
    const [one, other] = [await at("shop.example:8443"), await at("evil<script>.example")];
    expect([path, one.includes("http://shop.example:8443")]).toEqual([path, true]);
    expect([path, one.includes("http://localhost:3000")]).toEqual([path, false]);
    expect([path, other.includes("evil")]).toEqual([path, false]);
  }
});

test("each request of a guide goes to that address too, but those to a shop", async () => {
  const guides = [...pages.keys()].filter((path) => path.startsWith("/docs/guides/"));
  const elsewhere: string[] = [];
  for (const path of guides) {
    const text = await (await service.fetch(`${path}.md`, { headers: { Host: "shop.example:8443" } })).text();
    const requests = matches(text, /^ *(curl (?:.*\\\n)*.*)/gm);
    elsewhere.push(...requests.filter((request) => !request.includes("http://shop.example:8443/")));
  }
  expect(guides.length).toBeGreaterThan(20);
  expect(elsewhere.filter((request) => !request.includes(".myshopify.com/"))).toEqual([]);
});

test("what was created comes before its repeat, and an error with its code stands beside", async () => {
  const page = pages.get("/docs/reference/returns/createReturn") ?? "";
  const statuses = matches(page, /<summary><code>(\d+)<\/code>/g);
  expect(statuses.slice(0, 3)).toEqual(["201", "200", "400"]);
  expect(matches(page, /<div class="tabs"><b>([^<]+)<\/b>/g)).toEqual([
    "Response 201",
    "Response 200",
    "Error 409",
  ]);
  expect(page).toMatch(/&quot;code&quot;<\/span>: <span class="s">&quot;\w+&quot;/);
  const without = [...pages].filter(
    ([path, html]) =>
      /^\/docs\/reference\/(?!webhooks\/receive)[^/]+\/[^/]+$/.test(path) && !html.includes("<b>Error "),
  );
  expect(without.map(([path]) => path)).toEqual([]);
});

test("the catalogue has every type of event with its meaning and a payload of its topic", async () => {
  const { webhooks, components } = (await (await service.fetch("/openapi.json")).json()) as Described;
  const page = pages.get("/docs/reference/events") ?? "";
  for (const [topic, { post }] of Object.entries(webhooks)) {
    const { schema } = post?.requestBody?.content["application/json"] ?? {};
    const body = components.schemas[schema?.$ref?.split("/").at(-1) ?? ""]?.properties as {
      type: TypeOfEvent;
    };
    const { enum: types, "x-enum-descriptions": meanings, "x-enum-varnames": names } = body.type;
    expect([topic, meanings.length, names]).toEqual([
      topic,
      types.length,
      types.map((type) => type.toUpperCase()),
    ]);
    for (const type of types) expect(page).toContain(`<li><code>${type}</code>: `);
    expect(page).toContain(`The topic is <code>${topic}</code>`);
  }
});

test("names of constants say what each value means, and none is numbered", async () => {
  const description = await (await service.fetch("/openapi.json")).text();
  const lists = [...description.matchAll(/"x-enum-varnames":(\[[^\]]*\])/g)];
  const names = new Set(lists.flatMap(([, list = "[]"]) => JSON.parse(list) as string[]));
  expect([...names].filter((name) => /_\d$|^EMPTY$/.test(name))).toEqual([]);
  for (const name of ["CREATED_AT_ASC", "CREATED_AT_DESC", "NOT_EQUAL", "LESS_OR_EQUAL", "IN_TRANSIT"])
    expect([name, names.has(name)]).toEqual([name, true]);
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
    const assets = loaded.filter((file) => file !== `${path}.md`);
    expect([path, assets.filter((file) => !/^\/docs\/assets\/\w+\.[0-9a-f]{16}\.\w+$/.test(file))]).toEqual([
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
    "constructor",
    "guides/none.md",
    "operate/none.yaml",
  ]) {
    const { status, headers } = await service.fetch(`/docs/${path}`);
    expect([path, status, headers.get("content-type")]).toEqual([path, 404, "application/problem+json"]);
  }
});

test("to a browser an unknown page is one that leads on: to what its address may have meant, and to the first page", async () => {
  const browser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  for (const path of [
    "/docs/webhooks",
    "/docs/guides/webhook%3Cb%3E",
    "/docs/reference/returns/none/x/y",
    "/docs/none.md",
  ]) {
    const response = await service.fetch(path, { headers: browser });
    const html = await response.text();
    const { status, headers } = response;
    expect([path, status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      ...[path, 404, "text/html; charset=utf-8", "no-store"],
    ]);
    expect(headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(headers.get("vary")).toContain("Accept,");
    expect(html).toContain("<h1>No such page</h1>");
    expect(html).not.toContain("<b>b");
    expect(html).toMatch(/<main[\s\S]*href="\/docs"[\s\S]*<\/main>/);
  }
  const asked = await (await service.fetch("/docs/webhooks", { headers: browser })).text();
  expect(asked).toMatch(/<main[\s\S]*href="\/docs\/guides\/webhooks[#"][\s\S]*<\/main>/);
  const program = await service.fetch("/docs/webhooks", { headers: { Accept: "application/json" } });
  expect([program.status, program.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
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

test("the fields of a body stand where its operation takes it", async () => {
  const { paths, components } = (await (await service.fetch("/openapi.json")).json()) as WithBodies;
  const all = [...pages.values()].join("");
  const elsewhere = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId, requestBody }) => {
      const name = requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
      const fields = Object.keys(components.schemas[name]?.properties ?? {});
      const [, body = ""] = sectionOf(all, operationId).split(/<h2 id="(?:request-body|responses)">/);
      return fields.some((field) => !body.includes(`<code class="name">${field}</code>`));
    });
  expect(elsewhere.map(({ operationId }) => operationId)).toEqual([]);
});

test.each(["/docs/guides/orders-and-returns", "/docs/reference/returns/changeReturnStatus"])(
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
