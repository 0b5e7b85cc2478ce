import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { fillLists } from "../../support/fill-lists.ts";
import { moveTo, newReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
const HOSTILE = `"><img src=x onerror=alert(1)><b>`;
let owner: TestBrowser;
let warehouse: TestBrowser;
let returnId: string;
beforeAll(async () => {
  owner = await newPerson(service, store, "owner");
  warehouse = await newPerson(service, store, "warehouse");
  for (const status of ["needs_review", "flagged", "flagged", "delivered"]) {
    const order = { customer: { email: "ann@example.test", firstName: HOSTILE, lastName: "דנה" } };
    const items = [{ lineItemId: "line-1", quantity: 1, reason: HOSTILE }];
    ({ id: returnId } = await newReturn(store, { items }, order));
    await moveTo(store, returnId, status);
  }
  const event = { eventName: HOSTILE, customer: { id: HOSTILE }, data: { [HOSTILE]: HOSTILE } };
  for (let n = 0; n < 3; n++) await store.post("/stores/:store/events", event);
  await store.post("/stores/:store/events/bulk", { events: [{ eventName: HOSTILE }] });
  await store.get(`/returns/${encodeURIComponent(HOSTILE)}/status`);
  await (await store.withScopes("orders_read")).get("/stores/:store/returns");
  await service.drain({ sweeps: true });
  await store.ctx.requestLog.flush();
});

/** Returns a page's text without its tags and blanks; nothing that a client has sent may be a tag. */
async function pageOf(
  browser: TestBrowser,
  path: string,
): Promise<{ status: number; html: string; text: string }> {
  const response = await browser.get(`:store${path}`);
  const html = await response.text();
  expect(html).not.toMatch(/<(?:img|b)[\s>]/);
  const text = html
    .slice(html.indexOf("<main"))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
  return { status: response.status, html, text };
}

describe("home", () => {
  test.each(["24h", "30d"])("shows what SQL counts, %s", async (last) => {
    const { status, text } = await pageOf(owner, `?last=${last}`);
    expect(status).toBe(200);
    expect(text).toContain("Needs review 1 oldest");
    expect(text).toContain("Flagged 2 oldest");
    expect(text).toContain("Delivered, not processed 1 oldest");
    expect(text).toContain("Overdue in transit 0 nothing waits");
    const { rows } = await store.ctx.db.execute<{ numbers: number[] }>(sql`select array[
      (select count(*) from returns where store_id = ${store.id}),
      (select count(*) from events where store_id = ${store.id}),
      (select count(*) from event_rejections where store_id = ${store.id})]::int[] as numbers`);
    const [returns, events, rejected] = rows[0]?.numbers ?? [];
    expect([returns, events, rejected]).toEqual([4, 3, 1]);
    expect(text).toContain(`Returns created ${returns} `);
    expect(text).toContain(`Events ${events} `);
    expect(text).toContain(`Rejected events ${rejected} `);
  });

  test("leads from each number to a list that can be opened", async () => {
    const { html } = await pageOf(owner, "?last=30d");
    const links = [...html.matchAll(/<a class="tile[^"]*" href="([^"]*)"/g)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThanOrEqual(8);
    expect(html.match(/<div class="tile[ "]/g)).toBeNull();
    for (const link of links) {
      const path = link.replaceAll("&amp;", "&").replace(/^.*\/stores\/[^/]+/, "");
      expect([link, (await pageOf(owner, path)).status]).toEqual([link, 200]);
    }
    const flagged = await pageOf(owner, "/returns?queue=flagged");
    expect(flagged.html.match(/ret_[0-9a-z]{26}/g)?.length).toBeGreaterThanOrEqual(2);
  });

  const waits = "Returns that wait";
  const charts = ["Returns per day", "By status", "Reasons"];
  const month = "The last 30 days";
  const programs = "API and webhooks in the last 30 days";
  test.each([
    ["owner", [waits, month, ...charts, programs]],
    ["read_only", [waits, month, ...charts, programs]],
    ["support", [waits, month, ...charts]],
    ["warehouse", [waits, month, ...charts]],
    ["developer", [programs, waits, month, ...charts]],
  ] as const)("begins with what the role %s needs", async (role, headings) => {
    const { html } = await pageOf(await newPerson(service, store, role), "");
    const shown = [
      ...html.slice(html.indexOf("<main"), html.indexOf("</main>")).matchAll(/<h2[^>]*>([^<]*)/g),
    ].map(([, name]) => name);
    expect(shown).toEqual([...headings]);
    const isSold = html.includes(">Refunds<");
    expect([html.includes("queue=needs_review"), isSold]).toEqual([
      role !== "warehouse",
      role !== "warehouse",
    ]);
  });

  test("shows a role what it may see", async () => {
    const { status, text } = await pageOf(warehouse, "");
    expect([status, text.includes("Returns created 4")]).toEqual([200, true]);
    expect(text).not.toContain("Events");
    expect(text).not.toContain("Webhooks");
  });
});

describe("search", () => {
  test("finds what the API finds, and says when it finds nothing", async () => {
    const found = await pageOf(owner, "/search?q=ann@example");
    expect(found.text).toContain("Customer");
    expect(found.text).toContain("ann@example.test");
    expect((await pageOf(owner, "/search?q=nothing-like-it")).text).toContain("Nothing found");
    expect((await pageOf(owner, "/search?q=%20")).text).toContain("Type what you know");
    expect((await pageOf(owner, "/search")).status).toBe(200);
  });

  test("says of a return and an order what their pages do: order, status, day", async () => {
    const { text } = await pageOf(owner, "/search?q=ann@example");
    const day = /[A-Z][a-z]{2} \d{1,2}, \d{4}/.source;
    expect(text).toMatch(new RegExp(`Return of \\S+ Flagged · .* · ${day}`));
    expect(text).toMatch(new RegExp(`Order Order \\S+ .* · ${day}`));
    expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}|needs_review/);
    const choosing = await pageOf(owner, "/returns/new?q=ann@example");
    expect(choosing.text).toMatch(new RegExp(` · ${day}`));
  });

  test("is a form that works without JavaScript on every page", async () => {
    const { html } = await pageOf(owner, "/events");
    expect(html).toContain(`<form action="/console/stores/${store.id}/search" method="get">`);
  });
});

