import { afterEach, expect, test } from "bun:test";
import { TEXTS } from "../../../src/features/withdrawals/texts/texts-of.ts";
import { LANGUAGES } from "../../../src/lib/languages.ts";
import type { WithdrawnItem } from "../../../src/platform/db/documents/withdrawal.ts";
import { order } from "../../support/fixtures.ts";
import { answerOf } from "../../support/returns.ts";
import { formsOf, newShopper } from "../../support/shopper.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { orderToGermany, WITHDRAWALS, type Withdrawal } from "../../support/withdrawals.ts";

const service = useService({ trustProxy: true });
const store = useStore(service);
afterEach(() => service.setClock(undefined));

type Listed = Withdrawal & {
  by: string;
  identified: boolean;
  language: string;
  items: WithdrawnItem[] | null;
};

async function withdrawalsOf(email: string): Promise<Listed[]> {
  const { body } = await answerOf(store.get(`${WITHDRAWALS}?email=${encodeURIComponent(email)}`));
  return (body as { withdrawals: Listed[] }).withdrawals;
}

test("while withdrawal is off there is no page, like a store that isn't there", async () => {
  const shopper = newShopper(service);
  const off = await shopper.open(`/r/${store.id}/withdraw`);
  const [status, html] = [off.status, off.html];
  const none = await shopper.open("/r/sto_unknown/withdraw");
  expect([status, html]).toEqual([404, none.html]);
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  expect((await shopper.open(`/r/${store.id}/withdraw`)).status).toBe(200);
});

test("the steps of the withdrawal don't link to themselves, and its receipt links to them", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const shopper = newShopper(service);
  const linked: boolean[] = [];
  const look = () => linked.push(shopper.html.includes("<footer>"));
  await shopper.open(`/r/${store.id}/withdraw`);
  look();
  await shopper.send(0, { name: "Ann", order: "UNKNOWN", email: "none" });
  look();
  await shopper.send(0, { email: "ann@example.test" });
  look();
  await shopper.send(0, { _act: "confirm" });
  look();
  expect([shopper.status, linked]).toEqual([200, [false, false, false, true]]);
});

test("two steps in each language lead to the receipt, which says what was shown and can always be read", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  for (const language of LANGUAGES) {
    const orderId = await orderToGermany(store);
    const email = `${orderId.toLowerCase()}@example.test`;
    const shopper = newShopper(service, { language });
    await shopper.open(`/r/${store.id}/withdraw`);
    expect(shopper.html).toContain(`<h1>${escaped(TEXTS[language].withdraw)}</h1>`);
    await shopper.send(0, { name: "Zoë <b>", order: orderId, email, items: "1 × Tee\nMug" });
    expect(shopper.html).toContain(escaped(TEXTS[language].confirm));
    const { shown } = formsOf(shopper.html)[0]?.values ?? {};
    expect(await withdrawalsOf(email)).toEqual([]);
    await shopper.send(0, { _act: "confirm" });
    expect(shopper.status).toBe(200);
    const [made, ...rest] = await withdrawalsOf(email);
    expect(rest).toEqual([]);
    expect(made).toMatchObject({ by: "shopper", identified: true, language, statement: shown ?? "" });
    expect(made?.returnId).toStartWith("ret_");
    expect(shopper.html).toContain(escaped(made?.statement ?? ""));
    const receipt = await shopper.open(new URL(made?.receiptUrl ?? "").pathname);
    expect(receipt.html).toContain(escaped(made?.statement ?? ""));
    const [, time = ""] =
      new RegExp(`<time datetime="${made?.at.replace("+", "\\+")}">([^<]*)<`).exec(receipt.html) ?? [];
    // To the second and with the offset, as people write it.
    expect([language, time]).toEqual([language, expect.stringMatching(/\d:\d\d:\d\d.*[+-]\d\d:\d\d/)]);
    expect(time).toMatch(/\p{L}{4}/u);
    expect(receipt.headers.get("content-security-policy")).toContain("default-src 'none'");
  }
});

test("a confirmation that is sent again, or by the browser's way back, is the same receipt", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const email = "twice@example.test";
  const shopper = newShopper(service);
  await shopper.open(`/r/${store.id}/withdraw`);
  await shopper.send(0, { name: "Ann", order: "UNKNOWN", email });
  const second = shopper.html;
  await shopper.send(0, { _act: "confirm" });
  const first = shopper.path;
  shopper.html = second;
  await shopper.send(0, { _act: "confirm" });
  expect([shopper.path, (await withdrawalsOf(email)).length]).toEqual([first, 1]);
});

