import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { sql } from "drizzle-orm";
import { PAGES } from "../../../src/faces/console/pages.ts";
import { ROLE_WORDS } from "../../../src/faces/console/role-words.ts";
import { SECTIONS } from "../../../src/faces/console/sections.ts";
import { CAUSES } from "../../../src/faces/console/texts/causes.ts";
import { FAILURES } from "../../../src/faces/console/texts/failures.ts";
import { SENTENCES } from "../../../src/faces/console/texts/sentences.ts";
import { TEXTS } from "../../../src/faces/console/texts/texts.ts";
import { ROLE_NAMES, ROLES } from "../../../src/features/people/roles.ts";
import { PROBLEM_CODES } from "../../../src/lib/problem-codes.ts";
import { newBrowser, newPerson, type TestBrowser } from "../../support/console.ts";
import { order } from "../../support/fixtures.ts";
import { levelOf, putStock } from "../../support/inventory.ts";
import { fileOfOrder } from "../../support/order-imports.ts";
import { newReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { deliveriesOf, newWebhook } from "../../support/webhooks.ts";
import { withdraw, withdrawalOf } from "../../support/withdrawals.ts";

const service = useService();
const store = useStore(service);
let owner: TestBrowser;
/** What stands in the paths of pages that show one thing. */
const paths: Record<string, string> = {
  ":orderId": "1",
  ":customerId": "customer-of-1",
  ":segmentKey": "buyers",
  ":kind": "medusa",
};
beforeAll(async () => {
  owner = await newPerson(service, store, "owner", { password: "correct horse battery staple" });
  const made = await store.post("/stores/:store/locations", { name: "1" });
  const place = ((await made.json()) as { id: string }).id;
  Object.assign(paths, { ":personId": owner.personId, ":locationId": place });
  const settings = { timeZone: "Europe/Berlin", firstStatus: "needs_review", mail: { enabled: true } };
  await store.patch("/stores/:store", settings);
  await store.post("/stores/:store/orders", order("1"));
  paths[":returnId"] = (await newReturn(store)).id;
  paths[":withdrawalId"] = (await withdraw(store, withdrawalOf("1"))).id;
  const [level] = await putStock(store, [levelOf(place)]);
  paths[":levelId"] = String(level?.id);
  const lines = {
    _act: "import",
    file: "product_id,title,location_id,quantity\ncup,Cup,nowhere,1",
    orders: `${fileOfOrder("2")}no order\n`,
  };
  for (const path of ["/inventory/import", "/order-imports"]) {
    const started = await owner.post(`:store${path}`, lines);
    const address = String(started.headers.get("location")).replace(/^.*stores\/[^/]+/, "");
    paths[address.replace(/[^/]+$/, ":importId")] = address;
  }
  await store.put("/stores/:store/segments/buyers", {
    where: { all: [{ event: "ordered" }, { customer: "createdAt", op: ">", value: "2026-01-31T00:00:00Z" }] },
  });
  const webhook = await newWebhook(store, { externalId: "erp" });
  await newReturn(store, { orderId: "2" });
  const system = { provider: "Carrier", url: "https://rma.example.com", token: "sesame" };
  const added = await store.post("/stores/:store/integrations", system);
  const credentials = { apiKey: "sk_5f0c8a", webhookSecret: "a long random secret" };
  await store.put("/stores/:store/connectors/medusa", { url: "https://shop.example", credentials });
  await service.drain();
  await store.ctx.db.execute(sql`update mails set state = 'failed', finished_at = now(),
    error = 'the mail server refused the recipient' where store_id = ${store.id}`);
  const [delivery] = await deliveriesOf(store, webhook.id);
  Object.assign(paths, { ":webhookId": webhook.id, ":deliveryId": String(delivery?.deliveryId) });
  paths[":integrationId"] = ((await added.json()) as { id: string }).id;
  // It says what the last act has done.
  await owner.get(":store");
});

const GERMAN = { "Accept-Language": "de-AT,de;q=0.9" };
const OPEN = "⟦";
const CLOSE = "⟧";

/** Returns the texts with each marked, so that what a page shows beside them is seen. */
function marked(texts: Record<string, string>): Record<string, string> {
  const mark = (text: string) => OPEN + text.replace(" | ", `${CLOSE} | ${OPEN}`) + CLOSE;
  return Object.fromEntries(Object.entries(texts).map(([sentence, text]) => [sentence, mark(text)]));
}

/** What is no text of the console: names that people gave, code, times and amounts, other languages' own names. */
const DATA =
  /<(bdi|code|pre|time|kbd|title|noscript|option|textarea)\b[^>]*>.*?<\/\1>|<button class="choice" name="language".*?<\/button>|<(?:p|small) class="quote".*?<\/(?:p|small)>|<span class="(?:money|avatar|brand-mark|tag)".*?<\/span>/gs;
const TAG = /<[^>"]*(?:"[^"]*"[^>"]*)*>/g;
const ATTRIBUTE =
  /\s(?:aria-label|title|placeholder|alt|data-(?:one|other|none|some|whole|away|unreached|here|uncounted|counted|leave|no-camera|close|unchosen|known|elsewhere))="([^"]*)"/g;
/** What has the same name in every language, examples of events and fields too. */
const NAMES =
  /\b(?:ordered|plan|total|Aftersale|Ctrl K|PUBLIC_URL|SMTP_URL|RETENTION_\w+|https:\/\/[\w./]+)\b/g;
/** Months and hours at the columns of a chart. */
const MOMENTS = /\d{1,2}\. (?:Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sept|Okt|Nov|Dez)|\bUhr\b/g;

/** Returns the words of a page that stand in no marked text. */
function unmarked(page: string): string[] {
  const shown = page.slice(page.indexOf("<body")).replaceAll(/\s(?:data-title|value)="[^"]*"/g, "");
  const attributes = [...shown.replaceAll(/<(?:time|bdi)[^>]*>/g, "").matchAll(ATTRIBUTE)].map(
    ([, text = ""]) => text,
  );
  const texts = shown.replaceAll(DATA, " ").replaceAll(TAG, " ");
  const rest = [texts, ...attributes].map((text) => {
    let before = "";
    let left = text;
    while (left !== before) [before, left] = [left, left.replaceAll(/⟦[^⟦⟧]*⟧/g, " ")];
    return left.replaceAll(NAMES, " ").replaceAll(MOMENTS, " ").replaceAll(/&\w+;/g, " ");
  });
  return rest.flatMap((text) => text.match(/\p{L}{2,}/gu) ?? []);
}

const { en: ENGLISH = {}, ...TRANSLATED } = TEXTS;

const addressOf = (path: string) => {
  const filled = Object.entries(paths).reduce((text, [part, given]) => text.replace(part, given), path);
  return `:store${path === "/" ? "" : filled}`;
};

describe("in a language in which every text of the table is marked", () => {
  const german = TEXTS.de ?? {};
  beforeAll(() => {
    const service = Object.fromEntries(
      Object.keys({ ...FAILURES, ...SENTENCES, ...CAUSES }).map((sentence) => [sentence, sentence]),
    );
    TEXTS.de = marked({ ...ENGLISH, ...service });
  });
  afterAll(() => {
    TEXTS.de = german;
  });

  /** What is a file or a picture says nothing. */
  const shown = PAGES.filter(({ path }) => !/\.csv$|\/(?:file|export|images\/:commentId)$/.test(path));
  test.each(shown.map(({ path }) => path))("%s has no other words", async (path) => {
    for (const query of ["", "?q=nothing-like-that", "?q=1"]) {
      const response = await owner.get(addressOf(path) + query, GERMAN);
      if (response.status === 303) continue;
      const page = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect(page).toContain('<html lang="de"');
      expect([path, ...unmarked(page)]).toEqual([path]);
    }
  });

  test("nor have the pages of signing in, of the account, and those that say what went wrong", async () => {
    const signedOut = newBrowser(service, store);
    for (const [browser, path] of [
      [signedOut, "/sign-in"],
      [owner, "/account"],
      [owner, `/account?store=${store.id}`],
      [owner, "/nowhere"],
      [owner, "/stores/none"],
    ] as const) {
      const page = await (
        await browser.get(path, { ...GERMAN, Referer: "http://localhost/console/stores/x" })
      ).text();
      expect([path, ...unmarked(page)]).toEqual([path]);
    }
  });
});

describe("what a program or a shop didn't do", () => {
  const german = async (path: string) => (await owner.get(addressOf(path), GERMAN)).text();

  test.each([
    ["the shop answered with the status 503", "der Shop hat mit dem Status 503 geantwortet"],
    [
      "the shop answered with the status 301, which leads to https://new.example/: give the address that the shop has there",
      "Geben Sie die Adresse an, die der Shop dort hat",
    ],
    [
      "the name can't be resolved: there is no such name",
      "der Name lässt sich nicht auflösen: diesen Namen gibt es nicht",
    ],
    [
      "Order 7 was rejected: The order could not be read. The log of the service has the error.",
      "Die Bestellung 7 wurde abgewiesen: Die Bestellung war nicht zu lesen.",
    ],
  ])("is said in the reader's language of a connected shop: %s", async (error, text) => {
    await store.ctx.db.execute(
      sql`update connectors set last_error = ${error}, failing_since = now() where store_id = ${store.id}`,
    );
    for (const path of ["/settings/connectors", "/settings/connectors/medusa"])
      expect([path, await german(path)]).toEqual([path, expect.stringContaining(text)]);
  });

  test("is said so of a webhook, and another's own words stay as they are", async () => {
    const attempted = (error: string) =>
      store.ctx.db.execute(
        sql`update webhook_attempts set status = null, error = ${error} where store_id = ${store.id}`,
      );
    for (const [error, text] of [
      ["connection refused", "Verbindung abgelehnt"],
      ["gone <fishing>", "gone &lt;fishing&gt;"],
    ] as const) {
      await attempted(error);
      for (const path of ["/developer/deliveries", "/developer/webhooks/:webhookId/deliveries/:deliveryId"])
        expect([path, await german(path)]).toEqual([path, expect.stringContaining(`<bdi>${text}</bdi>`)]);
    }
  });

  test("is a sentence that the service says", async () => {
    const folders = ["src/platform/net", "src/features/connectors", "src/features/payouts"];
    const source = (await Promise.all(folders.map(sourceOf))).join("\n");
    const unsaid = Object.keys(FAILURES).filter((sentence) =>
      sentence.split(/\{\d\}/).some((part) => !source.includes(part)),
    );
    expect(unsaid).toEqual([]);
  });
});

test("the request log has a word for every code of an error, in each language", () => {
  const causes = Object.values(PROBLEM_CODES).map(({ cause }) => cause);
  expect(causes.filter((cause) => !Object.hasOwn(CAUSES, cause))).toEqual([]);
  expect(Object.keys(CAUSES).filter((cause) => !causes.includes(cause as never))).toEqual([]);
});

const valuesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted();

test("each language has the same values in its texts, and none is left in English", () => {
  for (const [language, texts] of Object.entries(TRANSLATED)) {
    for (const [sentence, text] of Object.entries(texts)) {
      expect([language, sentence, valuesOf(text)]).toEqual([language, sentence, valuesOf(sentence)]);
      expect([sentence, text.split(" | ").length]).toEqual([sentence, sentence.split(" | ").length]);
    }
    const long = Object.entries(texts).filter(
      ([sentence, text]) =>
        (text.replaceAll(/\{\w+\}/g, "").match(/\p{L}{3,}/gu)?.length ?? 0) > 3 && sentence === text,
    );
    expect([language, ...long]).toEqual([language]);
  }
});

/** Returns the text of the TypeScript files below a folder. */
async function sourceOf(folder: string): Promise<string> {
  const files = [...new Glob("**/*.ts").scanSync(folder)].filter((file) => !/(?:^|\/)texts\//.test(file));
  return (await Promise.all(files.map((file) => Bun.file(`${folder}/${file}`).text()))).join("\n");
}

test("each sentence stands in one table, and something says it", async () => {
  const folder = "src/faces/console/texts";
  const tables = [...new Glob("*.ts").scanSync(folder)].filter(
    (file) => !/^(?:texts|translations)\.ts$/.test(file),
  );
  const all: string[] = [];
  for (const file of tables) {
    const [table = {}] = Object.values(
      (await import(`../../../${folder}/${file}`)) as Record<string, object>,
    );
    all.push(...Object.keys(table));
  }
  expect(all.filter((sentence, i) => all.indexOf(sentence) !== i)).toEqual([]);
  const console = await sourceOf("src/faces/console");
  const unused = Object.keys(ENGLISH).filter((sentence) => !console.includes(JSON.stringify(sentence)));
  expect(unused).toEqual([]);
});

test("scripts of the console say nothing but what the page gives them", async () => {
  const said: string[] = [];
  for await (const file of new Glob("*.js").scan("src/faces/console/assets")) {
    const script = await Bun.file(`src/faces/console/assets/${file}`).text();
    const words =
      /(?:\btoast\(|\breport\("\w+", (?:\w+ \? )?|textContent = |"aria-label", |\.title = )\s*["`][^"`]*[a-z]{2}/g;
    said.push(...(script.match(words) ?? []).map((found) => `${file}: ${found}`));
  }
  expect(said).toEqual([]);
});

test("a thing has one name: in the navigation, as the title of its page, and in the table of roles", async () => {
  for (const { sections } of SECTIONS) {
    for (const { name, path } of sections) {
      const page = await (await owner.get(addressOf(path))).text();
      const [, title] = /<h1><bdi>([^<]*)<\/bdi><\/h1>/.exec(page) ?? [];
      const [, entry] = /aria-current="page">([^<]*)</.exec(page) ?? [];
      expect([path, title, entry]).toEqual([path, name, name]);
    }
  }
  for (const role of ROLE_NAMES) {
    const { title, may } = ROLE_WORDS[role];
    expect([title.replace("#role", ""), may as string]).toEqual([ROLES[role].title, ROLES[role].may]);
  }
});

/** Other words for things that have a name. */
const DRIFTED =
  /\b(?:log ?in|log ?out|sign-?out|e-?mails? address|API keys?|API tokens?|user ?names?|web hooks?|RMAs?)\b/i;

test("no text of the table has another name for a thing", () => {
  const all = JSON.stringify(Object.values(ENGLISH));
  expect(all.replaceAll("e-mail address", "").match(DRIFTED)?.[0]).toBeUndefined();
});

test("the language is the one that the person has chosen, else the browser's first that there is", async () => {
  const person = await newPerson(service, store, "owner");
  const languageOf = async (accepted: string) =>
    /<html lang="(\w+)"/.exec(
      await (await person.get(":store/settings", { "Accept-Language": accepted })).text(),
    )?.[1];
  expect(await languageOf("tlh, fr-CA;q=0.8, de;q=0.9")).toBe("de");
  expect(await languageOf("tlh")).toBe("en");
  expect(await languageOf("")).toBe("en");
  const back = `/console/stores/${store.id}/settings`;
  const chosen = await person.post("/preferences", { language: "es", back });
  expect([chosen.status, chosen.headers.get("location")]).toEqual([303, back]);
  expect(await languageOf("fr")).toBe("es");
  await person.post("/preferences", { language: "tlh", back: "//elsewhere.example" });
  expect(await languageOf("fr")).toBe("es");
  const page = await (await person.get(":store/settings")).text();
  expect(page).toContain("Zona horaria");
  expect(page).toMatch(/lang="es"\s+aria-pressed="true"/);
});
