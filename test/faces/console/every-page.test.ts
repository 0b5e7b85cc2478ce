import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { PAGES } from "../../../src/faces/console/pages.ts";
import { invite } from "../../../src/features/people/invite.ts";
import { createSignInLink } from "../../../src/features/people/sign-in-link.ts";
import { lacksChromium, seriousFindings, VISUAL_RULES } from "../../support/chromium.ts";
import { newPerson, ofPeople, type TestBrowser } from "../../support/console.ts";
import { picture, useConsole } from "../../support/console-browser.ts";
import { addUnusualNames, filledDemo } from "../../support/console-store.ts";
import { wideStore } from "../../support/long-texts.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { useService } from "../../support/use-service.ts";

const isSkipped = lacksChromium(import.meta.path, "the console's pages are");
const WIDE = { width: 1600, height: 900 };
const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };
const SMALLEST_PHONE = { width: 320, height: 640 };
const SMALL_PHONE = { width: 360, height: 740 };
/** The frame of all pages is looked at with the first one. */
const CONTENT = { within: "#main" };
const VISUAL = { ...CONTENT, rules: VISUAL_RULES };
/** A colour on its way to another one is no fault. */
const STILL = { reducedMotion: "reduce" } as const;

const INVITED = { email: "kim@fernhill.example", role: "support", invitedBy: "Mira Castellanos" };