test("a confirmation whose answer was lost is the same receipt, also when its page has expired", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const email = "late-again@example.test";
  const shopper = newShopper(service);
  await shopper.open(`/r/${store.id}/withdraw`);
  await shopper.send(0, { name: "Ann", order: "UNKNOWN-3", email });
  const second = shopper.html;
  await shopper.send(0, { _act: "confirm" });
  const first = shopper.path;
  service.setClock(new Date(Date.now() + 2 * 3600_000));
  shopper.html = second;
  await shopper.send(0, { _act: "confirm" });
  service.setClock(undefined);
  expect([shopper.path, (await withdrawalsOf(email)).length]).toEqual([first, 1]);
});

test("a second click on the button at once leads to the same receipt", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const email = "clicks@example.test";
  const shopper = newShopper(service);
  await shopper.open(`/r/${store.id}/withdraw`);
  await shopper.send(0, { name: "Ann", order: "UNKNOWN-2", email });
  const { html } = shopper;
  const sent = await Promise.all(
    [1, 2, 3].map(async () => {
      const one = newShopper(service);
      one.html = html;
      await one.send(0, { _act: "confirm" });
      return `${one.status} ${one.path}`;
    }),
  );
  expect([...new Set(sent)]).toEqual([expect.stringMatching(/^200 .*\/receipts\//)]);
  expect(await withdrawalsOf(email)).toHaveLength(1);
});

test("an item is named after its quantity, and may begin with a size that looks like one", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const email = "sizes@example.test";
  const shopper = newShopper(service);
  await shopper.open(`/r/${store.id}/withdraw`);
  const items = "2 × Tee\n3x Mug\n 4*Cup\n3XL shirt\n2 XL shirt\n2 x 3XL shirt";
  await shopper.send(0, { name: "Ann", order: "UNKNOWN-3", email, items });
  await shopper.send(0, { _act: "confirm" });
  const [made] = await withdrawalsOf(email);
  expect(made?.items?.map(({ quantity, lineItemId }) => [quantity, lineItemId])).toEqual([
    [2, "Tee"],
    [3, "Mug"],
    [4, "Cup"],
    [1, "3XL shirt"],
    [1, "2 XL shirt"],
    [2, "3XL shirt"],
  ]);
});

test("numbers may be typed in the digits of Arabic, which the statement keeps", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const [orderId, email] = ["77001", "arabic@example.test"];
  await store.post("/stores/:store/orders", order(orderId, { customer: { email } }));
  const shopper = newShopper(service, { language: "ar" });
  await shopper.open(`/r/${store.id}/withdraw`);
  await shopper.send(0, { name: "Ann", order: "٧٧٠٠١", email, items: "٢ × Tee" });
  await shopper.send(0, { _act: "confirm" });
  const [made] = await withdrawalsOf(email);
  expect(made).toMatchObject({ identified: true, items: [{ lineItemId: "Tee", quantity: 2 }] });
  expect(made?.statement).toContain("٧٧٠٠١");
});

test("what is copied with invisible marks is withdrawn from, and its receipt goes to the address", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const orderId = await orderToGermany(store);
  const email = `${orderId.toLowerCase()}@example.test`;
  const shopper = newShopper(service);
  await shopper.open(`/r/${store.id}/withdraw`);
  await shopper.send(0, { name: "Ann", order: `\u2068${orderId}\u2069`, email: `\u200b${email}\u200e` });
  await shopper.send(0, { _act: "confirm" });
  expect(shopper.status).toBe(200);
  const [made] = await withdrawalsOf(email);
  expect(made).toMatchObject({ identified: true, returnId: expect.stringMatching(/^ret_/) });
  expect(made?.statement).toContain(`: ${email}`);
});

test("capitals of an order's number don't matter where its customer withdraws", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const orderId = await orderToGermany(store);
  const withdraw = async (email: string) => {
    const shopper = await newShopper(service).open(`/r/${store.id}/withdraw`);
    await shopper.send(0, { name: "Ada", order: orderId.toLowerCase(), email });
    await shopper.send(0, { _act: "confirm" });
    expect(shopper.status).toBe(200);
    const [made] = await withdrawalsOf(email);
    return made && { identified: made.identified, isReturned: made.returnId !== null };
  };
  const unknown = { identified: false, isReturned: false };
  expect(await withdraw(`${orderId.toLowerCase()}.other@example.test`)).toEqual(unknown);
  expect(await withdraw(`${orderId.toLowerCase()}@example.test`)).toEqual({
    identified: true,
    isReturned: true,
  });
});

test("where the store sends no mails, no mail with the receipt is promised", async () => {
  const { form } = TEXTS.en;
  const promised = async () => {
    const shopper = await newShopper(service).open(`/r/${store.id}/withdraw`);
    const first = shopper.html.includes(form.emailHint);
    await shopper.send(0, { name: "Ada", order: "W-1", email: "ada@example.test" });
    return [first, shopper.html.includes(form.sent.replace("{email}", "ada@example.test"))];
  };
  await store.patch("/stores/:store", { withdrawal: { enabled: true }, mail: { enabled: true } });
  expect(await promised()).toEqual([true, true]);
  await store.patch("/stores/:store", { mail: { enabled: false } });
  expect(await promised()).toEqual([false, false]);
  await store.patch("/stores/:store", { mail: { enabled: true } });
});

