import { afterEach, expect, test } from "bun:test";
import { textsIn } from "../../../src/faces/shopper/texts/texts.ts";
import type { Mail } from "../../../src/features/mail/schema.ts";
import { order } from "../../support/fixtures.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { formsOf, newShopper, openShopperPage, textOf } from "../../support/shopper.ts";
import { useService } from "../../support/use-service.ts";

const server = await startMailServer();
const service = useService({ trustProxy: true, smtp: server.settings });
afterEach(() => service.setClock(undefined));
const EMAIL = "ada@example.test";
const { code: TEXTS } = textsIn("en");

test("after 300 wrong tries in an hour a code is asked for, whether the order exists or not, and leads to it", async () => {
  const store = await shop("W-1");
  await exhaust(store, "W-1");
  await exhaust(store, "N-9");
  const right = await find(store, "W-1", EMAIL);
  expect(textOf(right.html)).toContain(TEXTS.lead);
  const shape = ({ status, html }: typeof right) => ({
    ...{ status, html: html.replace(/value="[^"]*"/, "") },
    token: formsOf(html)[0]?.values._token?.length,
  });
  const expected = shape(right);
  expect(shape(await find(store, "W-1", "eve@example.test"))).toEqual(expected);
  expect(shape(await find(store, "N-9", EMAIL))).toEqual(expected);
  // A # more is no way around.
  expect(textOf((await find(store, "#W-1", "eve@example.test")).html)).toContain(TEXTS.lead);
  const [mail, ...others] = await codesOf(store);
  expect([mail?.to, others]).toEqual([EMAIL, []]);
  const code = /: (\d{6})\n/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(code).toHaveLength(6);
  const other = `${(Number(code) + 1) % 1_000_000}`.padStart(6, "0");
  const asking = right.html;
  await right.send(0, { code: other });
  expect([right.status, textOf(right.html).includes(TEXTS.wrong)]).toEqual([400, true]);
  await right.send(0, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
  expect([right.status, right.path.includes("/order?token=")]).toEqual([200, true]);
  // The code is of its page alone, for five tries, and for 15 minutes.
  const next = await find(store, "W-1", EMAIL);
  await next.send(0, { code });
  expect(next.status).toBe(400);
  const unknown = await find(store, "N-9", EMAIL);
  expect((await unknown.send(0, { code })).status).toBe(400);
  right.html = asking;
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) {
    right.html = asking;
    statuses.push((await right.send(0, { code: other })).status);
  }
  expect(statuses).toEqual([400, 400, 400, 429]);
  service.setClock(new Date(Date.now() + 16 * 60_000));
  right.html = asking;
  expect((await right.send(0, { code })).status).toBe(410);
});

test("a page that asks for a code counts as a try, and its mails have a bound", async () => {
  const store = await shop("W-2");
  await exhaust(store, "W-2");
  const address = "10.9.0.1";
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push((await find(store, "W-2", EMAIL, address)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect((await find(store, "W-2", EMAIL)).status).toBe(200);
  expect(await codesOf(store)).toHaveLength(10);
});

test("the mail of a code leads to the withdrawal where the store offers it", async () => {
  for (const enabled of [false, true]) {
    const store = await shop("W-5");
    await store.patch("/stores/:store", { withdrawal: { enabled }, mail: { enabled: true } });
    await exhaust(store, "W-5");
    const asked = await find(store, "W-5", EMAIL);
    const [mail] = await codesOf(store);
    expect([enabled, mail?.text?.includes(`/r/${store.id}/withdraw`)]).toEqual([enabled, enabled]);
    // In the digits of Arabic, as a phone may write them.
    const code = /: (\d{6})\n/.exec(mail?.text ?? "")?.[1] ?? "";
    await asked.send(0, { code: code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + +digit)) });
    expect([asked.status, asked.path.includes("/order?token=")]).toEqual([200, true]);
  }
});

test("where a store sends no mail, or the order has no address, a right try is enough", async () => {
  const silent = await shop("W-3");
  const customer = { id: "bo", phoneNumber: "+4915112345678" };
  await silent.post("/stores/:store/orders", order("W-4", { customer }));
  await openShopperPage(silent, { findBy: ["email", "phone"] });
  await exhaust(silent, "W-4");
  expect((await find(silent, "W-4", "+4915112345678")).path).toContain("/order?token=");
  await silent.patch("/stores/:store", { mail: { enabled: false } });
  expect((await find(silent, "W-4", "x@example.test")).status).toBe(400);
});

async function shop(number: string): Promise<TestStore> {
  const store = await service.newStore();
  await store.post("/stores/:store/orders", order(number, { customer: { id: "ada", email: EMAIL } }));
  await openShopperPage(store);
  return store;
}

let networks = 0;

/** Tries 300 times, from as many networks as it takes. */
async function exhaust(store: TestStore, number: string): Promise<void> {
  for (let i = 0; i < 10; i++) {
    const address = () => `10.8.${++networks >> 8}.${networks & 255}`;
    const tries = Array.from({ length: 30 }, () => find(store, number, "x@example.test", address()));
    const statuses = new Set((await Promise.all(tries)).map(({ status }) => status));
    expect([...statuses]).toEqual([400]);
  }
}

async function find(store: TestStore, number: string, contact: string, address?: string) {
  const shopper = newShopper(service, address === undefined ? {} : { address });
  shopper.html = `<form action="/r/${store.id}?lang=en"></form>`;
  return shopper.send(0, { order: number, contact });
}

async function codesOf(store: TestStore): Promise<Mail[]> {
  const { body } = await answerOf(store.get("/stores/:store/mails?limit=50"));
  return (body as { mails: Mail[] }).mails.filter(({ kind }) => kind === "order_code");
}
