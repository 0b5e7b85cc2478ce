import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { DAY_MS } from "../../../src/lib/duration.ts";
import { firstUuidAt } from "../../../src/lib/ids.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { levelOf, newPlace, putStock } from "../../support/inventory.ts";
import { rowsOf, textOf } from "../../support/page-numbers.ts";
import { fillAtRandom } from "../../support/random-rows.ts";
import { newOrder, newReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
const asked: string[] = [];
/** The host of a shop's pictures. */
const pictures = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: ({ url }) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    if (pathname === "/tee.png") return new Response(PNG, { headers: { "Content-Type": "text/html" } });
    if (pathname === "/page.png")
      return new Response("<script>alert(1)</script>", { headers: { "Content-Type": "image/png" } });
    if (pathname === "/large.png") return new Response(new Uint8Array(4 * 1024 * 1024).fill(1));
    return Response.redirect("/tee.png");
  },
});
afterAll(() => pictures.stop(true));

const service = useService({ webhookAllowedHosts: [`127.0.0.1:${pictures.port}`] });
const store = useStore(service);
const other = useStore(service, { beside: store });
let owner: TestBrowser;
let reader: TestBrowser;
beforeAll(async () => {
  owner = await newPerson(service, store, "owner");
  reader = await newPerson(service, store, "read_only");
  // The same rows in each run: some of them wait for a long time.
  for (const [i, { id }] of [store, other].entries()) await fillAtRandom(store.ctx, id, `lists ${i}`);
  const place = await newPlace(store);
  await putStock(
    store,
    Array.from({ length: 60 }, (_, n) => levelOf(place, { product: { id: `p${n}`, title: "Tee" } })),
  );
});

