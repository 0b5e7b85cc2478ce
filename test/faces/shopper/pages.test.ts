import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { textsIn } from "../../../src/faces/shopper/texts/texts.ts";
import { TEXTS as WITHDRAWAL_TEXTS } from "../../../src/features/withdrawals/texts/texts-of.ts";
import { LANGUAGES, type Language } from "../../../src/lib/languages.ts";
import { order } from "../../support/fixtures.ts";
import { leastOrder, postOrder } from "../../support/orders.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { formsOf, newShopper, openShopperPage, type TestShopper, textOf } from "../../support/shopper.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ trustProxy: true });
const EMAIL = "ada@example.test";
let numbers = 0;

test("find: an unknown order, a wrong contact and an erased customer have one answer", async () => {
  const { store, number } = await shop({ customer: { id: "gone", email: EMAIL } });
  const wrong = async (orderNumber: string, contact: string) => {
    const shopper = await find(store, orderNumber, contact);
    const shown = shopper.html.replaceAll(orderNumber, "ORDER").replaceAll(contact, "CONTACT");
    return { status: shopper.status, shown, location: shopper.path };
  };
  const expected = await wrong("NO-ORDER", "nobody@example.test");
  expect(expected.status).toBe(400);
  expect(textOf(expected.shown)).toContain(textsIn("en").find.wrong);
  expect(await wrong(number, "nobody@example.test")).toEqual(expected);
  await store.post("/stores/:store/customers/gone/erase", {});
  await service.drain();
  expect(await wrong(number, EMAIL)).toEqual(expected);
});

test("find: an order is found by each way that the store allows, and by no other", async () => {
  const customer = { id: "ada", email: "Ada@Example.test", phoneNumber: "+4915112345678" };
  const shipping = { address: { address1: "1 Road", city: "Town", postalCode: "SW1Y 4JH", country: "GB" } };
  const { store, number } = await shop({ customer, shipping });
  const found = async (contact: string) => (await find(store, number, contact)).status === 200;
  const tried = async (...contacts: string[]) => Promise.all(contacts.map(found));
  expect(await tried(" ADA@example.test ", "+4915112345678", "SW1Y 4JH", "")).toEqual([
    true,
    false,
    false,
    false,
  ]);
  await openShopperPage(store, { findBy: ["phone", "postal_code"] });
  expect(await tried("0151 1234 5678", "0049 151 12345678", "sw1y4jh", "SW1Y", EMAIL)).toEqual([
    ...[true, true, true, false, false],
  ]);
  // A leading # more or less is the same order, as in the API.
  expect((await find(store, `#${number}`, "SW1Y4JH")).status).toBe(200);
});

