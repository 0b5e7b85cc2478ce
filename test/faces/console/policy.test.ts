import { beforeAll, describe, expect, test } from "bun:test";
import { isShownWhole } from "../../../src/faces/console/policy/form-values.ts";
import { SHOPS } from "../../features/policy/shops.ts";
import { fullPolicy } from "../../support/bodies.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { openShopperPage } from "../../support/shopper.ts";
import { useService, useStore } from "../../support/use-service.ts";

const PAGE = ":store/settings/policy";
const service = useService();
const store = useStore(service);
let owner: TestBrowser;
beforeAll(async () => {
  owner = await newPerson(service, store, "owner");
});

const FORM = {
  _act: "save",
  next: "save",
  version: "0",
  "count-rules": "0",
  "count-reasons": "0",
  timeZone: "UTC",
};
const textOf = (html: string) =>
  html
    .slice(html.indexOf("<main"))
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replace(/\s+/g, " ");
const pageText = async (path = PAGE) => textOf(await (await owner.get(path)).text());
const saved = async () =>
  (await (await store.get("/stores/:store/policy")).json()) as Record<string, unknown>;

test("a policy is written in a form, shown in sentences, changed, and each version is kept", async () => {
  expect(await pageText()).toContain("There is none yet, so everything may be returned for ever.");
  expect(await pageText()).toContain("Turn the shopper page on");
  await openShopperPage(store);
  expect(await pageText()).toContain("Open the shopper page");
  const fields = {
    ...{
      ...FORM,
      timeZone: "Europe/Berlin",
      "window/days": "30",
      "window/from": "delivered",
      "count-rules": "2",
    },
    ...{ "rules.0.when/tags": "sale, outlet", "rules.0.then/eligible": "false" },
    "rules.0.then/texts": "en: Sale items can't be returned.\r\nde: Reduziertes nicht.",
    ...{
      "rules.1.when/pricePaid/op": "<",
      "rules.1.when/pricePaid/value": "10",
      "rules.1.then/keepItem": "true",
    },
    ...{ "rules.1.then/fee": "none", "rules.1.then/outcomes.refund": "on", "rules.1.then/window/days": "" },
    ...{
      "count-reasons": "1",
      "reasons.0.code": "damaged",
      "reasons.0.texts": "en: Damaged",
      "reasons.0.needs.photo": "on",
    },
  };
  expect((await owner.post(PAGE, fields)).status).toBe(303);
  const policy = {
    timeZone: "Europe/Berlin",
    window: { days: 30, from: "delivered" },
    rules: [
      {
        when: { tags: ["sale", "outlet"] },
        then: { eligible: false, texts: { en: "Sale items can't be returned.", de: "Reduziertes nicht." } },
      },
      {
        when: { pricePaid: { op: "<", value: "10" } },
        then: { keepItem: true, fee: null, outcomes: ["refund"] },
      },
    ],
    reasons: [{ code: "damaged", texts: { en: "Damaged" }, needs: ["photo"] }],
  };
  expect(await saved()).toEqual({ version: 1, policy });
  const page = await pageText();
  expect(page).toContain("When the line has the tag sale or outlet : it can't be returned.");
  expect(page).toContain(
    "When the price paid per unit is less than 10 : for a refund; without a fee; the shopper keeps the item.",
  );
  const changed = { ...fields, version: "1", "window/days": "60" };
  expect((await owner.post(PAGE, changed)).status).toBe(303);
  expect(await saved()).toMatchObject({ version: 2, policy: { window: { days: 60 } } });
  expect(await pageText(`${PAGE}?version=1`)).toContain("This is version 1. Save it to make it the newest.");
});

test("what another person has saved meanwhile isn't overwritten", async () => {
  const stale = await owner.post(PAGE, {
    ...FORM,
    version: "1",
    "window/days": "7",
    "window/from": "ordered",
  });
  expect(stale.status).toBe(409);
  expect(textOf(await stale.text())).toContain("The policy is at version 2. If-Match names another one.");
  expect(await saved()).toMatchObject({ version: 2 });
});

describe("a fault", () => {
  test("stands beside its field, in the words of the form, and what was typed is kept", async () => {
    const answer = await owner.post(PAGE, {
      ...{ ...FORM, version: "2", timeZone: "Berlin", "count-rules": "1" },
      ...{ "rules.0.when/countries": "DE, Germany", "rules.0.then/window/days": "ten" },
    });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toMatch(/id="field-timeZone"[^>]*value="Berlin"|value="Berlin"[^>]*id="field-timeZone"/);
    const text = textOf(html);
    expect(text).toContain("Time zone must be a time zone of the IANA database, such as Europe/Berlin.");
    expect(text).toContain("Shipped to must be the code of a country of ISO 3166, such as DE.");
    expect(text).toContain("Days to return must be a whole number from 0 to 10000.");
    expect(html).toContain('value="DE, Germany"');
    expect(html).not.toContain("form-fault");
  });

  test("of the JSON stands beside it, each by its path", async () => {
    const document = JSON.stringify({ timeZone: "UTC", windows: {}, rules: [{ then: {} }] });
    const answer = await owner.post(PAGE, { _act: "saveJson", version: "2", document });
    expect(answer.status).toBe(400);
    const text = textOf(await answer.text());
    expect(text).toContain("There is no field windows: did you mean window? rules.0.then must not be empty.");
    const broken = await owner.post(PAGE, { _act: "saveJson", version: "2", document: "{" });
    expect(textOf(await broken.text())).toContain("This is not valid JSON.");
  });
});