async function pageOf(path: string, browser = owner): Promise<string> {
  const response = await browser.get(`:store${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  const html = await response.text();
  return html.slice(html.indexOf("<main"));
}

const placeIn = (html: string) => textOf(/class="pager-place">(.*?)<\/span>/s.exec(html)?.[1] ?? "");
const nextIn = (html: string) =>
  /rel="next" href="([^"]*)"/
    .exec(html)?.[1]
    ?.replaceAll("&amp;", "&")
    .replace(/^.*\/stores\/[^/?]+/, "");
/** By the time in their ids. */
const LOGGED = `id >= '${firstUuidAt(new Date(Date.now() - 7 * DAY_MS))}'`;
const TO_LOOK_AT = "(status in ('refused', 'unknown') or status = 'waiting' and is_held)";
const KEPT = "received_at >= now() - interval '30 days'";
const count = async (where: string, table = "returns") => {
  const from = sql.raw(`from ${table} where store_id = '${store.id}' and ${where}`);
  const { rows } = await store.ctx.db.execute<{ n: number }>(sql`select count(*)::int as n ${from}`);
  return rows[0]?.n ?? 0;
};

describe("where a page is in its list", () => {
  test.each([
    ["/returns", "returns", "true", "the newest first"],
    ["/returns?status=complete", "returns", "status = 'complete'", "the newest first"],
    ["/returns?queue=needs_review&sort=created_at", "returns", "status = 'needs_review'", "the oldest first"],
    ["/orders?customer_id=customer-3", "orders", "customer_id = 'customer-3'", "the newest first"],
    ["/orders?sort=created_at", "orders", "true", "the oldest first"],
    ["/inventory", "inventory_levels", "true", "the latest change first"],
    ["/inventory?sort=updated_at", "inventory_levels", "true", "the oldest change first"],
    ["/developer/rejections", "event_rejections", KEPT, "the newest first"],
    ["/developer/rejections?sort=created_at", "event_rejections", KEPT, "the oldest first"],
    ["/customers", "customers", "true", "the newest first"],
    ["/customers?sort=created_at", "customers", "true", "the oldest first"],
    ["/events", "events", "true", "the newest first"],
    ["/events?eventName=Viewed&sort=event_timestamp", "events", "event_name = 'Viewed'", "the oldest first"],
    [
      "/developer/requests?sender=all&status=503",
      ...["requests", `status = 503 and ${LOGGED}`, "the newest first"],
    ],
    [
      "/developer/requests?sender=shoppers&sort=created_at",
      ...["requests", `sent_by_id = 'shopper' and ${LOGGED}`, "the oldest first"],
    ],
    ["/developer/webhooks/hook-1", "webhook_events", "webhook_id = 'hook-1'", "the newest first"],
    [
      "/developer/webhooks/hook-1?status=discarded&sort=created_at",
      ...["webhook_events", "webhook_id = 'hook-1' and state = 'discarded'", "the oldest first"],
    ],
    ["/payouts", "payouts", TO_LOOK_AT, "the oldest first"],
    ["/payouts?status=held", "payouts", "status = 'waiting' and is_held", "the oldest first"],
    ["/payouts?status=unknown&sort=-created_at", "payouts", "status = 'unknown'", "the newest first"],
    ["/withdrawals", "withdrawals", "true", "the newest first"],
    [
      "/withdrawals?unmatched=true",
      "withdrawals",
      "(order_id is null or not is_identified or return_id is null and not is_late)",
      "the oldest first",
    ],
  ])("%s", async (path, table, where, order) => {
    const total = await count(where, table);
    let before = 0;
    for (let next: string | undefined = path; next !== undefined; ) {
      const html = await pageOf(next);
      const rows = rowsOf(html).length;
      expect(placeIn(html)).toBe(`${before + 1}–${before + rows} of ${total}${order && `, ${order}.`}`);
      before += rows;
      next = nextIn(html);
    }
    expect(before).toBe(total);
  });
});

describe("sorting", () => {
  test("a head that an index has in order says how the list is sorted, and turns it", async () => {
    const html = await pageOf("/returns?status=open");
    const heads = [...html.matchAll(/<th scope="col"[^>]*>.*?<\/th>/gs)].map(([head]) => head);
    const sortable = heads.filter((head) => head.includes('class="sort"'));
    expect(sortable.map((head) => textOf(head))).toEqual(["Created", "Changed"]);
    expect(heads.filter((head) => head.includes("aria-sort")).map((head) => textOf(head))).toEqual([
      "Created",
    ]);
    expect(sortable[0]).toContain('aria-sort="descending"');
    expect(sortable[0]).toContain("status=open&amp;sort=created_at");
    expect(sortable[1]).toContain("sort=updated_at");
    const turned = await pageOf("/returns?status=open&sort=created_at");
    expect(turned).toContain('aria-sort="ascending"');
  });

  test.each([
    ["/inventory", "Changed", "updated_at"],
    ["/customers", "Created", "created_at"],
    ["/developer/rejections", "When", "created_at"],
    ["/events", "When", "event_timestamp"],
    ["/developer/requests?sender=all", "When", "created_at"],
    ["/developer/webhooks/hook-1", "Happened", "created_at"],
    ["/withdrawals", "Received", "created_at"],
  ])("so it does in %s", async (path, title, sort) => {
    for (const [query, state, turned] of [
      ["", "descending", sort],
      [`sort=${sort}`, "ascending", `-${sort}`],
    ]) {
      const html = await pageOf(`${path}${path.includes("?") ? "&" : "?"}${query}`);
      const [head = "", ...others] = [...html.matchAll(/<th scope="col"[^>]*>.*?<\/th>/gs)]
        .map(([each]) => each)
        .filter((each) => each.includes('class="sort"'));
      expect([textOf(head), others]).toEqual([title, []]);
      expect(head).toContain(`aria-sort="${state}"`);
      expect(head).toMatch(new RegExp(`[?;]sort=${turned}"`));
    }
  });

  test("a queue has what waits longest first, on all of its pages", async () => {
    const { rows } = await store.ctx.db.execute<{ id: string }>(sql`
      select id from returns where store_id = ${store.id} and status = 'needs_review' order by updated_at, id`);
    const shown: string[] = [];
    for (let next: string | undefined = "/returns?queue=needs_review"; next !== undefined; ) {
      const html = await pageOf(next);
      shown.push(...[...html.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = ""]) => id));
      next = nextIn(html);
    }
    expect(shown).toEqual(rows.map(({ id }) => id));
  });

  test("payouts are a queue, of which what fell due first comes first", async () => {
    for (const [query, state] of [
      ["", "ascending"],
      ["?sort=-created_at", "descending"],
    ] as const) {
      const html = await pageOf(`/payouts${query}`);
      const direction = sql.raw(state === "ascending" ? "asc" : "desc");
      const { rows } = await store.ctx.db.execute<{ id: string }>(sql`
        select return_id as id from payouts where store_id = ${store.id} and ${sql.raw(TO_LOOK_AT)}
        order by created_at ${direction}, id ${direction} limit 20`);
      const shown = [...html.matchAll(/<th scope="row" class="main">.*?href="[^"]*\/([^"/]*)"/gs)];
      expect(shown.map(([, id]) => id)).toEqual(rows.map(({ id }) => id));
      const heads = [...html.matchAll(/<th scope="col"[^>]*aria-sort="(\w+)"[^>]*>.*?<\/th>/gs)];
      expect(heads.map(([head, sorted = ""]) => [textOf(head), sorted])).toEqual([["Due since", state]]);
    }
  });

  test("how long something waits has the colour of the store's limits", async () => {
    await owner.post(":store/settings", {
      ...{ _act: "save", name: "Shop", currency: "USD", firstStatus: "open", soonDays: "10", lateDays: "20" },
    });
    const ages = async () => {
      const html = await pageOf("/returns?queue=needs_review");
      const cells = html.slice(html.indexOf("<tbody"));
      return [...cells.matchAll(/<time datetime="([^"]*)"([^>]*)>/g)].filter((_, i) => i % 2 === 1);
    };
    const looks = (await ages()).map(([, at = "", rest = ""]) => {
      const days = (Date.now() - Date.parse(at)) / 86_400_000;
      const expected = days < 10 ? "" : days < 20 ? "soon" : "late";
      return [expected, /class="waits (\w+)"/.exec(rest)?.[1] ?? ""];
    });
    expect(new Set(looks.map(([expected]) => expected))).toEqual(new Set(["late", "soon", ""]));
    expect(looks.filter(([expected, shown]) => expected !== shown)).toEqual([]);
    for (const path of ["/payouts", "/withdrawals?unmatched=true"]) {
      const cells = (await pageOf(path)).split("<tbody").at(-1) ?? "";
      const shown = [...cells.matchAll(/<time datetime="([^"]*)"([^>]*)>/g)].map(([, at = "", rest = ""]) => {
        const days = (Date.now() - Date.parse(at)) / DAY_MS;
        return [days < 10 ? "" : days < 20 ? "soon" : "late", /class="waits (\w+)"/.exec(rest)?.[1] ?? ""];
      });
      expect([path, new Set(shown.map(([expected]) => expected))]).toEqual([
        path,
        new Set(["late", "soon", ""]),
      ]);
      expect([path, shown.filter(([expected, look]) => expected !== look)]).toEqual([path, []]);
    }
    const swapped = await owner.post(":store/settings", {
      ...{ _act: "save", name: "Shop", currency: "USD", firstStatus: "open", soonDays: "9", lateDays: "3" },
    });
    expect([swapped.status, (await swapped.text()).includes('id="field-lateDays-fault"')]).toEqual([
      400,
      true,
    ]);
  });
});

