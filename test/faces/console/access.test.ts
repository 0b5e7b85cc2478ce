import { beforeAll, describe, expect, test } from "bun:test";
import { PAGES } from "../../../src/faces/console/pages.ts";
import { ROLE_NAMES, ROLES } from "../../../src/features/people/roles.ts";
import type { Role } from "../../../src/platform/db/tables/people.ts";
import { newBrowser, newPerson, ofPeople, type TestBrowser } from "../../support/console.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
const people = {} as Record<Role, TestBrowser>;
beforeAll(async () => {
  for (const role of ROLE_NAMES) people[role] = await newPerson(service, store, role);
});

/** Every page; where its path has an id, there is no such object. */
const paths = PAGES.map((page) => ({ ...page, path: page.path.replace(/:\w+/g, "none_0") }));
const hasId = (path: string) => path.includes("none_0");
const addressOf = (path: string) => (path === "/" ? ":store" : `:store${path}`);

describe("what each role may open", () => {
  test.each(ROLE_NAMES)("%s", async (role) => {
    const { scopes, rights } = ROLES[role];
    for (const { path, needs } of paths) {
      const { status } = await people[role].get(addressOf(path));
      const may = [...scopes, ...rights].some((held) => held === needs);
      expect(`${path} ${status}`).toBe(`${path} ${!may ? 403 : hasId(path) ? 404 : 200}`);
    }
  });
});

test("the menu has what a role works with: settings are in it for those who may change them, or only look", async () => {
  const settings = ["/settings", "/settings/shoppers", "/settings/policy", "/settings/retention", "/jobs"];
  for (const role of ROLE_NAMES) {
    const html = await (await people[role].get(":store")).text();
    const menu = html.slice(html.indexOf('<aside class="side"'), html.indexOf("</aside>"));
    const listed = settings.filter((path) => menu.includes(`/stores/${store.id}${path}"`));
    const isChanging = ["owner", "developer", "read_only"].includes(role);
    expect([role, listed, menu.includes(`/stores/${store.id}/returns"`)]).toEqual([
      ...[role, isChanging ? settings : [], true],
    ]);
  }
});

describe("a form that the role doesn't include is refused", () => {
  test.each(ROLE_NAMES)("%s", async (role) => {
    const { scopes, rights } = ROLES[role];
    const held: readonly string[] = [...scopes, ...rights];
    for (const { path, needs, acts = {} } of paths) {
      for (const [act, given] of Object.entries(acts)) {
        const needed = typeof given === "function" ? needs : (given.needs ?? needs);
        if (held.includes(needed)) continue;
        const { status } = await people[role].post(addressOf(path), { _act: act });
        expect(`${path} ${act} ${status}`).toBe(`${path} ${act} 403`);
      }
    }
  });
});

test("who may only look may send no form of any page", async () => {
  const answers: string[] = [];
  for (const { path, acts = {} } of paths) {
    for (const act of Object.keys(acts)) {
      const { status } = await people.read_only.post(addressOf(path), { _act: act });
      answers.push(`${path} ${act} ${status}`);
    }
  }
  expect(answers.filter((answer) => !answer.endsWith(" 403"))).toEqual([]);
  expect(answers.length).toBeGreaterThan(30);
});

describe("another store looks like one that doesn't exist", () => {
  test("each page and each form", async () => {
    const other = await service.newStore();
    const compared = async (path: string, fields?: Record<string, string>) => {
      const asked = [other.id, "sto_unknown", "a%00b"].map(async (id) => {
        const address = `/stores/${id}${path === "/" ? "" : path}`;
        const browser = people.owner;
        const response = fields ? await browser.post(address, fields) : await browser.get(address);
        return `${response.status} ${(await response.text()).replaceAll(id, "")}`;
      });
      const [foreign, ...unknown] = await Promise.all(asked);
      expect(foreign).toStartWith("404 ");
      for (const each of unknown) expect(each).toBe(foreign ?? "");
    };
    for (const { path, acts = {} } of paths) {
      await compared(path);
      for (const act of Object.keys(acts)) await compared(path, { _act: act });
    }
  });

  test("a person who was taken out of a store has no more access", async () => {
    const person = await newPerson(service, store, "support");
    expect((await person.get(":store")).status).toBe(200);
    await ofPeople(service.ctx).db.execute(`delete from memberships where person_id = '${person.personId}'`);
    expect((await person.get(":store")).status).toBe(404);
    expect((await person.get(":store/live")).status).toBe(401);
  });
});

describe("forms of other sites", () => {
  const act = { _act: "revoke", client: "cli_1" };
  const post = async (fields: Record<string, string>, headers: Record<string, string>) =>
    (await people.owner.post(":store/developer/clients", fields, headers)).status;

  test("are refused, whatever they carry", async () => {
    expect(await post(act, {})).toBe(404);
    expect(await post(act, { "Sec-Fetch-Site": "cross-site" })).toBe(403);
    expect(await post(act, { "Sec-Fetch-Site": "same-site" })).toBe(403);
    expect(await post(act, { "Sec-Fetch-Site": "same-origin", Origin: "https://example.test" })).toBe(403);
    expect(await post({ ...act, _token: "" }, {})).toBe(403);
    expect(await post({ ...act, _token: await people.support.formToken() }, {})).toBe(403);
  });

  test("also the one that signs in or out", async () => {
    const headers = { "Sec-Fetch-Site": "cross-site" };
    const browser = newBrowser(service);
    expect((await browser.post("/sign-in", { email: "a@example.test", password: "b" }, headers)).status).toBe(
      403,
    );
    expect((await people.support.post("/sign-out", {}, headers)).status).toBe(403);
    expect((await people.support.get(":store")).status).toBe(200);
  });

  test("a browser without Sec-Fetch-Site needs the service's own Origin", async () => {
    const send = (headers: Record<string, string>) =>
      service.fetch("/console/sign-in", {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
        body: "email=a@example.test&password=b",
      });
    expect((await send({})).status).toBe(403);
    expect((await send({ Origin: "null" })).status).toBe(403);
    expect((await send({ Origin: "http://localhost" })).status).toBe(401);
  });
});

describe("pages", () => {
  test("allow no script, style, request or frame but the service's own", async () => {
    const response = await people.owner.get(":store");
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("name only assets that may be kept for ever, in less than 150 kB altogether", async () => {
    const response = await people.owner.get(":store/developer/clients");
    const page = await response.text();
    const urls = [...page.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]*)"/g)].map(([, url = ""]) => url);
    expect(urls).toHaveLength(13);
    let bytes = page.length;
    for (const url of urls) {
      const asset = await service.fetch(url, { headers: { "Accept-Encoding": "gzip, deflate, br" } });
      expect(asset.headers.get("Cache-Control")).toContain("immutable");
      expect(asset.headers.get("Content-Encoding")).toBe("br");
      bytes += (await asset.arrayBuffer()).byteLength;
      const plain = await service.fetch(url, { headers: { "Accept-Encoding": "identity" } });
      expect(plain.headers.get("Content-Encoding")).toBeNull();
    }
    expect(bytes).toBeLessThan(150_000);
    expect((await service.fetch("/console/assets/console.css")).status).toBe(404);
  });

  test("a path without a page is a page that says so", async () => {
    const response = await people.owner.get(":store/nothing/here");
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
  });
});