test("rules are added, moved and removed without saving", async () => {
  const fields = { ...FORM, version: "2", "count-rules": "2" };
  const rules = { "rules.0.when/tags": "first", "rules.1.when/tags": "second" };
  const pressing = async (next: string) => (await owner.post(PAGE, { ...fields, ...rules, next })).text();
  expect(await pressing("add:rules")).toContain("Rule 3");
  const moved = await pressing("up:rules:1");
  expect(moved.indexOf('value="second"')).toBeLessThan(moved.indexOf('value="first"'));
  expect(await pressing("remove:rules:0")).not.toContain('value="first"');
  expect(await saved()).toMatchObject({ version: 2 });
});

test("what is typed is tried on past returns, and not saved", async () => {
  const { status } = await store.post("/stores/:store/orders", order("tried"));
  expect(status).toBe(200);
  expect((await store.post("/stores/:store/returns", returnOf("tried"))).status).toBe(201);
  const never = { "count-rules": "1", "rules.0.then/eligible": "false" };
  const answer = await owner.post(PAGE, { ...FORM, version: "2", ...never, next: "try" });
  expect(answer.status).toBe(200);
  const shown = await answer.text();
  expect(textOf(shown)).toContain(
    "Tried on the last returns Nothing is saved. Returns 1 Allowed 0 Refused 1 Changed 1",
  );
  // With the buttons, which are in sight wherever the form is scrolled to.
  expect(shown).toMatch(/<div class="form-buttons"><div class="tried" role="status">/);
  expect(await saved()).toMatchObject({ version: 2 });
  const faulty = await owner.post(PAGE, { ...FORM, version: "2", timeZone: "Berlin", next: "try" });
  expect(faulty.status).toBe(400);
  expect(textOf(await faulty.text())).toContain("Time zone must be a time zone of the IANA database");
});

test("the form shows policies of all kinds of shops whole, and another one as JSON alone", () => {
  const policies = [fullPolicy(), ...Object.values(SHOPS).map(({ policy }) => policy)];
  expect(policies.filter((policy) => !isShownWhole(policy))).toEqual([]);
  expect(
    isShownWhole({ timeZone: "UTC", rules: [{ when: { tags: ["a, b"] }, then: { review: true } }] }),
  ).toBe(false);
});

test("a role that may not change it reads sentences", async () => {
  const support = await newPerson(service, store, "support");
  const page = await (await support.get(PAGE)).text();
  expect(textOf(page)).toContain("it can't be returned");
  expect(page).not.toContain('name="_act" value="save"');
});

test("its days and countries are said as people write them, in the reader's language", async () => {
  const when = { orderedFrom: "2026-11-01", orderedUntil: "2026-12-24", countries: ["DE"] };
  const policy = { timeZone: "UTC", rules: [{ when, then: { window: { until: "2027-01-31" } } }] };
  const { version } = await saved();
  const document = JSON.stringify(policy);
  expect((await owner.post(PAGE, { _act: "saveJson", version: String(version), document })).status).toBe(303);
  for (const [language, said] of [
    [
      "en-US",
      ["shipped to Germany and", "from Nov 1, 2026 and", "until Dec 24, 2026 :", "until Jan 31, 2027 ."],
    ],
    [
      "de-DE",
      ["versandt nach Deutschland und", "ab 01.11.2026 und", "bis 24.12.2026 :", "bis 31.01.2027 zurück"],
    ],
  ] as const) {
    const page = textOf(await (await owner.get(PAGE, { "Accept-Language": language })).text());
    expect(said.filter((part) => !page.includes(part))).toEqual([]);
  }
});

test("its numbers are written as the reader writes them, with the digits that they have", async () => {
  const when = { pricePaid: { op: ">", value: "1250.5" }, discountPercent: { op: "<", value: "12.5" } };
  const then = { fee: { amount: "2.90", of: "return" }, bonus: { percent: "7.5" } };
  const then2 = { fee: { percent: "0.25", of: "unit" } };
  const policy = {
    timeZone: "UTC",
    rules: [
      { when, then },
      { when: {}, then: then2 },
    ],
  };
  const { version } = await saved();
  const document = JSON.stringify(policy);
  expect((await owner.post(PAGE, { _act: "saveJson", version: String(version), document })).status).toBe(303);
  for (const [language, said] of [
    [
      "en-US",
      [
        "more than 1,250.5",
        "less than 12.5 percent",
        "a fee of 2.90 for",
        "is 7.5 percent",
        "of 0.25 percent",
      ],
    ],
    ["de-DE", [" 1.250,5 ", " 12,5 Prozent", "2,90", "7,5 Prozent", "0,25 Prozent"]],
    ["fr-FR", ["2,90", "7,5 pour cent", "0,25 pour cent"]],
    ["es-ES", ["2,90", "7,5", "0,25 por ciento"]],
  ] as const) {
    const page = textOf(await (await owner.get(PAGE, { "Accept-Language": language })).text());
    expect([language, said.filter((part) => !page.includes(part))]).toEqual([language, []]);
  }
});
