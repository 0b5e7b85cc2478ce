import { afterEach, beforeAll, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { textsIn } from "../../../src/faces/shopper/texts/texts.ts";
import { TEXTS as MAIL_TEXTS } from "../../../src/features/mail/compose.ts";
import type { Return } from "../../../src/features/returns/schema.ts";
import type { Status } from "../../../src/features/returns/status.ts";
import { TEXTS as WITHDRAWAL_TEXTS } from "../../../src/features/withdrawals/texts/texts-of.ts";
import { LANGUAGES, type Language } from "../../../src/lib/languages.ts";
import { order } from "../../support/fixtures.ts";
import { answerOf, moveTo } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { formsOf, newShopper, openShopperPage, textOf } from "../../support/shopper.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { orderToGermany, sendParcel, withdraw, withdrawalOf } from "../../support/withdrawals.ts";

const service = useService({ trustProxy: true });
const store = useStore(service);
const EMAIL = "ada@example.test";
const CUSTOMER = { customer: { id: "ada", email: EMAIL } };
const DAY_MS = 86_400_000;
const MAX_PAGE_BYTES = 30_000;

beforeAll(() => openShopperPage(store));
afterEach(() => service.setClock(undefined));

test("exchange: in each language a line is exchanged for what was wished, page, preview and return are the same", async () => {
  const own = await newStoreWith({
    rules: [{ then: { outcomes: ["refund", "exchange"], fee: { amount: "1.00", of: "line" } } }],
  });
  for (const [i, language] of LANGUAGES.entries()) {
    const { choose, review } = textsIn(language);
    const { shopper, number } = await chosen(own, language);
    expect(textOf(shopper.html)).toContain(choose.exchange);
    await shopper.send(0, {
      ...{ "units-line-1": "2", "reason-line-1": "too_small", "exchange-line-1": "1" },
      ...{ "wish-line-1": i % 2 === 0 ? "XL <b>" : "", "units-line-2": "1", "reason-line-2": "other" },
    });
    const wish = i % 2 === 0 ? "XL <b>" : review.same;
    const shown = textOf(shopper.html).replaceAll(/[\u2066-\u2069]/g, "");
    expect(shown).toContain(review.exchangeFor.replace("{wish}", wish));
    for (const words of [review.exchange, review.charge, review.refund]) expect(shown).toContain(words);
    await shopper.send(0);
    expect([language, shopper.status]).toEqual([language, 200]);
    const followed = textOf(shopper.html).replaceAll(/[\u2066-\u2069]/g, "");
    expect(followed).toContain(review.exchangeFor.replace("{wish}", wish));
    const made = await returnFor(own, number);
    expect(made.items.map(({ refund, exchangeItem }) => [refund.type, exchangeItem?.variant?.name])).toEqual([
      ["exchange", i % 2 === 0 ? "XL <b>" : undefined],
      ["refund", undefined],
    ]);
    const { exchange, charge, refund } = made.totals;
    expect([exchange, charge, refund].map(({ amount }) => amount.amount)).toEqual(["15.00", "1.00", "3.00"]);
    for (const { amount } of [exchange.amount, charge.amount, refund.amount].map((each) => ({
      amount: each.amount,
    }))) {
      const digits = amount.replace(".", language === "en" || language === "ar" ? "." : ",");
      for (const page of [shown, followed])
        expect([language, page.includes(digits)]).toEqual([language, true]);
    }
  }
});

test("exchange: what a reason doesn't allow is said beside its box, and what only can be exchanged is", async () => {
  const own = await newStoreWith({
    reasons: [
      { code: "size", texts: { en: "Size" } },
      { code: "broken", texts: { en: "Broken" } },
    ],
    rules: [
      { when: { productIds: ["mug"] }, then: { outcomes: ["exchange"] } },
      { when: { reasonCodes: ["broken"] }, then: { outcomes: ["refund"] } },
    ],
  });
  const { shopper, number } = await chosen(own, "en");
  const wishes = { "exchange-line-1": "1", "wish-line-1": "XL" };
  await shopper.send(0, { "units-line-1": "1", "reason-line-1": "broken", ...wishes });
  const fault = /id="field-exchange-line-1-fault">([^<]*)</.exec(shopper.html)?.[1];
  expect([shopper.status, fault?.replace("&#39;", "'")]).toEqual([400, textsIn("en").choose.notExchanged]);
  expect(formsOf(shopper.html)[0]?.values).toMatchObject(wishes);
  expect(shopper.html).not.toContain('name="exchange-line-2"');
  await shopper.send(0, { "units-line-1": "0", "units-line-2": "1", "reason-line-2": "size" });
  expect(shopper.html).not.toContain('name="outcome"');
  await shopper.send(1, { next: "change" });
  await shopper.send(0);
  await shopper.send(0);
  const made = await returnFor(own, number);
  expect([made.compensationMethods, made.totals.charge.amount.amount]).toEqual([["exchange"], "0.00"]);
});

const WAYS: Record<Status, Status[]> = {
  open: [],
  in_transit: ["in_transit"],
  delivered: ["delivered"],
  needs_review: ["needs_review"],
  in_review: ["needs_review", "in_review"],
  complete: ["complete"],
  rejected: ["rejected"],
  flagged: ["flagged"],
  pre_shipment: [],
  deleted: ["deleted"],
};

test("follow: in each status the page says it in plain words, and promises nothing after rejection and deletion", async () => {
  const label = "https://labels.example/1.pdf";
  for (const [status, way] of Object.entries(WAYS) as [Status, Status[]][]) {
    await store.patch("/stores/:store", { firstStatus: status === "pre_shipment" ? status : "open" });
    const { returnId, link } = await returned(store);
    await store.patch(`/returns/${returnId}`, { shipments: [{ tracker: "T1", postageLabel: label }] });
    for (const to of way) expect((await moveTo(store, returnId, to)).status).toBe(204);
    const isOver = status === "rejected" || status === "deleted";
    for (const language of LANGUAGES) {
      const { statuses, follow, review } = textsIn(language);
      const { html } = await newShopper(service, { language }).open(`${link}&sent=1`);
      const said = /<p class="status">([^<]*)</.exec(html)?.[1];
      const text = textOf(html);
      expect([status, language, said]).toEqual([status, language, statuses[status].replaceAll("'", "&#39;")]);
      const shown = {
        nothing: text.includes(follow.nothing),
        amount: html.includes(`<dt>${review.refund}</dt>`),
        label: html.includes(label),
        cancel: text.includes(follow.cancel),
        add: html.includes('value="add"'),
        // The address that the last step leads to is kept, and read again later.
        sent: html.includes(`<h1>${follow.sentTitle.replaceAll("'", "&#39;")}</h1>`),
      };
      expect([status, language, shown]).toEqual([
        ...[status, language],
        {
          ...{ nothing: isOver, amount: !isOver, label: !isOver, add: status !== "deleted" },
          cancel: status === "open" || status === "pre_shipment",
          sent: way.length === 0,
        },
      ]);
    }
  }
  await store.patch("/stores/:store", { firstStatus: "open" });
});

test("follow: a rejected return says why, and one that has ended doesn't ask to keep its address", async () => {
  const { returnId, link } = await returned(store);
  const { follow } = textsIn("en");
  const textNow = async () => textOf((await newShopper(service).open(`${link}&sent=1`)).html);
  const before = await textNow();
  // The title says that it was received.
  expect([before.includes(follow.keepLink), before.includes(follow.sent)]).toEqual([true, false]);
  await store.put(`/returns/${returnId}/status`, { status: "rejected", reason: "Clearly <worn>." });
  const after = await textNow();
  expect([after.includes("Reason: Clearly <worn>."), after.includes(follow.keepLink)]).toEqual([true, false]);
});

test("follow: the erasure of its customer is no status", async () => {
  const own = await newStoreWith();
  const { link } = await returned(own);
  await own.post("/stores/:store/customers/ada/erase", {});
  await service.drain();
  const { status, html } = await newShopper(service).open(link);
  expect([status, textOf(html).split(textsIn("en").statuses.pre_shipment).length - 1]).toEqual([200, 2]);
});

test("follow: a return that was completed without an action promises nothing", async () => {
  const { returnId, link } = await returned(store);
  await store.patch(`/returns/${returnId}`, { completeWithNoAction: true });
  await moveTo(store, returnId, "complete");
  const { html } = await newShopper(service).open(link);
  expect(textOf(html)).toContain(textsIn("en").follow.nothing);
  expect(html).not.toContain("$7.50");
});

test("times are those of the policy's zone, else of the country it is shipped to, and name it", async () => {
  const zoned = async (timeZone: string | undefined, changes: object) => {
    const own = timeZone === undefined ? await newStoreWith() : await newStoreWith({ timeZone });
    service.setClock(new Date("2026-03-29T23:30:00Z"));
    const { link } = await returned(own, changes);
    const { html } = await newShopper(service, { language: "en" }).open(link);
    return /<time[^>]*>([^<]*)</.exec(html)?.[1];
  };
  const to = (country: string) => ({ shipping: { address: { country } } });
  expect(await zoned("Europe/Berlin", to("JP"))).toBe("March 30, 2026 at 1:30 AM GMT+2");
  expect(await zoned(undefined, to("Germany"))).toBe("March 30, 2026 at 1:30 AM GMT+2");
  expect(await zoned(undefined, to("JP"))).toBe("March 30, 2026 at 8:30 AM GMT+9");
  // A country with several zones doesn't say which, and of Kosovo's the runtime knows none.
  expect(await zoned(undefined, to("XK"))).toBe("March 29, 2026 at 11:30 PM UTC");
  expect(await zoned(undefined, to("US"))).toBe("March 29, 2026 at 11:30 PM UTC");
  expect(await zoned(undefined, {})).toBe("March 29, 2026 at 11:30 PM UTC");
});

test("the withdrawal is linked on pages and in mails for as long as the order's period runs", async () => {
  const own = await newStoreWith();
  await own.patch("/stores/:store", { withdrawal: { enabled: true } });
  const label = WITHDRAWAL_TEXTS.en.withdraw;
  const delivered = async (daysAgo: number | undefined) => {
    const number = await orderToGermany(own, CUSTOMER);
    const at = daysAgo === undefined ? undefined : new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    await sendParcel(
      own,
      number,
      [
        ["line-1", 2],
        ["line-2", 1],
      ],
      at,
    );
    const shopper = await found(own, number, "en");
    const linked = [textOf(shopper.html).includes(label)];
    const look = () => linked.push(textOf(shopper.html).includes(label));
    await shopper.send(0, { "units-line-1": "1", "reason-line-1": "other" });
    look();
    await shopper.send(0);
    look();
    const { id } = await returnFor(own, number);
    await moveTo(own, id, "rejected");
    const { rows } = await own.ctx.db.execute<{ words: { paragraphs: { text: string }[] } }>(sql`
      select words from mails where store_id = ${own.id} and return_id = ${id}`);
    const mailed = rows.map(({ words }) =>
      words.paragraphs.some(({ text }) => text === MAIL_TEXTS.en.withdraw),
    );
    return { linked, mailed };
  };
  const running = { linked: [true, true, true], mailed: [true, true] };
  expect(await delivered(undefined)).toEqual(running);
  expect(await delivered(3)).toEqual(running);
  expect(await delivered(40)).toEqual({ linked: [false, false, false], mailed: [false, false] });
  // Where the order isn't known yet it is linked.
  expect(textOf((await newShopper(service).open(`/r/${own.id}`)).html)).toContain(label);
});

test("the receipt of a period that has ended, and its mail, don't link to the withdrawal, unless its sender isn't known to be the customer", async () => {
  const own = await newStoreWith();
  await own.patch("/stores/:store", { withdrawal: { enabled: true } });
  const number = await orderToGermany(own, CUSTOMER);
  const at = new Date(Date.now() - 40 * DAY_MS).toISOString();
  await sendParcel(
    own,
    number,
    [
      ["line-1", 2],
      ["line-2", 1],
    ],
    at,
  );
  const { receiptUrl } = await withdraw(own, withdrawalOf(number, { email: EMAIL }));
  const { html, status } = await newShopper(service).open(new URL(receiptUrl).pathname);
  expect([status, /<footer>/.test(html)]).toEqual([200, false]);
  const shopper = await newShopper(service).open(`/r/${own.id}/withdraw`);
  await shopper.send(0, { name: "Eve", order: number, email: "eve@example.test" });
  await shopper.send(0, { _act: "confirm" });
  expect([shopper.status, /<footer>/.test(shopper.html)]).toEqual([200, true]);
  const { body } = await answerOf(own.get("/stores/:store/mails"));
  const linked = (body as { mails: { to: string; text: string }[] }).mails.map(({ to, text }) => [
    to,
    text.includes(`/r/${own.id}/withdraw\n`),
  ]);
  expect(linked).toEqual([
    ["eve@example.test", true],
    [EMAIL, false],
  ]);
});

test("an order with 250 lines is a page of at most 30 kB, and is chosen from without a script", async () => {
  const lineItems = Array.from({ length: 250 }, (_, i) => ({
    ...{ id: `gid-${1_000_000 + i * 7919}`, productId: `p-${i}`, sku: `SKU-${i}`, price: 10 + (i % 40) },
    title: `${["Linen", "Merino", "Cotton", "Trail"][i % 4]} ${["Shirt", "Tee", "Jacket"][i % 3]} ${i}`,
    imageUrl: `https://cdn.shop.example/files/${(i * 2_654_435_761) % 4_294_967_296}-${i}.jpg?width=160`,
    quantity: 1 + (i % 3),
  }));
  const number = "LONG-250";
  await store.post("/stores/:store/orders", order(number, { lineItems, ...CUSTOMER }));
  const shopper = await found(store, number, "de");
  const css = /href="(\/shopper\/assets\/[^"]*)"/.exec(shopper.html)?.[1] ?? "";
  const sheet = gzipSync(await (await service.fetch(css)).bytes()).byteLength;
  const sizes = [gzipSync(shopper.html).byteLength + sheet];
  const last = lineItems.at(-1)?.id ?? "";
  const all = lineItems.flatMap(({ id }) => [
    [`units-${id}`, "1"],
    [`reason-${id}`, "too_small"],
  ]);
  await shopper.send(0, Object.fromEntries(all));
  sizes.push(gzipSync(shopper.html).byteLength + sheet);
  await shopper.send(1, { next: "change" });
  sizes.push(gzipSync(shopper.html).byteLength + sheet);
  await shopper.send(0, { [`wish-${last}`]: "S", [`exchange-${last}`]: "1" });
  await shopper.send(0);
  sizes.push(gzipSync(shopper.html).byteLength + sheet);
  expect(shopper.status).toBe(200);
  expect(shopper.html).not.toContain("<script");
  expect(Math.max(...sizes)).toBeLessThan(MAX_PAGE_BYTES);
  const made = await returnFor(store, number);
  expect([made.items.length, made.exchange?.items?.[0]?.variant?.name]).toEqual([250, "S"]);
});