test("what was typed stays beside its fault, and can be changed in the second step", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const shopper = newShopper(service, { language: "de" });
  await shopper.open(`/r/${store.id}/withdraw`);
  await shopper.send(0, { name: "Ann", order: "", email: "nobody" });
  expect([shopper.status, formsOf(shopper.html)[0]?.values.name]).toEqual([400, "Ann"]);
  for (const fault of [TEXTS.de.faults.order, TEXTS.de.faults.email]) expect(shopper.html).toContain(fault);
  await shopper.send(0, { order: "A-1", email: "ann@example.test" });
  await shopper.send(0, { _act: "change" });
  expect(formsOf(shopper.html)[0]?.values).toMatchObject({ name: "Ann", order: "A-1" });
});

test("a consumer who has no number says what they ordered, as the form and its fault say", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const shopper = await newShopper(service).open(`/r/${store.id}/withdraw`);
  const [hint, email] = ["what you ordered, and when", `${crypto.randomUUID()}@example.test`];
  expect(shopper.html).toContain(hint);
  await shopper.send(0, { name: "Ann", order: "", email });
  expect([shopper.status, shopper.html.split(hint).length - 1]).toEqual([400, 2]);
  await shopper.send(0, { order: "the blue shirt, on 3 May" });
  await shopper.send(0, { _act: "confirm" });
  const [made] = await withdrawalsOf(email);
  expect(made?.statement).toContain("the order the blue shirt, on 3 May.");
  expect(made).toMatchObject({ identified: false, returnId: null });
});

test("fields take no more than a statement may have, and an item that is too long is said to be", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const shopper = await newShopper(service).open(`/r/${store.id}/withdraw`);
  const bounds = ["name", "order", "email"].map((name) => {
    const [input = ""] = new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(shopper.html) ?? [];
    return /maxlength="(\d+)"/.exec(input)?.[1];
  });
  expect(bounds).toEqual(["200", "200", "254"]);
  await shopper.send(0, { name: "Ann", order: "A-1", email: "ann@example.test", items: "x".repeat(256) });
  expect([shopper.status, shopper.html.includes("with at most 255 characters")]).toEqual([400, true]);
});

test("a statement is confirmed as it was shown, or shown again", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const email = "changed@example.test";
  const shopper = newShopper(service);
  await shopper.open(`/r/${store.id}/withdraw`);
  await shopper.send(0, { name: "Ann", order: "A-1", email });
  const second = shopper.html;
  const changes: Record<string, string>[] = [
    { order: "A-2" },
    { _token: "forged" },
    { shown: "I withdraw." },
  ];
  for (const change of changes) {
    shopper.html = second;
    await shopper.send(0, { ...change, _act: "confirm" });
    expect([shopper.status, await withdrawalsOf(email)]).toEqual([410, []]);
  }
  shopper.html = second;
  service.setClock(new Date(Date.now() + 2 * 3600_000));
  await shopper.send(0, { _act: "confirm" });
  expect([shopper.status, await withdrawalsOf(email)]).toEqual([410, []]);
  await shopper.send(0, { _act: "confirm" });
  expect((await withdrawalsOf(email)).length).toBe(1);
});

test("an erased receipt is 410, another store's and a guessed one 404; given ones stay when it is turned off", async () => {
  const own = await service.newStore({ beside: store });
  const body = { name: "Ann", order: "A-1", email: "ann@example.test", confirmed: true };
  const made = (await answerOf(own.post(WITHDRAWALS, body))).body as { withdrawal: Withdrawal };
  const path = new URL(made.withdrawal.receiptUrl).pathname;
  const shopper = newShopper(service);
  expect((await shopper.open(path)).status).toBe(200);
  expect((await shopper.open(path.replace(own.id, store.id))).status).toBe(404);
  expect((await shopper.open(path.slice(0, -1))).status).toBe(404);
  await own.post(`${WITHDRAWALS}/${made.withdrawal.id}/erase`, undefined);
  expect((await shopper.open(path)).status).toBe(410);
});

test("only statements about orders of others are limited: 10 for a number from one address", async () => {
  await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  const orderId = await orderToGermany(store);
  const confirm = async (email: string, order: string, address: string) => {
    const shopper = newShopper(service, { address });
    await shopper.open(`/r/${store.id}/withdraw`);
    await shopper.send(0, { name: "Ann", order, email });
    return (await shopper.send(0, { _act: "confirm" })).status;
  };
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push(await confirm("x@example.test", orderId, "10.9.9.9"));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect(await confirm("x@example.test", orderId, "10.9.9.10")).toBe(200);
});

function escaped(text: string): string {
  const escapes: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? "");
}
