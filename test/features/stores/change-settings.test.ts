import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { order, returnOf } from "../../support/fixtures.ts";
import { answerOf, problemAnswer } from "../../support/returns.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const STORE = "/stores/:store";
const LOCATIONS = `${STORE}/locations`;

/** Changes a store and returns its settings that have parts. */
async function changed(store: { patch(path: string, body: unknown): Promise<Response> }, change: object) {
  const { status, body } = await answerOf(store.patch(STORE, change));
  expect(status).toBe(200);
  const { shopperPage, withdrawal, mail } = body as Record<string, object>;
  return { shopperPage, withdrawal, mail };
}

type Totals = { refund: { amount: { currency: string } } };
type Listed = { locations: { id: string; name: string; isDefault: boolean }[] };

test("PATCH store: changes what the body has, for orders and returns that come later", async () => {
  const store = await service.newStore({ currency: "USD" });
  await store.post("/stores/:store/orders", { ...order("before"), currencyCode: undefined });
  const change = { currency: "EUR", firstStatus: "needs_review" };
  expect(await answerOf(store.patch(STORE, change))).toMatchObject({
    status: 200,
    body: { ...change, name: "Test shop" },
  });
  expect(await answerOf(store.patch(STORE, {}))).toMatchObject({ status: 200, body: change });
  await store.post("/stores/:store/orders", { ...order("after"), currencyCode: undefined });
  const currencyOf = async (orderId: string) => {
    const { body } = await answerOf(store.post("/stores/:store/returns", returnOf(orderId)));
    return (body as { return: { totals: Totals } }).return.totals.refund.amount.currency;
  };
  expect([await currencyOf("before"), await currencyOf("after")]).toEqual(["USD", "EUR"]);
  await store.post("/stores/:store/orders", order("last"));
  const made = await answerOf(store.post("/stores/:store/returns", returnOf("last")));
  expect(made).toMatchObject({ status: 201, body: { return: { status: "needs_review" } } });
});

test("PATCH store: names what is wrong", async () => {
  const store = await service.newStore();
  for (const [body, pointer] of [
    [{ name: " " }, "/name"],
    [{ currency: "ABC" }, "/currency"],
    [{ firstStatus: "closed" }, "/firstStatus"],
    ...["Mars/Olympus", "+01:00", "", "UTC\u0000", "x".repeat(65)].map(
      (timeZone) => [{ timeZone }, "/timeZone"] as const,
    ),
  ]) {
    const answer = await answerOf(store.patch(STORE, body));
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  }
});

test("PATCH store: lists what was changed of a store's own settings, the newest first, as often as it changes", async () => {
  const store = await service.newStore();
  const other = await service.newStore();
  const historyOf = async ({ get }: typeof store) =>
    ((await answerOf(get(STORE))).body as { history: Record<string, unknown>[] }).history;
  const entry = (setting: string, from: string, to: string) => ({
    ...{ setting, from, to, by: expect.any(String), byId: expect.stringMatching(/^cli_/) },
    at: expect.stringMatching(/^20.*Z$/),
  });
  await store.patch(STORE, { timeZone: "Europe/Berlin" });
  await store.patch(STORE, { timeZone: "Europe/Berlin", name: 'A "shop"', color: "red" });
  await store.patch(STORE, { shopperPage: { enabled: true } });
  const changes = [entry("name", "Test shop", 'A "shop"'), entry("timeZone", "UTC", "Europe/Berlin")];
  expect(await historyOf(store)).toEqual(changes);
  // Of changes at once each is in it, and follows the one before.
  const zones = Array.from({ length: 8 }, (_, i) => `Etc/GMT-${i + 1}`);
  await Promise.all(zones.map((timeZone) => store.patch(STORE, { timeZone })));
  const atOnce = (await historyOf(store)).slice(0, 8).toReversed();
  expect(atOnce.map(({ to }) => to).toSorted()).toEqual(zones.toSorted());
  expect(atOnce.map(({ from }) => from)).toEqual([
    "Europe/Berlin",
    ...atOnce.slice(0, -1).map(({ to }) => to),
  ]);
  for (let i = 0; i < 50; i++) await store.patch(STORE, { name: `Shop ${i}` });
  const last = await historyOf(store);
  expect([last.length, last[0]?.to, last.at(-1)?.to]).toEqual([50, "Shop 49", "Shop 0"]);
  expect(await historyOf(other)).toEqual([]);
});