describe("filters", () => {
  test("each is a chip that says its value, and a link without it", async () => {
    const html = await pageOf("/returns?status=open&sku=tee&created_at_min=2026-01-02&sort=created_at");
    const chips = [...html.matchAll(/<div class="chip on">.*?<\/summary>/gs)].map(([chip]) => textOf(chip));
    expect(chips).toEqual(["Status: Open", "SKU: tee", "Created from: Jan 2, 2026"]);
    expect(html).toContain(
      'href="/console/stores/' +
        store.id +
        '/returns?status=open&amp;created_at_min=2026-01-02&amp;sort=created_at"',
    );
    // What is typed keeps what was chosen, without scripts too.
    expect(html).toContain('<input type="hidden" name="status" value="open">');
    expect(html).toContain('<input type="hidden" name="sort" value="created_at">');
  });

  test("the moment of a link stays what it is while another filter is changed", async () => {
    const moment = "2026-01-02T03:04:05.678Z";
    const html = await pageOf(`/returns?created_at_min=${encodeURIComponent(moment)}`);
    expect(html).toContain(`<input type="hidden" name="created_at_min" value="${moment}">`);
    expect(html).not.toContain('id="filter-created_at_min"');
  });

  test.each([
    ["/events", "From Until"],
    ["/developer/requests", "From Until"],
    ["/developer/deliveries", "From Until"],
    ["/developer/webhooks/hook-1", "From Until"],
    ["/developer/rejections", "From"],
  ])("a link to a part of the time of %s says which, and each end can be removed", async (path, ends) => {
    const query = new URLSearchParams({
      since: "2026-01-02T03:04:05.678Z",
      until: "2026-01-03T03:04:05.678Z",
    });
    const html = await pageOf(`${path}?${query}`);
    const chips = [...html.matchAll(/<div class="chip on">.*?<\/summary>/gs)].map(([chip]) => textOf(chip));
    const said = { From: "From: Jan 2, 2026, 3:04 AM", Until: "Until: Jan 3, 2026, 3:04 AM" };
    expect(chips).toEqual(ends.split(" ").map((end) => said[end as keyof typeof said]));
    query.delete("since");
    expect(html).toContain(`${path}?${query}"><span aria-hidden="true">×</span>`);
    // A day is one of the store.
    expect(await pageOf(`${path}?since=2026-01-02`)).toContain(
      '<input id="filter-since" name="since" type="date" value="2026-01-02"',
    );
  });
});

