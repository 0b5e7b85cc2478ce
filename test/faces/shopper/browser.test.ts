import { beforeAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { textsIn } from "../../../src/faces/shopper/texts/texts.ts";
import { TEXTS } from "../../../src/features/withdrawals/texts/texts-of.ts";
import { directionOf, LANGUAGES, type Language } from "../../../src/lib/languages.ts";
import { findings, lacksChromium } from "../../support/chromium.ts";
import { picture, useConsole } from "../../support/console-browser.ts";
import { order } from "../../support/fixtures.ts";
import type { TestStore } from "../../support/service.ts";
import { openShopperPage } from "../../support/shopper.ts";
import { useService } from "../../support/use-service.ts";
import { orderToGermany } from "../../support/withdrawals.ts";

const isSkipped = lacksChromium(import.meta.path, "the shopper's pages are");
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };
const MAX_PAGE_BYTES = 30_000;
const EMAIL = "ada@example.test";
/** Without a place where it could break. */
const LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff".repeat(3);

describe.skipIf(isSkipped)("the shopper's pages in a browser", () => {
  const service = useService();
  const used = useConsole(service);
  const store = {} as TestStore;
  beforeAll(async () => {
    Object.assign(store, await service.newStore({ name: "Green Shop" }));
    await openShopperPage(store, { color: "#0b6e4f" });
    await store.patch("/stores/:store", { withdrawal: { enabled: true } });
  });

  /** Each page is looked at in both themes, in one half of the languages each. */
  const themeOf = (language: Language) => (LANGUAGES.indexOf(language) % 4 < 2 ? "dark" : "light");
  const ways = LANGUAGES.flatMap((language, i): [Language, typeof PHONE, boolean][] => [
    [language, PHONE, i % 2 === 0],
    [language, DESKTOP, i % 2 === 1],
  ]);
  test.each(ways)(
    "in %s at %p the whole way needs no script and axe finds nothing",
    async (language, size, isPlain) => {
      const number = `${language}-${size.width}`;
      const customer = { id: "ada", email: EMAIL };
      await store.post("/stores/:store/orders", order(number, { customer }));
      const { page, faults } = await used.open(undefined, {
        ...{ viewport: size, locale: language, bypassCSP: true, javaScriptEnabled: !isPlain },
        colorScheme: themeOf(language),
      });
      const texts = textsIn(language);
      const bytes = sizesOf(page);
      const look = async (step: string) => {
        await picture(page, `shopper-${step}-${language}-${size.width}`);
        expect([step, isPlain ? [] : await faultsOf(page, size.width)]).toEqual([step, []]);
      };
      await page.goto(`${used.origin}/r/${store.id}`);
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      await look("find");
      await page.getByLabel(texts.find.order).fill(number);
      await page.getByLabel(texts.find.email).fill(EMAIL);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: texts.choose.title }).waitFor();
      await look("choose");
      await page.getByRole("spinbutton").first().fill("1");
      await page.getByRole("combobox").first().selectOption("damaged");
      await page.getByRole("button", { name: texts.choose.button, exact: true }).press("Enter");
      await page.getByRole("heading", { level: 1, name: texts.review.title }).waitFor();
      await look("review");
      await page.getByRole("radio").first().focus();
      await page.keyboard.press("ArrowDown");
      await page.getByRole("button", { name: texts.review.send }).press("Enter");
      await page.getByRole("heading", { level: 1, name: texts.follow.sentTitle }).waitFor();
      await look("follow");
      await page.getByLabel(texts.follow.comment, { exact: false }).first().fill("Hello");
      await page.getByRole("button", { name: texts.follow.addButton, exact: true }).press("Enter");
      await page.getByText(texts.follow.added, { exact: true }).waitFor();
      await page.getByRole("button", { name: texts.follow.cancel }).press("Enter");
      await page.getByText(texts.follow.cancelled, { exact: true }).waitFor();
      await look("cancelled");
      expect(Math.max(...(await Promise.all(bytes)))).toBeLessThan(MAX_PAGE_BYTES);
      expect(faults()).toEqual([]);
      await page.context().close();
    },
  );

  test("withdrawal, its faults and its receipt fit a phone in each language, and axe finds nothing", async () => {
    for (const language of LANGUAGES) {
      const orderId = await orderToGermany(store);
      const { page, faults } = await used.open(undefined, {
        ...{ viewport: PHONE, locale: language, bypassCSP: true, colorScheme: themeOf(language) },
      });
      const { withdraw, form, confirm, receipt } = TEXTS[language];
      const bytes = sizesOf(page);
      const look = async (step: string) => {
        await picture(page, `shopper-withdraw-${step}-${language}`);
        const at = `${language} ${step}`;
        expect([at, await page.locator("html").getAttribute("dir")]).toEqual([at, directionOf(language)]);
        expect([at, await faultsOf(page, PHONE.width)]).toEqual([at, []]);
      };
      await page.goto(`${used.origin}/r/${store.id}/withdraw`);
      await page.getByRole("heading", { level: 1, name: withdraw }).waitFor();
      await look("state");
      await page.getByLabel(form.name).fill(LONG_NAME);
      await page.getByLabel(form.order).fill(orderId);
      await page.getByLabel(form.email).fill("ada@example");
      await page.getByLabel(form.items).fill(`${"i".repeat(300)}\n2 × Tee`);
      await page.getByRole("button", { name: form.next }).press("Enter");
      await page.locator("[aria-invalid=true]").first().waitFor();
      await look("faults");
      await page.getByLabel(form.email).fill(`${"a".repeat(60)}@example.test`);
      await page.getByLabel(form.items).fill(`${"i".repeat(200)}\n2 × Tee`);
      await page.getByRole("button", { name: form.next }).press("Enter");
      await page.getByRole("heading", { level: 1, name: confirm }).waitFor();
      await look("check");
      await page.getByRole("button", { name: confirm }).press("Enter");
      await page.getByRole("heading", { level: 1, name: receipt.title }).waitFor();
      await look("receipt");
      expect(Math.max(...(await Promise.all(bytes)))).toBeLessThan(MAX_PAGE_BYTES);
      expect(faults().filter((fault) => !fault.includes("400"))).toEqual([]);
      await page.context().close();
    }
  });

  test("every field and button is reached by Tab in the order of the page, and the menu changes the language", async () => {
    const { page } = await used.open(undefined, { viewport: PHONE, locale: "en" });
    await page.goto(`${used.origin}/r/${store.id}`);
    const reached: (string | null)[] = [];
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press("Tab");
      reached.push(
        await page.evaluate(
          () => document.activeElement?.textContent || (document.activeElement as HTMLInputElement).name,
        ),
      );
    }
    const { find, languages, language } = textsIn("en");
    expect(reached).toEqual(["Green Shop", `${languages}: ${language}`, "order", "contact", find.button]);
    await page.locator("summary").press("Enter");
    await page.getByRole("link", { name: "العربية" }).click();
    await page.getByRole("heading", { level: 1, name: textsIn("ar").find.title }).waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    await page.context().close();
  });
});

/** Returns what axe finds, of any impact, and by how much the page is too wide. */
async function faultsOf(page: Page, width: number): Promise<string[]> {
  const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth }));
  return [...(await findings(page)), ...(scrollWidth > width ? [`${scrollWidth - width} px too wide`] : [])];
}

/** Collects the compressed size of each document with the style sheets that it may have to load. */
function sizesOf(page: Page): Promise<number>[] {
  const sizes: Promise<number>[] = [];
  const sheets = new Map<string, number>();
  page.on("response", (response) => {
    const isPage = response.request().resourceType() === "document" && response.status() === 200;
    const isSheet = response.request().resourceType() === "stylesheet";
    if (!isPage && !isSheet) return;
    sizes.push(
      response.body().then((body) => {
        const bytes = gzipSync(body).byteLength;
        if (isSheet) sheets.set(response.url(), bytes);
        return bytes + [...sheets.values()].reduce((sum, each) => sum + each, 0);
      }),
    );
  });
  return sizes;
}