let numbers = 0;

/** Returns a store with the page, and with a policy if there is one. */
async function newStoreWith(policy?: object): Promise<TestStore> {
  const own = await service.newStore();
  await openShopperPage(own);
  if (policy)
    expect((await own.put("/stores/:store/policy", { timeZone: "UTC", ...policy })).status).toBe(200);
  return own;
}

async function found(own: TestStore, number: string, language: Language) {
  const shopper = await newShopper(service, { language }).open(`/r/${own.id}`);
  return shopper.send(0, { order: number, contact: EMAIL });
}

/** Finds a new order. */
async function chosen(own: TestStore, language: Language, changes: object = {}) {
  const number = `E-${++numbers}`;
  await own.post("/stores/:store/orders", order(number, { ...CUSTOMER, ...changes }));
  return { shopper: await found(own, number, language), number };
}

/** Takes a return by the page. */
async function returned(own: TestStore, changes: object = {}) {
  const { shopper, number } = await chosen(own, "en", changes);
  await shopper.send(0, { "units-line-1": "1", "reason-line-1": "other" });
  await shopper.send(0);
  const token = new URL(shopper.path, "http://localhost").searchParams.get("link");
  return { returnId: (await returnFor(own, number)).id, link: `/r/${own.id}/return?link=${token}` };
}

async function returnFor(own: TestStore, number: string): Promise<Return> {
  const { body } = await answerOf(own.get("/stores/:store/returns?limit=5"));
  const made = (body as { returns: Return[] }).returns.find(({ order: of }) => of.name === number);
  if (!made) throw new Error(`${number} has no return`);
  return made;
}