describe("saved views", () => {
  const tabsOf = (html: string) => {
    const [, tabs = ""] = /class="view-tabs".*?>(.*?)<\/nav>/s.exec(html) ?? [];
    return [...tabs.matchAll(/<a href="([^"]*)"([^>]*)>(.*?)<\/a>/gs)].map(
      ([, href = "", rest = "", name = ""]) => ({
        name: textOf(name),
        query: href.replaceAll("&amp;", "&").split("?")[1] ?? "",
        isCurrent: rest.includes('aria-current="page"'),
      }),
    );
  };

  test("are made from what is shown, renamed and deleted, for everyone of the store", async () => {
    const path = ":store/returns?status=open&sku=tee&after=&n=5";
    const saved = await owner.post(path, { _act: "save-view", name: "Open tees" });
    expect([saved.status, saved.headers.get("location")]).toEqual([
      303,
      `/console/stores/${store.id}/returns?sku=tee&status=open`,
    ]);
    const shown = await pageOf("/returns?sku=tee&status=open", reader);
    expect(tabsOf(shown)).toEqual([
      { name: "All", query: "", isCurrent: false },
      { name: "Open tees", query: "sku=tee&status=open", isCurrent: true },
    ]);
    expect(shown).not.toContain("rename-view");
    const [, id = ""] =
      /name="id" value="(view_[^"]+)"/.exec(await pageOf("/returns?status=open&sku=tee")) ?? [];
    expect((await reader.post(":store/returns", { _act: "delete-view", id })).status).toBe(403);
    await owner.post(":store/returns?sku=tee&status=open", { _act: "rename-view", id, name: "Tees" });
    expect(tabsOf(await pageOf("/returns")).map(({ name }) => name)).toEqual(["All", "Tees"]);
    // A list has views of its own.
    expect(tabsOf(await pageOf("/orders?sku=tee"))).toEqual([{ name: "All", query: "", isCurrent: false }]);
    await owner.post(":store/returns", { _act: "delete-view", id });
    expect(tabsOf(await pageOf("/returns"))).toEqual([]);
  });

  test.each([
    ["/customers", "q=nothing of this name", "All"],
    ["/events", "eventName=Viewed", "All"],
    ["/developer/requests", "sender=people", "API clients"],
    ["/developer/webhooks/hook-1", "status=discarded", "All"],
    ["/payouts", "status=unknown", "All"],
    ["/withdrawals", "unmatched=true", "All"],
    ["/inventory", "sku=tee", "All"],
    ["/mails", "status=failed", "All"],
  ])("are those of %s too", async (path, query, usual) => {
    const kept = new URLSearchParams(query).toString();
    expect(tabsOf(await pageOf(path))).toEqual([]);
    const saved = await owner.post(`:store${path}?${query}`, { _act: "save-view", name: "Mine" });
    expect([saved.status, saved.headers.get("location")]).toEqual([
      303,
      `/console/stores/${store.id}${path}?${kept}`,
    ]);
    expect(tabsOf(await pageOf(`${path}?${query}`))).toEqual([
      { name: usual, query: "", isCurrent: false },
      { name: "Mine", query: kept, isCurrent: true },
    ]);
    const [, id = ""] = /name="id" value="(view_[^"]+)"/.exec(await pageOf(`${path}?${query}`)) ?? [];
    const renamed = await owner.post(`:store${path}?${query}`, { _act: "rename-view", id, name: "Ours" });
    expect(renamed.headers.get("location")).toStartWith(`/console/stores/${store.id}${path}?`);
    expect(tabsOf(await pageOf(path))).toMatchObject([{ name: usual, isCurrent: true }, { name: "Ours" }]);
    const deleted = await owner.post(`:store${path}`, { _act: "delete-view", id });
    expect(deleted.headers.get("location")).toBe(`/console/stores/${store.id}${path}`);
    expect(tabsOf(await pageOf(path))).toEqual([]);
  });

  test("of deliveries are the same at each webhook of the store", async () => {
    const save = { _act: "save-view", name: "Given up" };
    await owner.post(":store/developer/webhooks/hook-1?status=discarded", save);
    const html = await pageOf("/developer/webhooks/hook-2");
    expect(tabsOf(html)).toMatchObject([{ name: "All" }, { name: "Given up", query: "status=discarded" }]);
    expect(html).toContain(`/developer/webhooks/hook-2?status=discarded"`);
  });

  test("that name a person are deleted with the person, in their name or their filters", async () => {
    const email = "ann.gone@example.test";
    await newOrder(store, { customer: { id: "ann-gone", email } });
    const save = (query: string, name: string) =>
      owner.post(`:store/returns?${query}`, { _act: "save-view", name });
    await save(`email=${encodeURIComponent("Ann.Gone@Example.test")}`, "By address");
    await save("customer_id=ann-gone", "By id");
    await save("sku=a", `Of ${email}`);
    await save("sku=b", "Of others");
    await store.post("/stores/:store/customers/ann-gone/erase", undefined);
    await service.drain();
    expect(tabsOf(await pageOf("/returns")).map(({ name }) => name)).toEqual(["All", "Of others"]);
  });

  test("have names of their own, and a list has at most 20", async () => {
    const save = (name: string) => owner.post(":store/orders?sku=tee", { _act: "save-view", name });
    for (let n = 1; n <= 20; n++) expect((await save(`View ${n}`)).status).toBe(303);
    for (const [name, fault] of [
      ["View 1", "a view of this name already"],
      ["", "needs a name"],
      ["x".repeat(61), "at most 60 characters"],
      ["One more", "20 views"],
    ] as const) {
      const refused = await save(name);
      expect([name, refused.status]).toEqual([name, 400]);
      expect(await refused.text()).toContain(fault);
    }
  });
});

