import { beforeAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { textsIn } from "../../../src/faces/shopper/texts/texts.ts";
import { LANGUAGES, type Language } from "../../../src/lib/languages.ts";
import { lacksChromium } from "../../support/chromium.ts";
import { picture, useConsole } from "../../support/console-browser.ts";
import { order } from "../../support/fixtures.ts";
import type { TestStore } from "../../support/service.ts";
import { openShopperPage } from "../../support/shopper.ts";
import { useService } from "../../support/use-service.ts";

const isSkipped = lacksChromium(import.meta.path, "the shopper's pages are");
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };
const MAX_PAGE_BYTES = 30_000;
const EMAIL = "ada@example.test";

describe.skipIf(isSkipped)("the shopper's pages in a browser", () => {
  const service = useService();
  const used = useConsole(service);
  const store = {} as TestStore;
  beforeAll(async () => {
    Object.assign(store, await service.newStore({ name: "Green Shop" }));
    await openShopperPage(store, { color: "#0b6e4f" });
  });

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
      });
      const texts = textsIn(language);
      const bytes = sizesOf(page);
      const look = async (step: string) => {
        await picture(page, `shopper-${step}-${language}-${size.width}`);
        if (!isPlain) expect([step, await findings(page)]).toEqual([step, []]);
        const { scrollWidth } = isPlain
          ? { scrollWidth: 0 }
          : await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth }));
        expect(scrollWidth).toBeLessThanOrEqual(size.width);
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

/** Returns what axe finds, of any impact. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join("; ")}`,
  );
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