test("PATCH store: changes the fields of the shopper's page, withdrawal and mail that the body has", async () => {
  const store = await service.newStore();
  const page = {
    findBy: ["postal_code", "email", "email"],
    origins: ["https://Shop.example/"],
    color: "#0B6E4F",
  };
  const texts = { return_received: { de: { subject: "Ihre Rücksendung" } } };
  expect(await changed(store, { shopperPage: page, mail: { texts, replyTo: "help@shop.example" } })).toEqual({
    shopperPage: {
      ...{ enabled: false, findBy: ["postal_code", "email"], origins: ["https://shop.example"] },
      ...{ logoUrl: null, color: "#0b6e4f" },
    },
    withdrawal: { enabled: false, days: 14, status: null, labels: {} },
    mail: expect.objectContaining({ enabled: false, from: null, replyTo: "help@shop.example", texts }),
  });
  const withdrawal = { days: 30, status: "needs_review", labels: { confirm: { en: "confirm now" } } };
  const logoUrl = "https://shop.example/logo.png";
  expect(await changed(store, { withdrawal, shopperPage: { logoUrl, color: null } })).toMatchObject({
    shopperPage: {
      findBy: ["postal_code", "email"],
      origins: ["https://shop.example"],
      logoUrl,
      color: null,
    },
    withdrawal: { enabled: false, ...withdrawal },
    mail: { texts },
  });
  const shown = await answerOf(store.get(STORE));
  expect(shown).toMatchObject({
    status: 200,
    body: { shopperPage: { logoUrl }, withdrawal, mail: { texts }, waiting: { soonDays: 2, lateDays: 5 } },
  });
  const waiting = { lateDays: 9 };
  expect(await answerOf(store.patch(STORE, { waiting }))).toMatchObject({
    body: { waiting: { soonDays: 2, ...waiting } },
  });
});

test("PATCH store: turning the shopper's page or withdrawal on turns mail on, and what the body says of mail counts", async () => {
  const mailAfter = async (...changes: object[]) => {
    const store = await service.newStore();
    let parts = {};
    for (const change of changes) parts = await changed(store, change);
    return (parts as { mail: { enabled: boolean } }).mail.enabled;
  };
  const [page, withdrawal] = [{ shopperPage: { enabled: true } }, { withdrawal: { enabled: true } }];
  const off = { mail: { enabled: false } };
  expect(await mailAfter({ shopperPage: { enabled: false }, withdrawal: {} })).toBe(false);
  expect(await mailAfter(page)).toBe(true);
  expect(await mailAfter(withdrawal)).toBe(true);
  expect(await mailAfter({ ...page, ...off })).toBe(false);
  // It is on already: nothing is turned on.
  expect(await mailAfter(page, off, page)).toBe(false);
  expect(await mailAfter(page, off, { shopperPage: { enabled: false } }, page)).toBe(true);
});

test("PATCH store: names each fault of the shopper's page, withdrawal and mail, and changes nothing", async () => {
  const store = await service.newStore();
  const before = await answerOf(store.get(STORE));
  for (const [body, ...pointers] of [
    [{ shopperPage: { enabled: "yes" } }, "/shopperPage/enabled"],
    [{ shopperPage: null }, "/shopperPage"],
    [{ shopperPage: { findBy: [] } }, "/shopperPage/findBy"],
    [{ shopperPage: { findBy: ["name"] } }, "/shopperPage/findBy/0"],
    [
      { shopperPage: { origins: ["https://a.example/b", "https://a.example", "*", "ftp://a.example"] } },
      ...["/shopperPage/origins/0", "/shopperPage/origins/2", "/shopperPage/origins/3"],
    ],
    [{ shopperPage: { logoUrl: "http://a.example/b.png" } }, "/shopperPage/logoUrl"],
    [{ shopperPage: { logoUrl: "https://a.example/b.png; script-src *" } }, "/shopperPage/logoUrl"],
    [{ shopperPage: { logoUrl: "javascript:alert(1)" } }, "/shopperPage/logoUrl"],
    [{ shopperPage: { color: "red" } }, "/shopperPage/color"],
    [{ shopperPage: { color: "#0b6e4f;" } }, "/shopperPage/color"],
    [{ withdrawal: { days: 13 } }, "/withdrawal/days"],
    [{ withdrawal: { days: 366 } }, "/withdrawal/days"],
    [{ withdrawal: { days: 14.5 } }, "/withdrawal/days"],
    [{ withdrawal: { status: "complete" } }, "/withdrawal/status"],
    [{ withdrawal: { labels: { withdraw: { en: "" } } } }, "/withdrawal/labels/withdraw/en"],
    [{ withdrawal: { labels: { confirm: { de: " \u00a0" } } } }, "/withdrawal/labels/confirm/de"],
    [{ waiting: { soonDays: 0 } }, "/waiting/soonDays"],
    [{ waiting: { soonDays: 9, lateDays: 8 } }, "/waiting/lateDays"],
    [{ mail: { from: "not an address" } }, "/mail/from"],
    [{ mail: { languages: [] } }, "/mail/languages"],
    [{ mail: { languages: ["tlh"] } }, "/mail/languages/0"],
    [{ mail: { kinds: ["newsletter"] } }, "/mail/kinds/0"],
    [{ mail: { kinds: [] } }, "/mail/kinds"],
    [
      { mail: { texts: { return_received: { en: { subject: "a\r\nBcc: b" } } } } },
      "/mail/texts/return_received/en/subject",
    ],
    [
      { mail: { texts: { return_received: { en: { subject: " " }, de: { text: "\n " } } } } },
      ...["/mail/texts/return_received/en/subject", "/mail/texts/return_received/de/text"],
    ],
  ] as [object, ...string[]][]) {
    const errors = pointers.map((pointer) => expect.objectContaining({ pointer }));
    expect(await answerOf(store.patch(STORE, body))).toMatchObject({ status: 400, body: { errors } });
  }
  expect(await answerOf(store.get(STORE))).toEqual(before);
});