describe("all that match", () => {
  const change = (path: string, fields: Record<string, string>) =>
    owner.post(`:store${path}`, { _act: "change", all: "yes", ...fields });
  const hiddenOf = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
        ([, name = "", value = ""]) => [name, value],
      ),
    );

  test("are changed part by part, after a question with their number and sum, without scripts too", async () => {
    const total = await count("true");
    const html = await pageOf("/returns");
    expect(html).toContain(`All ${total} that match`);
    const asked = await (await change("/returns", { to: "rejected" })).text();
    const [, title = ""] = /<dialog.*?<h2[^>]*>(.*?)<\/h2>/s.exec(asked) ?? [];
    const named = Number(/\d+/.exec(title)?.[0]);
    expect(title).toBe(`Reject ${named} returns?`);
    expect(named).toBeGreaterThan(100);
    const unsaid = await change("/returns", {
      to: "rejected",
      confirmed: "yes",
      until: new Date().toISOString(),
    });
    expect([unsaid.status, (await unsaid.text()).includes("Say why it is rejected.")]).toEqual([400, true]);
    const before = await count("status = 'rejected'");
    let fields: Record<string, string> = {
      ...hiddenOf(asked.slice(asked.indexOf("<dialog") - 2_000)),
      reason: "Too late.",
    };
    let parts = 0;
    let response: Response;
    for (;;) {
      response = await change("/returns", fields);
      parts++;
      if (response.status !== 200) break;
      const page = await response.text();
      expect(textOf(page)).toContain(`${parts * 100} of ${total} returns are through`);
      expect(page).toContain("data-continues");
      const form = page.slice(page.indexOf("data-continues"));
      fields = hiddenOf(form);
    }
    expect([response.status, parts]).toEqual([303, total / 100]);
    expect((await count("status = 'rejected'")) - before).toBe(named);
    const { rows } = await store.ctx.db.execute(sql`
      select from return_history where store_id = ${store.id} and status_reason = 'Too late.'`);
    expect(rows.length).toBe(named);
    const notice = textOf(await (await owner.get(":store/returns")).text());
    expect(notice).toContain(`${named} returns rejected.`);
  });

  test("are those of the filters alone, and of the store", async () => {
    const { rows } = await store.ctx.db.execute<{ n: number }>(
      sql`select count(*)::int as n from returns where store_id = ${other.id} and status = 'rejected'`,
    );
    const untouched = rows[0]?.n;
    const asked = await change("/returns?status=rejected&customer_id=customer-5", { to: "open" });
    const [, title = ""] = /<dialog.*?<h2[^>]*>(.*?)<\/h2>/s.exec(await asked.text()) ?? [];
    const named = await count("status = 'rejected' and customer_id = 'customer-5'");
    expect(title).toBe(`Approve ${named} ${named === 1 ? "return" : "returns"}?`);
    const until = new Date().toISOString();
    await change("/returns?status=rejected&customer_id=customer-5", { to: "open", confirmed: "yes", until });
    expect(await count("status = 'rejected' and customer_id = 'customer-5'")).toBe(0);
    expect(await count("status = 'rejected'")).toBeGreaterThan(0);
    const { rows: after } = await store.ctx.db.execute<{ n: number }>(
      sql`select count(*)::int as n from returns where store_id = ${other.id} and status = 'rejected'`,
    );
    expect(after[0]?.n).toBe(untouched);
  });
});

