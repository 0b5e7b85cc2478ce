import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PAGES } from "../../../src/faces/console/pages.ts";
import { SECTIONS } from "../../../src/faces/console/sections.ts";
import { TEXTS } from "../../../src/faces/console/texts/texts.ts";
import type { Texts } from "../../../src/faces/console/texts/texts-shape.ts";
import { ROLES } from "../../../src/features/people/roles.ts";
import { newBrowser, newPerson, type TestBrowser } from "../../support/console.ts";
import { order } from "../../support/fixtures.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
let owner: TestBrowser;
let location = "";
beforeAll(async () => {
  owner = await newPerson(service, store, "owner", { password: "correct horse battery staple" });
  const made = await store.post("/stores/:store/locations", { name: "1" });
  location = ((await made.json()) as { id: string }).id;
  await store.patch("/stores/:store", { timeZone: "Europe/Berlin", firstStatus: "needs_review" });
  await store.post("/stores/:store/orders", order("1"));
});

const GERMAN = { "Accept-Language": "de-AT,de;q=0.9" };
const OPEN = "⟦";
const CLOSE = "⟧";

/** Returns the texts with each marked, so that what a page shows beside them is seen. */
function marked<Part>(part: Part): Part {
  if (typeof part === "string") return (OPEN + part + CLOSE) as Part;
  return Object.fromEntries(
    Object.entries(part as object).map(([name, each]) => [name, marked(each)]),
  ) as Part;
}

/** What is no text of the console: names that people gave, code, times and amounts, other languages' own names. */
const DATA =
  /<(bdi|code|time|kbd|title|noscript|option)\b[^>]*>.*?<\/\1>|<button class="choice" name="language".*?<\/button>|<span class="(?:money|avatar|brand-mark)".*?<\/span>/gs;
const TAG = /<[^>"]*(?:"[^"]*"[^>"]*)*>/g;
const ATTRIBUTE = /\s(?:aria-label|title|placeholder|alt|data-one|data-other)="([^"]*)"/g;
/** What has the same name in every language. */
const NAMES = /\b(?:Aftersale|Ctrl K|PUBLIC_URL|RETENTION_\w+)\b/g;

/** Returns the words of a page that stand in no marked text. */
function unmarked(page: string): string[] {
  const shown = page.slice(page.indexOf("<body")).replaceAll(/\s(?:data-title|value)="[^"]*"/g, "");
  const attributes = [...shown.replaceAll(/<time[^>]*>/g, "").matchAll(ATTRIBUTE)].map(
    ([, text = ""]) => text,
  );
  const texts = shown.replaceAll(DATA, " ").replaceAll(TAG, " ");
  const rest = [texts, ...attributes].map((text) => {
    let before = "";
    let left = text;
    while (left !== before) [before, left] = [left, left.replaceAll(/⟦[^⟦⟧]*⟧/g, " ")];
    return left.replaceAll(NAMES, " ").replaceAll(/&\w+;/g, " ");
  });
  return rest.flatMap((text) => text.match(/\p{L}{2,}/gu) ?? []);
}

/** Returns every text with its place in the table. */
const linesOf = (part: object, path = ""): [string, string][] =>
  Object.entries(part).flatMap(([name, each]): [string, string][] =>
    typeof each === "string" ? [[`${path}/${name}`, each]] : linesOf(each, `${path}/${name}`),
  );

const addressOf = (path: string) =>
  `:store${path === "/" ? "" : path.replace(":personId", owner.personId).replace(":locationId", location)}`;

describe("in a language in which every text of the table is marked", () => {
  const german = TEXTS.de;
  beforeAll(() => {
    TEXTS.de = marked(TEXTS.en as Texts);
  });
  afterAll(() => {
    TEXTS.de = german as Texts;
  });

  const translated = PAGES.filter(({ isTranslated }) => isTranslated);
  test.each(translated.map(({ path }) => path))("%s has no other words", async (path) => {
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

  test("a page that is not translated is in English as a whole, its frame too", async () => {
    for (const { path } of PAGES.filter(({ isTranslated, path }) => !isTranslated && !/[:.]/.test(path))) {
      const page = await (await owner.get(addressOf(path), GERMAN)).text();
      const isChoice = /<button class="choice"[^>]*lang="de"[^>]*>⟦English⟧<\/button>/;
      expect([path, page.replace(isChoice, "").includes(OPEN)]).toEqual([path, false]);
      expect(page).toContain('<html lang="en"');
    }
  });
});

test("each language has the same texts, with the same values in them, and none is left in English", () => {
  const isCommon = (path: string) => /\/(?:sentences|selected|results|hours|days)\//.test(path);
  const values = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).toSorted();
  const { en, ...others } = TEXTS;
  const english = linesOf(en as Texts).filter(([path]) => !/\/(?:button|tone)$/.test(path));
  for (const [language, texts] of Object.entries(others)) {
    const found = new Map(linesOf(texts));
    for (const [path, text] of english.filter(([each]) => !isCommon(each))) {
      expect([language, path, values(found.get(path) ?? "none")]).toEqual([language, path, values(text)]);
    }
    const long = english.filter(([path, text]) => text.split(" ").length > 3 && found.get(path) === text);
    expect([language, ...long.map(([path]) => path)]).toEqual([language]);
    for (const [sentence, text] of Object.entries(texts.sentences))
      expect([sentence, values(text)]).toEqual([sentence, values(sentence)]);
  }
});

test("a thing has one name: in the navigation, as the title of its page, and in the table of roles", async () => {
  const names = TEXTS.en?.names as Texts["names"];
  for (const { sections } of SECTIONS) {
    for (const { name, path } of sections) {
      const page = await (await owner.get(addressOf(path))).text();
      const [, title] = /<h1><bdi>([^<]*)<\/bdi><\/h1>/.exec(page) ?? [];
      const [, entry] = /aria-current="page">([^<]*)</.exec(page) ?? [];
      expect([path, title, entry]).toEqual([path, names[name], names[name]]);
    }
  }
  const { roles } = TEXTS.en as Texts;
  for (const [role, { title, may }] of Object.entries(ROLES))
    expect(roles[role as keyof typeof roles]).toEqual({ title, may });
});

/** Other words for things that have a name. */
const DRIFTED =
  /\b(?:log ?in|log ?out|sign-?out|e-?mails? address|API keys?|API tokens?|user ?names?|web hooks?|RMAs?)\b/i;

test("no text of the table has another name for a thing", () => {
  const all = JSON.stringify(
    Object.values(linesOf({ ...(TEXTS.en as Texts), sentences: {} }).map(([, text]) => text)),
  );
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