describe("events", () => {
  test("are listed by name, customer and day, and page by key", async () => {
    const named = `?eventName=${encodeURIComponent(HOSTILE)}&customer=${encodeURIComponent(HOSTILE)}`;
    expect((await pageOf(owner, `/events${named}&since=2020-01-01`)).text.match(/just now/g)).toHaveLength(3);
    expect((await pageOf(owner, "/events?eventName=other")).text).toContain("No event matches");
    expect((await pageOf(owner, "/events?until=2020-01-01")).text).toContain("No event matches");
    expect((await pageOf(owner, "/events?since=yesterday")).status).toBe(400);
  });
});

describe("the request log", () => {
  test("lists requests by status and client, and finds one by its id", async () => {
    const refused = await pageOf(owner, "/developer/requests?status=4xx");
    const codesIn = ({ html }: typeof refused) =>
      html.replaceAll(/<\/?(?:wbr|bdi)>/g, "").match(/(?<=<code>)[a-z_]+/g);
    expect(codesIn(refused)).toContain("return_not_found");
    expect(codesIn(refused)).toContain("missing_scope");
    const narrow = await pageOf(owner, "/developer/requests?client=orders_read");
    expect(narrow.text).toContain("403");
    expect(codesIn(narrow)).not.toContain("return_not_found");
    const id = /<code>([0-9a-f-]{36})<\/code>/.exec(narrow.html)?.[1] ?? "";
    const one = await pageOf(owner, `/developer/requests?requestId=${id.toUpperCase()}`);
    expect(one.html.match(/<code>[0-9a-f-]{36}<\/code>/g)).toHaveLength(1);
    expect((await pageOf(owner, "/developer/requests?requestId=1")).status).toBe(400);
  });
});

test("rejected events are shown with their faults, as they were sent", async () => {
  const { text, html } = await pageOf(owner, "/developer/rejections");
  expect(text).toContain("customer");
  expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
});

test("a page of returns that ends before a match leads on, and the last one says that none matches", async () => {
  const large = await service.newStore();
  await fillLists(large.ctx.longDb, [large.id], { count: 1_100, people: 10 });
  const person = await newPerson(service, large, "owner");
  const first = await pageOf(person, "/returns?reason=none");
  expect(first.text).toContain("No returns match so far");
  const [, next = ""] = /rel="next" href="([^"]*)"/.exec(first.html) ?? [];
  const last = await pageOf(person, next.replaceAll("&amp;", "&").replace(/^.*\/stores\/[^/?]+/, ""));
  expect(last.text).toContain("No returns match Nothing");
  expect(last.html).not.toContain('rel="next"');
});