/** Patterns without parameters come first: `/returns/new` is no return. */
const PATTERNS = PAGES.map(({ path }) => path)
  .toSorted((a, b) => a.split(":").length - b.split(":").length)
  .map((path) => ({
    path,
    matches: new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`),
  }));

/** With it mails have a button. */
const server = await startMailServer();

describe.skipIf(isSkipped)("every page of the console in a browser", () => {
  const service = useService({ smtp: server.settings });
  const used = useConsole(service);
  let owner: TestBrowser;
  beforeAll(async () => {
    const demo = await filledDemo(service, used.ctx);
    owner = demo.owner;
    await addUnusualNames(demo.store);
  });

  test("is reached by links, fits any screen, asks nothing of other hosts, and axe finds nothing serious", async () => {
    const { page, faults } = await used.open(owner, { viewport: DESKTOP, ...STILL });
    const found: string[] = [];
    const { seen, files } = await crawl(page, `${used.origin}/console/stores/demo`, async (path) => {
      found.push(...(await faultsOf(page, path)).map((fault) => `${path}: ${fault}`));
    });
    const filtered = "/returns?status=open&sku=X&reason=Too+small";
    await page.goto(`${used.origin}/console/stores/demo${filtered}`);
    found.push(...(await tooWideOn(page, filtered)));
    for (const file of files) expect([file, (await page.request.get(file)).status()]).toEqual([file, 200]);
    expect([...found, ...faults()]).toEqual([]);
    const reached = [...seen, ...files.map((file) => patternOf(new URL(file).pathname))];
    // A page without a link has no line in `sections.ts`, or lacks what it shows: `filledDemo` makes that.
    expect(PAGES.map(({ path }) => path).filter((path) => !reached.includes(path))).toEqual([]);
    await page.context().close();
  });

  test("also in German, where every name, id and text is as long as it may be, without a place to break", async () => {
    const { store, owner: wide } = await wideStore(service);
    const { page, faults } = await used.open(wide, { viewport: DESKTOP, locale: "de-DE", ...STILL });
    const found: string[] = [];
    const { seen } = await crawl(page, `${used.origin}/console/stores/${store.id}`, async (path) => {
      found.push(...(await tooWideOn(page, path.replace(/W{20,}/g, "WW"))));
    });
    expect([...found, ...faults()]).toEqual([]);
    const missed = PAGES.map(({ path }) => path).filter(
      (path) => !seen.includes(path) && !/\.|file|export|image/.test(path),
    );
    expect(missed).toEqual([]);
    await page.context().close();
  });

  test("so do the pages of signing in and of the account", async () => {
    const visitor = await used.open(undefined, { viewport: PHONE, ...STILL });
    const { url: invitation } = await invite(ofPeople(used.ctx), "demo", INVITED);
    const { url: link } = await createSignInLink(ofPeople(used.ctx), owner.email);
    const found: string[] = [];
    for (const address of [`${used.origin}/console/sign-in`, invitation, link]) {
      await visitor.page.goto(address);
      found.push(...(await faultsOf(visitor.page, new URL(address).pathname)));
    }
    const person = await used.open(owner, { viewport: PHONE, ...STILL });
    const referer = `${used.origin}/console/stores/demo`;
    for (const path of ["/console", "/console/account"]) {
      await person.page.goto(used.origin + path, { referer });
      expect(new URL(person.page.url()).pathname).toBe(path);
      found.push(...(await faultsOf(person.page, path)));
    }
    expect([...found, ...visitor.faults(), ...person.faults()]).toEqual([]);
    for (const { page } of [visitor, person]) await page.context().close();
  });

  test("also in a store that has nothing yet", async () => {
    const store = await service.newStore({ name: "متجر جديد ".repeat(6).trim() });
    const person = await newPerson(service, store, "owner", { name: "ليلى" });
    const { page, faults } = await used.open(person, { viewport: PHONE, colorScheme: "dark", ...STILL });
    const found: string[] = [];
    for (const { path } of PATTERNS.filter(({ path }) => !/[:.]/.test(path))) {
      await page.goto(`${used.origin}/console/stores/${store.id}${path === "/" ? "" : path}`);
      const faulty = [...(await seriousFindings(page, CONTENT)), ...(await overflowOf(page))];
      found.push(...faulty.map((fault) => `${path}: ${fault}`));
      await picture(page, `empty-${nameOf(path)}`);
    }
    expect([...found, ...faults()]).toEqual([]);
    await page.context().close();
  });
});

/** Returns by how much the page that is shown is too wide, on screens of all sizes, and words that are broken on a tablet. */
async function tooWideOn(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const size of [SMALLEST_PHONE, PHONE, TABLET, WIDE, DESKTOP]) {
    await page.setViewportSize(size);
    found.push(...(await overflowOf(page)).map((fault) => `${path} at ${size.width}: ${fault}`));
    if (size === TABLET)
      found.push(...(await brokenWordsOf(page, HEADS)).map((word) => `${path}: ${word} is broken`));
  }
  await picture(page, `wide-${nameOf(path)}`);
  return found;
}

/** Heads of columns, and badges. */
const HEADS = "thead th, thead th a, td .badge";
/** Addresses, which break behind their parts. */
const ADDRESSES = 'tbody .url bdi, td[data-title="Customer"] small bdi';

/** Returns the words that stand on two lines. */
async function brokenWordsOf(page: Page, within: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const texts = [...document.querySelectorAll(selector)].flatMap(({ childNodes }) =>
      [...childNodes].filter((node) => node instanceof Text),
    );
    return texts.flatMap((text) =>
      [...text.data.matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      }),
    );
  }, within);
}

/** Returns what is wrong with the page that is shown, on all screens and in both themes. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  const isFirst = path === "/" || path.startsWith("/console");
  const found: string[] = [];
  const look = async (name: string, size: typeof PHONE, colorScheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    found.push(...(await overflowOf(page)).map((fault) => `${name}: ${fault}`));
    await picture(page, `${nameOf(path)}-${name}`);
  };
  const judge = async (name: string, looking: Parameters<typeof seriousFindings>[1]) => {
    found.push(...(await seriousFindings(page, looking)).map((finding) => `${name}: ${finding}`));
  };
  await look("desktop", DESKTOP, "light");
  await judge("desktop", isFirst ? {} : CONTENT);
  await look("tablet", TABLET, "light");
  found.push(...(await brokenWordsOf(page, ADDRESSES)).map((word) => `tablet: ${word} is broken`));
  await look("small phone", SMALL_PHONE, "dark");
  await look("phone", PHONE, "dark");
  await judge("phone", isFirst ? {} : VISUAL);
  return found;
}

function nameOf(path: string): string {
  return path.replace(/[^\w]+/g, "-").replace(/^-/, "") || "home";
}

/** Says by how many pixels a page is wider than its window, which tables have columns out of sight, which tiles overlap, and whether filters need a second line. */
async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const more = document.documentElement.scrollWidth - window.innerWidth;
    const clipped = [...document.querySelectorAll(".table-frame")].flatMap((frame) => {
      const hidden = frame.scrollWidth - frame.clientWidth;
      const name = frame.querySelector("table")?.getAttribute("aria-label");
      return hidden > 0 ? [`${hidden} px of the table ${name} are out of sight`] : [];
    });
    const tiles = [...document.querySelectorAll(".tiles > li > *")].flatMap((tile) => {
      const wider = Math.round(tile.getBoundingClientRect().width - (tile.parentElement?.clientWidth ?? 0));
      return wider > 0 ? [`${wider} px of the tile ${tile.textContent?.trim()} lie on its neighbour`] : [];
    });
    const chips = [...document.querySelectorAll(".chips:has(> :nth-child(8)) > .chip")];
    const lines = new Set(chips.flatMap((chip) => [...chip.getClientRects()].map(({ top }) => top))).size;
    const isFolded = lines > 1 && window.innerWidth < 1400;
    return [
      ...(more > 0 ? [`${more} px too wide`] : []),
      ...clipped,
      ...tiles,
      ...(isFolded ? [`filters on ${lines} lines`] : []),
    ];
  });
}

/**
 * Opens a page of each pattern that links or searches lead to, and calls `look` with its path. Returns the patterns, and the
 * addresses of linked files, which aren't opened.
 */
async function crawl(page: Page, base: string, look: (path: string) => Promise<void>) {
  const waiting = [base];
  const seen = new Set<string | undefined>(["/"]);
  const files = new Map<string | undefined, string>();
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const response = await page.goto(address);
    expect([address, response?.status()]).toEqual([address, 200]);
    await look(address.slice(base.length) || "/");
    for (const { href, isFile } of await linksOf(page)) {
      if (!href.startsWith(base)) continue;
      const pattern = patternOf(new URL(href).pathname);
      if (pattern === undefined) throw new Error(`A link of ${address} leads to no page: ${href}`);
      if (isFile) files.set(pattern, href);
      else if (!seen.has(pattern)) waiting.push(href);
      if (!isFile) seen.add(pattern);
    }
  }
  return { seen: [...seen], files: [...files.values()] };
}

function linksOf(page: Page): Promise<{ href: string; isFile: boolean }[]> {
  return page.evaluate(() => [
    // The links of a chart have no `href` that is a string.
    ...[...document.querySelectorAll("a[href]")].map((link) => ({
      href: new URL(link.getAttribute("href") ?? "", document.baseURI).href,
      isFile: link.hasAttribute("download") || link.getAttribute("target") === "_blank",
    })),
    ...[...document.querySelectorAll<HTMLFormElement>("form[method=get]")].map(({ action }) => ({
      href: action,
      isFile: false,
    })),
  ]);
}

/** Returns the pattern of a page of a store. */
function patternOf(pathname: string): string | undefined {
  const path = pathname.replace(/^\/console\/stores\/[^/]+/, "") || "/";
  return PATTERNS.find(({ matches }) => matches.test(path))?.path;
}