describe("pictures of products", () => {
  const sourcesIn = (html: string) =>
    [
      ...html.matchAll(
        /<img class="thumb" src="([^"]*)" alt="([^"]*)" width="36" height="36" loading="lazy"/g,
      ),
    ].map(([, src = "", alt]) => ({ src: src.replaceAll("&amp;", "&").replace("/console", ""), alt }));
  const withPicture = async (imageUrl: string) => {
    const lineItems = [{ id: "line-1", productId: "p1", title: "Blue tee", quantity: 1, price: 5, imageUrl }];
    const name = await newOrder(store, { lineItems });
    return sourcesIn(await pageOf(`/orders?order=${name}`));
  };

  test("come through a page of ours, which loads what a page of the session has named", async () => {
    const [shown] = await withPicture(`http://127.0.0.1:${pictures.port}/tee.png`);
    expect(shown?.alt).toBe("");
    const loaded = await owner.get(shown?.src ?? "");
    expect(loaded.headers.get("content-type")).toBe("image/png");
    expect(loaded.headers.get("cache-control")).toBe("private, max-age=86400");
    expect(new Uint8Array(await loaded.arrayBuffer())).toEqual(PNG);
    asked.length = 0;
    const foreign = await reader.get(shown?.src ?? "");
    const changed = await owner.get((shown?.src ?? "").replace("tee.png", "tea.png"));
    for (const refused of [foreign, changed, await owner.get(":store/picture")]) {
      expect([refused.status, refused.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    }
    expect(asked).toEqual([]);
  });

  test.each(["/page.png", "/large.png", "/moved.png"])(
    "%s is no picture, and something stands in its place",
    async (path) => {
      const [shown] = await withPicture(`http://127.0.0.1:${pictures.port}${path}`);
      const loaded = await owner.get(shown?.src ?? "");
      expect([loaded.status, loaded.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
      expect(loaded.headers.get("content-security-policy")).toContain("sandbox");
    },
  );

  test("are loaded from public hosts alone", async () => {
    asked.length = 0;
    for (const host of [`localhost:${pictures.port}`, "169.254.169.254", "[::1]:80", "10.0.0.1"]) {
      const [shown] = await withPicture(`https://${host}/tee.png`);
      const loaded = await owner.get(shown?.src ?? "");
      expect([host, loaded.headers.get("content-type")]).toEqual([host, "image/svg+xml"]);
    }
    expect(asked).toEqual([]);
    expect(await withPicture("javascript:alert(1)")).toEqual([]);
  });

  test("stand beside the units of a return, in the list and on the order's page", async () => {
    const imageUrl = `http://127.0.0.1:${pictures.port}/tee.png`;
    const lineItems = [{ id: "line-1", productId: "p1", title: "Blue tee", quantity: 1, price: 5, imageUrl }];
    const { order } = await newReturn(store, {}, { lineItems });
    expect(sourcesIn(await pageOf(`/returns?order=${order.name}`))).toMatchObject([{ alt: "Blue tee" }]);
    // The name stands beside it.
    expect(sourcesIn(await pageOf(`/orders/${order.name}`))[0]?.alt).toBe("");
  });
});