test("find: numbers may be typed in the digits of Arabic, and count against the same limit", async () => {
  const customer = { id: "ada", email: EMAIL, phoneNumber: "+4915112345678" };
  const shipping = { address: { address1: "1 Road", city: "Town", postalCode: "10115", country: "DE" } };
  const { store } = await shop();
  await store.post("/stores/:store/orders", order("#1001", { customer, shipping }));
  await openShopperPage(store, { findBy: ["phone", "postal_code"] });
  for (const contact of ["١٠١١٥", "۱۰۱۱۵", "٠١٥١ ١٢٣٤ ٥٦٧٨"]) {
    expect([contact, (await find(store, "١٠٠١", contact)).status]).toEqual([contact, 200]);
  }
  const address = "10.66.1.1";
  const statuses: number[] = [];
  for (const number of ["1001", "١٠٠١", "۱۰۰۱", "١00١"]) {
    for (let i = 0; i < 3; i++) statuses.push((await find(store, number, "9", { address })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
});

test("find: capitals of an order's number don't matter, but to orders that differ by them alone", async () => {
  const { store } = await shop();
  const place = (number: string, email: string) =>
    store.post("/stores/:store/orders", order(number, { customer: { id: email, email } }));
  await place("FH-Ö40", EMAIL);
  await place("fh-50", "lower@example.test");
  await place("FH-50", "upper@example.test");
  const said = async (number: string, contact: string) => {
    const { status, html } = await find(store, number, contact);
    return status === 200 ? /Order ([^<]*)</.exec(html)?.[1] : status;
  };
  expect(await said("fh-ö40", EMAIL)).toBe("FH-Ö40");
  expect(await said("#Fh-ö40", EMAIL)).toBe("FH-Ö40");
  expect(await said("fh-ö40", "other@example.test")).toBe(400);
  expect(await said("fh-50", "lower@example.test")).toBe("fh-50");
  expect(await said("Fh-50", "lower@example.test")).toBe("fh-50");
  expect(await said("Fh-50", "upper@example.test")).toBe("FH-50");
  const address = "10.9.0.9";
  for (let i = 0; i < 10; i++) await find(store, i % 2 ? "FH-1" : "fh-1", "wrong@example.test", { address });
  expect((await find(store, "Fh-1", "wrong@example.test", { address })).status).toBe(429);
});

test("find: what is copied with invisible marks, or typed in wide characters, is what it looks like", async () => {
  const customer = { id: "ada", email: EMAIL, phoneNumber: "+4915112345678" };
  const { store } = await shop();
  await store.post("/stores/:store/orders", order("#AB-1001", { customer }));
  await openShopperPage(store, { findBy: ["email", "phone"] });
  // Mails of the service in Arabic have the first: a number with other letters is isolated there.
  const numbers = [
    "\u2068#AB-1001\u2069",
    "AB-1001\u200b",
    "ab\u00ad-1001",
    "ＡＢ－１００１",
    "＃AB-1001",
    "# AB-1001",
  ];
  for (const number of numbers)
    expect([number, (await find(store, number, EMAIL)).status]).toEqual([number, 200]);
  const contacts = [`\u200b${EMAIL}`, `${EMAIL}\u200e`, "ａｄａ＠example.test", "０１５１ １２３４ ５６７８"];
  for (const contact of contacts)
    expect([contact, (await find(store, "AB-1001", contact)).status]).toEqual([contact, 200]);
  const address = "10.66.1.2";
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) {
    const number = numbers[i % 4]?.replace("#", "") ?? "";
    statuses.push((await find(store, number, "9", { address })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
});

test("find: a phone number is found with the code of its country and without, as it is typed and as the shop has it", async () => {
  const { store } = await shop();
  await openShopperPage(store, { findBy: ["phone"] });
  const ways = [
    ["+1 (555) 123-4567", "(555) 123-4567", "555.123.4567", "15551234567", "001 555 123 4567"],
    ["+34 612 345 678", "612 345 678"],
    ["+39 06 1234567", "06 1234567", "0039 06 1234567"],
    // As a shop has it whose customers type what they like.
    ["0151 12345678", "+49 151 12345678", "0151/12345678", "+49 (0)151 12345678"],
    ["(555) 123-4567", "+1 555 123 4567", "5551234567"],
  ] as const;
  for (const [stored, ...typed] of ways) {
    const number = `T-${++numbers}`;
    const customer = { id: number, email: EMAIL, phoneNumber: stored };
    expect((await store.post("/stores/:store/orders", order(number, { customer }))).status).toBe(200);
    for (const each of typed) {
      expect([stored, each, (await find(store, number, each)).status]).toEqual([stored, each, 200]);
    }
    // Another country's, a part of it, and with a digit more or less.
    const bare = stored.replaceAll(/\D/g, "");
    for (const each of [`+44 ${bare.slice(-9)}`, bare.slice(-6), `${bare}1`, bare.slice(0, -1)]) {
      expect([stored, each, (await find(store, number, each)).status]).toEqual([stored, each, 400]);
    }
  }
});

test("find: a postal code is the same with the letters of its country, and a ZIP code with what it is followed by", async () => {
  const { store } = await shop();
  await openShopperPage(store, { findBy: ["postal_code"] });
  const ways = [
    ["10115", "D-10115", "de 10115", "D 10115"],
    ["LV-1050", "1050", "LV1050"],
    ["43004-1234", "43004", "430041234", "43004-9999"],
    ["43004", "43004-1234", "43004"],
    ["١٠١١٥", "10115", "١٠١١٥"],
    ["SW1Y 4JH", "sw1y4jh"],
    ["1012 AB", "1012ab", "NL-1012 AB"],
  ] as const;
  for (const [stored, ...typed] of ways) {
    const number = `P-${++numbers}`;
    const address = { address1: "1 Road", city: "Town", postalCode: stored };
    const changes = { customer: { id: number, email: EMAIL }, shipping: { address } };
    expect((await store.post("/stores/:store/orders", order(number, changes))).status).toBe(200);
    for (const each of typed) {
      expect([stored, each, (await find(store, number, each)).status]).toEqual([stored, each, 200]);
    }
    for (const each of [`1${stored}`, `${stored}1`, "D-", "AB"]) {
      expect([stored, each, (await find(store, number, each)).status]).toEqual([stored, each, 400]);
    }
  }
});

test("find: in each language the page names what is to be typed by the store's ways", async () => {
  const { store } = await shop();
  const ways = [["email"], ["phone"], ["postal_code"], ["email", "phone", "postal_code"]] as const;
  for (const findBy of ways) {
    await openShopperPage(store, { findBy });
    for (const language of LANGUAGES) {
      const { find: texts } = textsIn(language);
      const { html } = await newShopper(service, { language }).open(`/r/${store.id}`);
      const lead = textOf(/<p class="lead">.*?<\/p>/s.exec(html)?.[0] ?? "");
      const named = Object.entries(texts.typed).filter(([, name]) => lead.includes(name));
      expect([language, named.map(([by]) => by)]).toEqual([language, [...findBy]]);
      expect(lead).toStartWith(texts.lead.split("{contact}")[0]?.trim() ?? "");
    }
  }
});

test("choose: an empty choice asks for a reason in each language, and is none", async () => {
  const { store, number } = await shop();
  for (const language of LANGUAGES) {
    const shopper = await find(store, number, EMAIL, { language });
    const { choose } = textsIn(language);
    expect(textOf(/<select.*?<\/option>/s.exec(shopper.html)?.[0] ?? "")).toBe(choose.pickReason);
    expect(textOf(shopper.html)).not.toContain(`(${choose.pickReason})`);
    expect(shopper.html).not.toMatch(/<select[^>]* required/);
    await shopper.send(0, { "units-line-1": "1", "reason-line-1": "" });
    expect(textOf(shopper.html)).toContain(choose.reasonMissing);
  }
});

test("every page leads to the withdrawal while the store offers it, in each language and the store's words", async () => {
  const { store, returnId, link } = await returned();
  const number = `F-${returnId}`;
  await store.post("/stores/:store/orders", order(number, { customer: { id: "ada", email: EMAIL } }));
  const linksOf = async (language: Language) => {
    const shopper = newShopper(service, { language });
    const links: string[] = [];
    const look = () => links.push(/<footer>.*?<\/footer>/s.exec(shopper.html)?.[0] ?? "");
    for (const path of [link, `/r/${store.id}/order?token=x`, `/r/${store.id}`]) {
      await shopper.open(path);
      look();
    }
    await shopper.send(0, { order: number, contact: "x@example.test" });
    look();
    await shopper.send(0, { order: number, contact: EMAIL });
    look();
    await shopper.send(0, { "units-line-1": "1", "reason-line-1": "other" });
    look();
    return [...new Set(links)];
  };
  expect(await linksOf("en")).toEqual([""]);
  const labels = { withdraw: { de: "Vertrag <hier> widerrufen" } };
  await store.patch("/stores/:store", { withdrawal: { enabled: true, labels } });
  for (const language of LANGUAGES) {
    const [shown = "", ...others] = await linksOf(language);
    const own = language === "de" ? labels.withdraw.de : WITHDRAWAL_TEXTS[language].withdraw;
    expect([textOf(shown), others]).toEqual([own, []]);
    expect(shown).toContain(`href="/r/${store.id}/withdraw?lang=${language}"`);
  }
});

test("find: after ten wrong tries for an order and thirty of an address the page is 429, and right ones don't count", async () => {
  const { store, number } = await shop();
  const address = "2001:db8:7:1::1";
  for (let i = 0; i < 12; i++) expect((await find(store, number, EMAIL, { address })).status).toBe(200);
  const tries = Array.from({ length: 14 }, () => find(store, number, "x@example.test", { address }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  const refused = await find(store, number, EMAIL, { address: "2001:db8:7:1:ffff::9" });
  expect([refused.status, Number(refused.headers.get("retry-after")) > 600]).toEqual([429, true]);
  expect(textOf(refused.html)).toContain("Try again in 15 min.");
  // Another network is free.
  expect((await find(store, number, EMAIL, { address: "2001:db8:7:2::1" })).status).toBe(200);
  const others = Array.from({ length: 25 }, (_, i) => find(store, `N-${i}`, "x@example.test", { address }));
  const later = (await Promise.all(others)).map(({ status }) => status);
  expect(later.filter((status) => status === 400)).toHaveLength(20);
  expect(later.filter((status) => status === 429)).toHaveLength(5);
});

test("find: a network above its limit leaves no more rows, however many numbers it tries", async () => {
  const store = await service.newStore();
  await openShopperPage(store);
  const shopper = newShopper(service);
  const start = `<form action="/r/${store.id}?lang=en"></form>`;
  const tryNumber = async (i: number) => {
    shopper.html = start;
    return (await shopper.send(0, { order: `G-${i}`, contact: "x@example.test" })).status;
  };
  for (let i = 0; i < 30; i++) expect(await tryNumber(i)).toBe(400);
  const rows = async () =>
    (await store.ctx.db.execute(sql`select from rate_limits where store_id = ${store.id}`)).rows.length;
  const before = await rows();
  for (let i = 30; i < 50; i++) expect(await tryNumber(i)).toBe(429);
  expect(await rows()).toBe(before);
});

test("an order of many lines has pages of 250, each small, and lines of any page are returned", async () => {
  const store = await service.newStore();
  await openShopperPage(store);
  const lineItems = Array.from({ length: 600 }, (_, i) => ({
    ...{ id: `l${i}`, productId: "p", title: `Tee ${i}`, quantity: 1, price: 1 },
  }));
  await postOrder(store, { ...leastOrder("G-many"), lineItems, customer: { email: EMAIL } });
  const shopper = await find(store, "G-many", EMAIL);
  const titles = () =>
    [...shopper.html.matchAll(/<h2 [^>]*><bdi>Tee (\d+)<\/bdi>/g)].map(([, i]) => Number(i));
  const pages = () =>
    [...shopper.html.matchAll(/href="([^"]*from=(\d+)[^"]*)" ?( ?aria-current="page")?>([^<]+)</g)].map(
      ([, href = "", , isCurrent, text]) => ({ href, text, isCurrent: isCurrent !== undefined }),
    );
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  expect(titles()).toEqual(range(0, 250));
  expect(pages().map(({ text, isCurrent }) => [text, isCurrent])).toEqual([
    ["1–250", true],
    ["251–500", false],
    ["501–600", false],
  ]);
  expect(Bun.gzipSync(new TextEncoder().encode(shopper.html)).byteLength).toBeLessThan(30_000);
  await shopper.open((pages()[2]?.href ?? "").replaceAll("&amp;", "&"));
  expect(titles()).toEqual(range(500, 600));
  await shopper.send(0, { "units-l599": "1", "reason-l599": "" });
  expect([shopper.status, titles()]).toEqual([400, range(500, 600)]);
  await shopper.send(0, { "units-l599": "1", "reason-l599": "damaged" });
  await shopper.send(1, { next: "change" });
  expect([titles(), formsOf(shopper.html)[0]?.values["reason-l599"]]).toEqual([range(500, 600), "damaged"]);
  await shopper.send(0, { "units-l599": "1" });
  await shopper.send(0, { outcome: "refund" });
  expect(shopper.path).toContain("sent=1");
  const { body } = await answerOf(store.get("/stores/:store/returns"));
  expect(body).toMatchObject({ returns: [{ items: [{ orderItem: { line_item_id: "l599" } }] }] });
  for (const from of ["-1", "x", "1e9", "99"]) {
    const path = new URL((pages()[0]?.href ?? `/r/${store.id}`).replaceAll("&amp;", "&"), "http://localhost");
    path.searchParams.set("from", from);
    await shopper.open(path.pathname + path.search);
    expect(shopper.status).toBeLessThan(500);
  }
});

test("amounts are read exactly, however large", async () => {
  const store = await service.newStore();
  await openShopperPage(store);
  const lineItems = [{ id: "l", productId: "p", title: "Villa", quantity: 1_001, price: 90071992547.93 }];
  const body = leastOrder("G-big");
  await postOrder(store, { ...body, lineItems, customer: { email: "ann@example.test" } });
  const shopper = newShopper(service);
  await shopper.open(`/r/${store.id}`);
  await shopper.send(0, { order: "G-big", contact: "ann@example.test" });
  expect(textOf(shopper.html)).toContain("Paid: $90,162,064,540,477.93");
});

test("a page that is off is the 404 of a store that isn't there, in the shopper's language", async () => {
  const store = await service.newStore();
  const answer = async (path: string) => {
    const { status, html, headers } = await newShopper(service, { language: "fr-CA,fr;q=0.8" }).open(path);
    return { status, html, policy: headers.get("content-security-policy") };
  };
  const unknown = await answer("/r/nowhere");
  expect(unknown.status).toBe(404);
  expect(textOf(unknown.html)).toContain(textsIn("fr").errors.notFoundTitle);
  for (const path of ["", "/order?token=x", "/return?link=x"])
    expect(await answer(`/r/${store.id}${path}`)).toEqual(unknown);
  await openShopperPage(store);
  expect((await answer(`/r/${store.id}`)).status).toBe(200);
  expect(await answer(`/r/${store.id}/return?link=${"0".repeat(40)}`)).toEqual(unknown);
});

test("an unknown address below the page is the 404 of people", async () => {
  const { store } = await shop();
  const { errors } = textsIn("de");
  for (const path of [`/r/${store.id}/withdraw.`, `/r/${store.id}/receipts`, "/r/", `/r/${store.id}/a/b`]) {
    const shopper = await newShopper(service, { language: "de" }).open(path);
    expect([path, shopper.status, textOf(shopper.html).includes(errors.notFound)]).toEqual([path, 404, true]);
  }
});

test("pages have a strict policy, are framed by the store's origins alone, and are never kept", async () => {
  const { store } = await shop();
  await openShopperPage(store, { origins: ["https://shop.example"], color: "#ffee00" });
  const { headers, html } = await newShopper(service).open(`/r/${store.id}`);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-security-policy":
      "default-src 'none'; style-src 'self'; img-src 'self' data: https:; form-action 'self'; base-uri 'none'; " +
      "frame-ancestors https://shop.example",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  expect(headers.get("set-cookie")).toBeNull();
  expect(html).not.toContain("<script");
  const theme = /href="([^"]*themes[^"]*)"/.exec(html)?.[1] ?? "";
  const css = await (await service.fetch(theme)).text();
  expect(css).toBe(
    ":root{--brand:#ffee00;--on-brand:#000000;--edge:#000000}@media screen and (prefers-color-scheme:dark){:root{--edge:#ffee00}}",
  );
});

test("a return by the page is what was previewed, stands in the history as shopper, and is made once per form", async () => {
  const { store, number } = await shop();
  const shopper = await find(store, number, EMAIL);
  expect(textOf(shopper.html)).toContain("Paid: $15.00");
  const chosen = { "units-line-1": "1", "reason-line-1": "damaged", "comment-line-1": "A hole" };
  await shopper.send(0, chosen);
  expect(textOf(shopper.html)).toContain("1 × Tee Arrived damaged A hole");
  expect(textOf(shopper.html)).toContain("Refund $7.50");
  const review = shopper.html;
  await shopper.send(0, { outcome: "store_credit" });
  expect(shopper.status).toBe(200);
  const link = linkIn(shopper.path);
  expect(textOf(shopper.html)).toContain("We have received your return");
  // The form once more, as a second click sends it.
  const again = newShopper(service);
  again.html = review;
  await again.send(0, { outcome: "store_credit" });
  expect(linkIn(again.path)).toBe(link);
  const { returns } = (await (await store.get("/stores/:store/returns")).json()) as { returns: Made[] };
  expect(returns).toMatchObject([
    {
      status: "open",
      items: [{ quantity: 1, reason: "Arrived damaged", reasonCode: "damaged", customerComment: "A hole" }],
      totals: { storeCredit: { amount: { amount: "7.50" } } },
    },
  ]);
  const history = await answerOf(store.get(`/returns/${returns[0]?.id}/history`));
  expect(history.body).toMatchObject({ history: [{ to: "open", by: "shopper", byId: "shopper" }] });
  // Another content with the same form is no second return.
  again.html = review;
  expect((await again.send(0, { outcome: "refund" })).status).toBe(409);
});

test("what is written in the other direction turns nothing beside it, and says its own direction", async () => {
  const { store } = await shop();
  const [number, own] = ["1001-A", "\u0642\u0645\u064a\u0635"];
  await store.post("/stores/:store/orders", order(number, { customer: { id: "ada", email: EMAIL } }));
  const rules = [{ when: { skus: ["none"] }, then: { eligible: false } }];
  const reasons = [{ code: "fit", texts: { en: "It doesn't fit." } }];
  await store.put("/stores/:store/policy", { timeZone: "UTC", rules, reasons });
  const shopper = await find(store, number, EMAIL, { language: "ar" });
  expect(textOf(shopper.html)).toContain(`\u2068${number}\u2069`);
  expect(shopper.html).toMatch(/<option value="fit"[^>]* dir="auto"/);
  await shopper.send(0, { "units-line-1": "1", "reason-line-1": "fit", "comment-line-1": own });
  expect(shopper.html).toContain(`<bdi><q>${own}</q></bdi>`);
  expect(shopper.html).toContain("<bdi>It doesn&#39;t fit.</bdi>");
});

test("policy: what can't be returned says why, reasons are the policy's, and fee and bonus are as previewed", async () => {
  const { store, number } = await shop();
  const saved = await store.put("/stores/:store/policy", POLICY);
  expect(saved.status).toBe(200);
  const shopper = await find(store, number, EMAIL, { language: "de" });
  expect(textOf(shopper.html)).toContain("Tassen bleiben hier.");
  const { values = {} } = formsOf(shopper.html)[0] ?? {};
  expect(Object.keys(values).sort()).toEqual([
    "comment-line-1",
    "reason-line-1",
    "units-line-1",
    "wish-line-1",
  ]);
  expect(shopper.html).toContain(">Kaputt");
  await shopper.send(0, { "units-line-1": "2", "reason-line-1": "size" });
  expect(textOf(shopper.html)).toContain(textsIn("de").choose.commentMissing);
  await shopper.send(0, { "comment-line-1": "Zu eng" });
  const shown = textOf(shopper.html).replaceAll("\u00a0", " ");
  expect(shown).toContain("Erstattung 12,00 $ Darin ist eine Gebühr von 3,00 $ berücksichtigt.");
  expect(shown).toContain("Guthaben 13,20 $");
  expect(shown).toContain(textsIn("de").review.labelShopper);
  // Without a photo the other reason is not sent.
  const broken = await find(store, number, EMAIL, { language: "de" });
  await broken.send(0, { "units-line-1": "1", "reason-line-1": "broken" });
  await broken.send(0);
  expect([broken.status, textOf(broken.html).includes(textsIn("de").review.photoMissing)]).toEqual([
    400,
    true,
  ]);
  await broken.send(0, { "photo-line-1": new Blob([PNG]) });
  expect(broken.status).toBe(200);
  await shopper.send(0, { outcome: "store_credit" });
  // One unit is gone meanwhile.
  expect(shopper.status).toBe(409);
  const { returns } = (await (await store.get("/stores/:store/returns")).json()) as { returns: Made[] };
  expect(returns).toMatchObject([{ status: "needs_review", items: [{ reasonCode: "broken" }] }]);
  const images = await answerOf(store.get(`/returns/${returns[0]?.id}/images`));
  expect(images.body).toMatchObject({ images: [{ by: "shopper" }] });
});

test("policy: what can't be returned any more says until when it could, and no day that is over is promised", async () => {
  const { store, number } = await shop({ createdAt: "2026-01-10T23:30:00Z" });
  const rules = [{ when: { reasonCodes: ["damaged"] }, then: { window: { days: 20, from: "ordered" } } }];
  const shown = async (policy: object) => {
    const saved = await store.put("/stores/:store/policy", { timeZone: "Europe/Berlin", ...policy });
    expect(saved.status).toBe(200);
    const shopper = await find(store, number, EMAIL, { language: "de" });
    await shopper.send(0, { "units-line-1": "1", "reason-line-1": "damaged" });
    return textOf(shopper.html);
  };
  const { choose } = textsIn("de");
  const until = (text: string, date: string) => text.replace("{date}", date);
  expect(await shown({ window: { days: 30, from: "ordered" } })).toContain(
    until(choose.ended, "10. Februar 2026"),
  );
  // Beside the reason whose window it is.
  expect(await shown({ rules })).toContain(until(choose.ended, "31. Januar 2026"));
  expect(await shown({ window: { until: "2026-02-01" } })).toContain(until(choose.ended, "1. Februar 2026"));
  // It isn't known to be delivered, so that it can be returned on.
  expect(await shown({ window: { days: 30, from: "delivered" } })).not.toContain("Februar");
});

test("a form without its photo whose units were taken meanwhile says so, and what is left can be chosen", async () => {
  const { store, number } = await shop();
  expect((await store.put("/stores/:store/policy", POLICY)).status).toBe(200);
  const [slow, quick] = [await find(store, number, EMAIL), await find(store, number, EMAIL)];
  await slow.send(0, { "units-line-1": "2", "reason-line-1": "broken" });
  await quick.send(0, { "units-line-1": "1", "reason-line-1": "broken" });
  await quick.send(0, { "photo-line-1": new Blob([PNG]) });
  await slow.send(0);
  expect([slow.status, textOf(slow.html).includes(textsIn("en").errors.conflict)]).toEqual([409, true]);
  await slow.send(0, { "units-line-1": "1" });
  await slow.send(0, { "photo-line-1": new Blob([PNG]) });
  expect([slow.status, linkIn(slow.path)]).toEqual([200, expect.any(String)]);
});

test("a line is returned with its photo, whatever characters its id has", async () => {
  const ids = ['Monitor 27"', 'a "quoted"\r\nname', "50 %22 off"];
  const lineItems = ids.map((id) => ({ id, productId: null, title: id, quantity: 1, price: 9 }));
  const { store, number } = await shop({ lineItems });
  expect((await store.put("/stores/:store/policy", POLICY)).status).toBe(200);
  for (const id of ids) {
    const shopper = await find(store, number, EMAIL);
    await shopper.send(0, { [`units-${id}`]: "1", [`reason-${id}`]: "broken" });
    await shopper.send(0, { [`photo-${id}`]: new Blob([PNG]) });
    expect([id, shopper.status, linkIn(shopper.path)]).toEqual([id, 200, expect.any(String)]);
  }
  const { returns } = (await (await store.get("/stores/:store/returns")).json()) as { returns: Made[] };
  for (const { id } of returns) {
    expect((await answerOf(store.get(`/returns/${id}/images`))).body).toMatchObject({ images: [{}] });
  }
});

test("a photo that is too large is said to be, beside its field", async () => {
  const { store, number } = await shop();
  expect((await store.put("/stores/:store/policy", POLICY)).status).toBe(200);
  const { errors, review } = textsIn("en");
  const said = ({ status, html }: TestShopper) => {
    const shown = textOf(html);
    return [status, shown.includes(errors.tooLarge), shown.includes(review.photoWrong)];
  };
  const photo = new Uint8Array(6 * 1024 * 1024 + 1);
  photo.set([0xff, 0xd8, 0xff, 0xe0]);
  const shopper = await find(store, number, EMAIL);
  await shopper.send(0, { "units-line-1": "1", "reason-line-1": "broken" });
  await shopper.send(0, { "photo-line-1": new Blob([photo]) });
  expect(said(shopper)).toEqual([400, true, false]);
  await shopper.send(0, { "photo-line-1": new Blob([photo.subarray(0, 1_000)]) });
  await shopper.send(0, { act: "add", photo: new Blob([photo]) });
  expect(said(shopper)).toEqual([400, true, false]);
});

test("policy: rules that name the usual reasons count on the page, where the policy has none of its own", async () => {
  const { store, number } = await shop();
  const texts = { en: "Then it stays yours." };
  const saved = await store.put("/stores/:store/policy", {
    timeZone: "UTC",
    rules: [
      { when: { reasonCodes: ["changed_mind"] }, then: { eligible: false, texts } },
      { when: { reasonCodes: ["too_small"] }, then: { label: "shopper", outcomes: ["store_credit"] } },
    ],
  });
  expect(saved.status).toBe(200);
  const shopper = await find(store, number, EMAIL);
  await shopper.send(0, { "units-line-1": "1", "reason-line-1": "changed_mind" });
  expect([shopper.status, textOf(shopper.html).includes(texts.en)]).toEqual([400, true]);
  await shopper.send(0, { "reason-line-1": "too_small" });
  const { review } = textsIn("en");
  const shown = [review.labelShopper, review.store_credit, review.refund].map((text) =>
    textOf(shopper.html).includes(text),
  );
  expect([shopper.status, ...shown]).toEqual([200, true, true, false]);
  await shopper.send(0);
  expect([shopper.status, shopper.path.includes("sent=1")]).toEqual([200, true]);
});

test("follow: what the policy lets be kept isn't to be sent, nothing is before its label, and at the shopper's own cost none is promised", async () => {
  const { store, number } = await shop();
  const saved = await store.put("/stores/:store/policy", {
    timeZone: "UTC",
    rules: [{ when: { productIds: ["mug"] }, then: { keepItem: true } }, { then: { label: "shopper" } }],
  });
  expect(saved.status).toBe(200);
  const { follow, review, statuses } = textsIn("en");
  const { open, pre_shipment: waits } = statuses;
  const texts = [review.labelShopper, follow.noLabel, open, waits, "Don't send it back."];
  const said = async (line: string) => {
    const shopper = await find(store, number, EMAIL);
    await shopper.send(0, { [`units-${line}`]: "1", [`reason-${line}`]: "other" });
    await shopper.send(0);
    const shown = textOf(shopper.html);
    return texts.filter((text) => shown.includes(text));
  };
  expect(await said("line-1")).toEqual([review.labelShopper, statuses.open]);
  expect(await said("line-2")).toEqual(["Don't send it back."]);
  await store.put("/stores/:store/policy", { timeZone: "UTC" });
  expect(await said("line-1")).toEqual([follow.noLabel, statuses.pre_shipment]);
});

test("a random return by the page is the same as by the API, but for its author and time", async () => {
  const store = await service.newStore();
  await openShopperPage(store);
  await store.put("/stores/:store/policy", POLICY);
  for (let i = 0; i < PAIRS; i++) {
    const [byPage, byApi] = [`P-${i}`, `A-${i}`];
    for (const number of [byPage, byApi])
      await store.post("/stores/:store/orders", order(number, { customer: { id: "ada", email: EMAIL } }));
    const quantity = 1 + (i % 2);
    const compensation = i % 3 === 0 ? "store_credit" : "refund";
    const shopper = await find(store, byPage, EMAIL);
    const words = { "units-line-1": `${quantity}`, "reason-line-1": "size", "comment-line-1": `No ${i}` };
    await shopper.send(0, words);
    await shopper.send(0, { outcome: compensation });
    const item = {
      lineItemId: "line-1",
      quantity,
      reason: "Too small",
      reasonCode: "size",
      notes: `No ${i}`,
    };
    const shippingAddress = {
      line1: "1 Road",
      line2: "",
      city: "Town",
      state: "",
      postalCode: "",
      country: "US",
    };
    const data = { provider: "shopper_page", externalOrderId: byApi, items: [{ ...item, compensation }] };
    const body = { data: { ...data, shippingAddress }, options: { enforcePolicy: true } };
    expect((await store.post("/stores/:store/returns", body)).status).toBe(201);
    const { body: listed } = await answerOf(store.get("/stores/:store/returns?limit=2"));
    const [api, page] = (listed as { returns: Made[] }).returns.map(comparable);
    expect(page).toEqual(api);
  }
});

test("what went into another return meanwhile is said, and what was typed is kept", async () => {
  const { store, number } = await shop();
  const [one, other] = [await find(store, number, EMAIL), await find(store, number, EMAIL)];
  for (const each of [one, other])
    await each.send(0, { "units-line-1": "2", "reason-line-1": "other", "comment-line-1": "mine" });
  await one.send(0);
  await other.send(0);
  expect(other.status).toBe(409);
  expect(textOf(other.html)).toContain(textsIn("en").errors.conflict);
  const inGerman = /<a lang="de" href="([^"]*)"/.exec(other.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  await other.open(inGerman);
  expect([other.status, textOf(other.html).includes(textsIn("de").choose.title)]).toEqual([200, true]);
  await one.open(`/r/${store.id}`);
  await one.send(0, { order: number, contact: EMAIL });
  expect(textOf(one.html)).toContain(textsIn("en").choose.allReturned);
});

test("choose: what can't be chosen any more, in another tab, is said to be gone, and no field to be wrong", async () => {
  const { store, number } = await shop();
  const tabs = await Promise.all([1, 2, 3].map(() => find(store, number, EMAIL)));
  const [one, other, last] = tabs;
  if (!one || !other || !last) throw new Error("three tabs are open");
  await one.send(0, { "units-line-1": "2", "reason-line-1": "other" });
  await one.send(0);
  await other.send(0, { "units-line-1": "1", "reason-line-1": "other" });
  const { choose, errors } = textsIn("en");
  const said = ({ status, html }: TestShopper) => {
    const shown = textOf(html);
    return [
      status,
      ...[errors.conflict, errors.changed, choose.faults].filter((text) => shown.includes(text)),
    ];
  };
  expect(said(other)).toEqual([409, errors.conflict]);
  await store.put("/stores/:store/policy", { timeZone: "UTC", rules: [{ then: { eligible: false } }] });
  await last.send(0, { "units-line-2": "1", "reason-line-2": "other" });
  expect(said(last)).toEqual([409, errors.changed]);
});

test("a form that a second click sends at once leads to the return of the first", async () => {
  const { store, number } = await shop();
  const shopper = await find(store, number, EMAIL);
  await shopper.send(0, { "units-line-1": "1", "reason-line-1": "other" });
  const { html } = shopper;
  const sent = await Promise.all(
    [1, 2, 3].map(async () => {
      const one = newShopper(service);
      one.html = html;
      await one.send(0);
      return `${one.status} ${linkIn(one.path)}`;
    }),
  );
  expect([...new Set(sent)]).toEqual([expect.stringMatching(/^200 [0-9a-z]{40}$/)]);
  const { body } = await answerOf(store.get("/stores/:store/returns"));
  expect((body as { returns: Made[] }).returns).toHaveLength(1);
});

test("a form that was sent, and is sent again when it has expired, doesn't say that nothing was sent", async () => {
  const { store, number } = await shop();
  const shopper = await find(store, number, EMAIL);
  await shopper.send(0, { "units-line-1": "1", "reason-line-1": "other" });
  const { html } = shopper;
  await shopper.send(0);
  service.setClock(new Date(Date.now() + 61 * 60_000));
  shopper.html = html;
  await shopper.send(0);
  service.setClock(undefined);
  const { errors } = textsIn("en");
  const text = textOf(shopper.html);
  expect([shopper.status, text.includes(errors.sentAlready), text.includes(errors.expired)]).toEqual([
    ...[409, true, false],
  ]);
  const { body } = await answerOf(store.get("/stores/:store/returns"));
  expect((body as { returns: unknown[] }).returns).toHaveLength(1);
});

test("the mails about a return by the page are in the page's language", async () => {
  const { store, number } = await shop();
  const shopper = await find(store, number, EMAIL, { language: "de" });
  await shopper.send(0, { "units-line-1": "1", "reason-line-1": "other" });
  await shopper.send(0);
  const { body } = await answerOf(store.get("/stores/:store/mails"));
  expect(body).toMatchObject({ mails: [{ kind: "return_received", language: "de" }] });
});

test("choose: each fault stands beside its field, and what was typed is kept", async () => {
  const { store, number } = await shop();
  const shopper = await find(store, number, EMAIL, { language: "de" });
  await shopper.send(0, { "units-line-1": "3", "units-line-2": "1", "comment-line-2": "<b>" });
  expect(shopper.status).toBe(400);
  const { choose } = textsIn("de");
  const faults = [...shopper.html.matchAll(/<p class="fault" id="field-([^"]*)-fault">([^<]*)</g)];
  expect(faults.map(([, name, text]) => [name, text])).toEqual([
    ["units-line-1", choose.tooMany.replace("{max}", "2")],
    ["reason-line-1", choose.reasonMissing],
    ["reason-line-2", choose.reasonMissing],
  ]);
  expect(formsOf(shopper.html)[0]?.values).toMatchObject({ "units-line-1": "3", "comment-line-2": "<b>" });
  await shopper.send(0, { "units-line-1": "0", "units-line-2": "0" });
  expect(textOf(shopper.html)).toContain(choose.nothingChosen);
});

test("tokens: one that expired, was changed, or is of another step or store is one page, and nothing is sent", async () => {
  const { store, number } = await shop();
  const { store: other } = await shop();
  const shopper = await find(store, number, EMAIL);
  const token = new URL(shopper.path, "http://localhost").searchParams.get("token") ?? "";
  const statusOf = async (path: string) => (await newShopper(service).open(path)).status;
  const at = (id: string, page: string, text: string) =>
    `/r/${id}/${page}?${new URLSearchParams({ token: text })}`;
  expect(await statusOf(at(store.id, "order", token))).toBe(200);
  const changed = token.replace(/.(?=.{6}$)/, (letter) => (letter === "A" ? "B" : "A"));
  for (const text of [changed, "", "v1.", `${token}x`, "x".repeat(5_000)])
    expect(await statusOf(at(store.id, "order", text))).toBe(410);
  expect(await statusOf(at(other.id, "order", token))).toBe(410);
  await shopper.send(0, { "units-line-1": "1", "reason-line-1": "other" });
  const [send] = formsOf(shopper.html);
  const asSend = newShopper(service);
  asSend.html = shopper.html.replace(send?.action.split("token=")[1] ?? "", `${encodeURIComponent(token)}"`);
  const post = await service.fetch(at(store.id, "send", token), {
    method: "POST",
    body: new URLSearchParams(),
  });
  expect(post.status).toBe(410);
  service.setClock(new Date(Date.now() + 61 * 60_000));
  await shopper.send(0);
  service.setClock(undefined);
  expect([shopper.status, textOf(shopper.html).includes(textsIn("en").startAgain)]).toEqual([410, true]);
  const { body } = await answerOf(store.get("/stores/:store/returns"));
  expect((body as { returns: unknown[] }).returns).toEqual([]);
});

test("follow: a shopper adds a comment and a photo, and cancels while nothing is on its way", async () => {
  const { store, returnId, link } = await returned();
  await store.post(`/returns/${returnId}/comments`, { comment: { message: "Staff only" } });
  const shopper = await newShopper(service).open(link);
  await shopper.send(0, { act: "add" });
  expect([shopper.status, textOf(shopper.html).includes(textsIn("en").follow.emptyAdd)]).toEqual([400, true]);
  await shopper.send(0, { act: "add", comment: "kept", photo: new Blob(["no picture"]) });
  expect(formsOf(shopper.html)[0]?.values.comment).toBe("kept");
  await shopper.send(0, { act: "add", comment: "It has a hole", photo: new Blob([PNG]) });
  expect(textOf(shopper.html)).toContain("Comment: It has a hole");
  expect(textOf(shopper.html)).not.toContain("Staff only");
  await store.put(`/returns/${returnId}/status`, { status: "in_transit" });
  await shopper.send(1, { act: "cancel" });
  expect(shopper.status).toBe(400);
  expect(await statusOf(store, returnId)).toBe("in_transit");
  const { returnId: second, store: its, link: to } = await returned();
  await newShopper(service).open(to);
  const cancelling = await newShopper(service).open(to);
  const page = cancelling.html;
  for (const _ of ["one click", "and a second one"]) {
    cancelling.html = page;
    await cancelling.send(1, { act: "cancel" });
    expect(textOf(cancelling.html)).toContain(textsIn("en").follow.cancelled);
  }
  expect(await answerOf(its.get(`/returns/${second}/history`))).toMatchObject({
    body: { history: [{ to: "open" }, { to: "deleted", by: "shopper" }] },
  });
});

test("follow: the page, whose address is kept, says that something was added while that is new", async () => {
  const { link } = await returned();
  const shopper = await newShopper(service).open(link);
  await shopper.send(0, { act: "add", comment: "It has a hole" });
  const saysAdded = async () => {
    const { html } = await shopper.open(shopper.path);
    return html.includes(`role="status">${textsIn("en").follow.added}<`);
  };
  expect(await saysAdded()).toBe(true);
  service.setClock(new Date(Date.now() + 3600_000));
  expect(await saysAdded()).toBe(false);
  service.setClock(undefined);
});

test("follow: what a second click sends at once, or once more later, is added once; another comment is another", async () => {
  const { store, returnId, link } = await returned();
  const { html } = await newShopper(service).open(link);
  const send = async (comment: string) => {
    const one = newShopper(service);
    one.html = html;
    await one.send(0, { act: "add", comment, photo: new Blob([PNG]) });
    return [one.status, textOf(one.html).includes(textsIn("en").follow.added)];
  };
  const added = [200, true];
  expect(await Promise.all([1, 2, 3].map(() => send("A hole")))).toEqual([added, added, added]);
  expect([await send("A hole"), await send("And a stain")]).toEqual([added, added]);
  const { body } = await answerOf(store.get(`/returns/${returnId}/comments`));
  expect((body as { comments: object[] }).comments).toEqual([
    { image: expect.any(String) },
    { message: "A hole" },
    { message: "And a stain" },
  ]);
});

test("links: one return's only, renewed by POST, revoked by DELETE, and they stay when the page is turned off", async () => {
  const { store, returnId, link } = await returned();
  const { store: other } = await shop();
  const status = async (path: string) => (await newShopper(service).open(path)).status;
  const path = `/returns/${returnId}/shopper-link`;
  expect(await status(link)).toBe(200);
  expect(await status(link.replace(`/r/${store.id}/`, `/r/${other.id}/`))).toBe(404);
  await openShopperPage(store, { enabled: false });
  expect([await status(link), await status(`/r/${store.id}`)]).toEqual([200, 404]);
  // Nor does any of these pages lead there.
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  for (const open of [link, `/r/${store.id}/withdraw`]) {
    const { html } = await newShopper(service).open(open);
    const hrefs = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href.split("?")[0]);
    expect(hrefs).not.toContain(`/r/${store.id}`);
  }
  const renewed = await answerOf(store.post(path, {}));
  const { url } = renewed.body as { url: string };
  expect(renewed.status).toBe(201);
  expect([await status(link), await status(new URL(url).pathname + new URL(url).search)]).toEqual([404, 200]);
  expect((await store.delete(path)).status).toBe(204);
  expect((await store.delete(path)).status).toBe(204);
  expect(await status(new URL(url).pathname + new URL(url).search)).toBe(404);
  for (const request of [() => other.post(path, {}), () => other.delete(path)])
    expect((await request()).status).toBe(404);
  expect((await store.post("/returns/unknown/shopper-link", {})).status).toBe(404);
});

test("texts: each language has the same placeholders", () => {
  const placeholders = (value: unknown): unknown =>
    typeof value === "string"
      ? [...value.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
      : Object.fromEntries(Object.entries(value as object).map(([key, text]) => [key, placeholders(text)]));
  for (const language of LANGUAGES)
    expect([language, placeholders(textsIn(language))]).toEqual([language, placeholders(textsIn("en"))]);
});

const PAIRS = 20;

const POLICY = {
  timeZone: "Europe/Berlin",
  rules: [
    {
      when: { productIds: ["mug"] },
      then: { eligible: false, texts: { en: "Mugs stay.", de: "Tassen bleiben hier." } },
    },
    { when: { reasonCodes: ["broken"] }, then: { review: true, fee: null, label: "merchant" } },
    { then: { fee: { amount: "3.00", of: "line" }, bonus: { percent: 10 }, label: "shopper" } },
  ],
  reasons: [
    { code: "size", texts: { en: "Too small", de: "Zu klein" }, needs: ["comment"] },
    { code: "broken", texts: { en: "Broken", de: "Kaputt" }, needs: ["photo"] },
  ],
};

/** Returns a return without what names its order, its ids and its times. */
function comparable(made: object): unknown {
  const text = JSON.stringify(made)
    .replaceAll(/"[a-z]{3}_[0-9a-z]{26}(_\d+)?"/g, '"id"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"')
    .replaceAll(/"[AP]-\d+"/g, '"order"');
  return JSON.parse(text);
}

type Made = { id: string; status: string };

const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

async function shop(changes: object = {}) {
  const store = await service.newStore();
  const number = `W-${++numbers}`;
  await store.post(
    "/stores/:store/orders",
    order(number, { customer: { id: "ada", email: EMAIL }, ...changes }),
  );
  await openShopperPage(store);
  return { store, number };
}

/** Sends the first form with an order's number and what was typed beside it. */
async function find(
  store: TestStore,
  number: string,
  contact: string,
  options?: { language?: string; address?: string },
) {
  const shopper = await newShopper(service, options).open(`/r/${store.id}`);
  return shopper.send(0, { order: number, contact });
}

/** Takes a return by the page. */
async function returned() {
  const { store, number } = await shop();
  const shopper = await find(store, number, EMAIL);
  await shopper.send(0, { "units-line-1": "1", "reason-line-1": "other" });
  await shopper.send(0);
  const { returns } = (await (await store.get("/stores/:store/returns")).json()) as { returns: Made[] };
  const link = `/r/${store.id}/return?link=${linkIn(shopper.path)}`;
  return { store, returnId: returns[0]?.id ?? "", link };
}

function linkIn(path: string): string | null {
  return new URL(path, "http://localhost").searchParams.get("link");
}

async function statusOf(store: TestStore, returnId: string): Promise<string> {
  return ((await (await store.get(`/returns/${returnId}/status`)).json()) as Made).status;
}