test("PATCH store: of changes at the same time none is lost", async () => {
  const store = await service.newStore();
  const changes = [
    { shopperPage: { enabled: true } },
    { shopperPage: { color: "#000000" } },
    { withdrawal: { days: 20 } },
    { mail: { replyTo: "a@b.example" } },
  ];
  await Promise.all(changes.map((change) => store.patch(STORE, change)));
  expect(await answerOf(store.get(STORE))).toMatchObject({
    body: {
      shopperPage: { enabled: true, color: "#000000" },
      withdrawal: { days: 20 },
      mail: { enabled: true, replyTo: "a@b.example" },
    },
  });
});

test("locations: there is one default, the first one until another becomes it", async () => {
  const store = await service.newStore();
  const add = async (body: object) => {
    const answer = await answerOf(store.post(LOCATIONS, body));
    expect(answer).toMatchObject({ status: 201, body });
    return (answer.body as { id: string }).id;
  };
  const defaults = async () =>
    ((await (await store.get(LOCATIONS)).json()) as Listed).locations.map(({ name, isDefault }) => [
      name,
      isDefault,
    ]);
  const first = await add({
    name: "First",
    address: { line1: "1 Dock Rd", line2: "", city: "Town", state: "", postalCode: "", country: "" },
  });
  const second = await add({ name: "Second" });
  expect(await defaults()).toEqual([
    ["First", true],
    ["Second", false],
  ]);
  await store.put(`${LOCATIONS}/${second}`, { name: "Second", isDefault: true });
  expect(await defaults()).toEqual([
    ["First", false],
    ["Second", true],
  ]);
  await store.put(`${LOCATIONS}/${second}`, { name: "Renamed", isDefault: false });
  expect(await defaults()).toEqual([
    ["First", false],
    ["Renamed", true],
  ]);
  await Promise.all(
    [first, second].map((id) => store.put(`${LOCATIONS}/${id}`, { name: id, isDefault: true })),
  );
  expect((await defaults()).filter(([, isDefault]) => isDefault)).toHaveLength(1);
  const nameless = await answerOf(store.put(`${LOCATIONS}/${first}`, { name: " " }));
  expect(nameless).toMatchObject({ status: 400, body: { errors: [{ pointer: "/name" }] } });
});

test("locations: one of another store is unknown", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const { id } = (await (await other.post(LOCATIONS, { name: "Theirs" })).json()) as { id: string };
  const unknown = problemAnswer(404, `The store has no location ${id}.`);
  expect(await answerOf(store.get(`${LOCATIONS}/${id}`))).toEqual(unknown);
  expect(await answerOf(store.put(`${LOCATIONS}/${id}`, { name: "Ours", isDefault: true }))).toEqual(unknown);
});

test("texts that were stored while they could be blank are still shown", async () => {
  const store = await service.newStore();
  const labels = { withdraw: { en: " " } };
  const texts = { return_received: { en: { subject: " ", text: " " } } };
  const { status } = await store.patch(STORE, { withdrawal: { labels: { withdraw: { en: "x" } } } });
  expect(status).toBe(200);
  await store.ctx.db.execute(sql`
    update stores set store_settings = jsonb_set(jsonb_set(store_settings, '{withdrawal,labels}', ${JSON.stringify(labels)}::jsonb, true),
      '{mail,texts}', ${JSON.stringify(texts)}::jsonb, true) where store_id = ${store.id}`);
  expect(await answerOf(store.get(STORE))).toMatchObject({
    status: 200,
    body: { withdrawal: { labels }, mail: { texts } },
  });
});
