import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { createApp } from "../../../src/app.ts";
import { judged } from "../../contract/judge.ts";
import { lacksChromium, launchChromium, seriousFindings, VISUAL_RULES } from "../../support/chromium.ts";
import { order } from "../../support/fixtures.ts";
import { startService, type TestService, type TestStore } from "../../support/service.ts";
import { brokenWords, coveredCode, cutCode, narrowCells, tooNarrowOrWide } from "./page-faults.ts";

/** A folder for screenshots of the pages. */
const PICTURES = process.env.DOCS_PICTURES;

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
/** Phones, tablets, and windows without and with the list of headings beside. */
const WIDTHS = [360, 820, 1280, 1440];
const PAGES = [
  "/docs",
  "/docs/guides/quick-start",
  "/docs/guides/orders-and-returns",
  "/docs/guides/webhooks",
  "/docs/reference/stores",
  "/docs/reference/returns/createReturn",
  "/docs/reference/errors",
  "/docs/operate/deploy",
  "/docs/search?q=return",
];
/** As the browser's developer tools define slow 4G. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const FIRST_PAINT_MS = 1_000;
const FIRST_PAINT_ON_SLOW_4G_MS = 6_000;
/** This machine may be busy with other tests. */
const BUSY = 3;

type Opened = { page: Page; errors: string[]; hosts: Set<string> };
type Settings = { size?: keyof typeof SIZES; isSlow?: boolean };

let service: TestService;
let store: TestStore;
let server: ReturnType<typeof Bun.serve>;
let browser: Browser;

const isSkipped = lacksChromium(import.meta.path, "the docs are");

describe.skipIf(isSkipped)("the docs in a browser without access to other hosts", () => {
  beforeAll(async () => {
    service = await startService();
    store = await service.newStore();
    await store.post("/stores/:store/orders", order("1001"));
    const app = judged(createApp(store.ctx, { ready: true, stopping: false }));
    // The pages are made when one is first read.
    await app.fetch(new Request("http://localhost/docs"));
    server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop(true);
    await service?.stop();
  });

  test.each(["desktop", "phone"] as const)(
    "on a %s pages fit, light and dark, request only from the service, and axe finds nothing serious",
    async (size) => {
      for (const path of PAGES) {
        const { page, errors, hosts } = await open(path, { size });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SIZES[size].width);
        expect([path, await page.evaluate(coveredCode)]).toEqual([path, []]);
        expect([path, await page.evaluate(narrowCells)]).toEqual([path, []]);
        if (size === "desktop") expect([path, await page.evaluate(cutCode)]).toEqual([path, []]);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
          const [red = 255] = background.match(/\d+/g)?.map(Number) ?? [];
          expect(red > 200).toBe(colorScheme === "light");
          await picture(page, `${path.split("/").at(-1)}-${colorScheme}-${size}`);
          const rules = colorScheme === "light" ? {} : { rules: VISUAL_RULES };
          expect([path, colorScheme, await seriousFindings(page, rules)]).toEqual([path, colorScheme, []]);
        }
        expect([path, errors]).toEqual([path, []]);
        expect(hosts).toEqual(new Set([server.url.host]));
        await page.context().close();
      }
    },
  );

  test("on screens of every width the guides and the pages for operators fit, and cells have room", async () => {
    const { page } = await open("/docs");
    const { href } = new URL("/docs/llms.txt", server.url);
    const listed = (await (await fetch(href)).text()).matchAll(/\/docs\/[^\s()]+(?=\.md\))/g);
    const paths = [...new Set([...listed].map(([path]) => path))];
    expect(paths.length).toBeGreaterThan(PAGES.length);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      expect([width, await page.evaluate(tooNarrowOrWide, paths)]).toEqual([width, []]);
    }
    await page.context().close();
  });

  test("the first paint is quick, also on slow 4G", async () => {
    const quick = await open("/docs/reference/returns/createReturn");
    expect(await firstPaintMs(quick.page)).toBeLessThan(FIRST_PAINT_MS * BUSY);
    const slow = await open("/docs/reference/returns/createReturn", { isSlow: true });
    expect(await firstPaintMs(slow.page)).toBeLessThan(FIRST_PAINT_ON_SLOW_4G_MS);
    await Promise.all([quick, slow].map(({ page }) => page.context().close()));
  });

  test("store and secret are entered once, and a request from a form succeeds on another page", async () => {
    const { page, errors } = await open("/docs/reference/stores");
    await page.locator(".account summary").click();
    await page.getByLabel("Store", { exact: true }).fill(store.id);
    await page.getByLabel("API secret").fill(store.secret);
    await page.locator("h1").click();

    await page.goto(new URL("/docs/reference/orders/readOrder", server.url).href);
    const section = page.locator("#readOrder");
    expect(await section.locator("pre[data-language=curl]").textContent()).toContain(
      `${server.url.origin}/v2.2/stores/${store.id}/orders/ORDERID`,
    );
    await section.locator(".try summary").click();
    await section.locator("input[name=orderId]").fill("1001");
    await section.getByRole("button", { name: "Send the request" }).click();
    const result = section.locator(".result");
    await result.locator("pre").waitFor();
    await picture(page, "tried");
    expect(await result.locator("p").textContent()).toStartWith("200");
    expect(await result.locator("pre").textContent()).toContain('"orderId": "1001"');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  test("the search finds operations and guides, and the language of samples is kept", async () => {
    const { page } = await open("/docs/reference/returns/createReturn");
    await page.locator("#createReturn button[data-language=Python]").click();
    await page.keyboard.press("Control+k");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("search-field");
    await page.locator("#search-field").fill("orders createorder");
    await page.locator("#results a").first().waitFor();
    await picture(page, "search");
    expect(await page.locator("#results a").first().textContent()).toStartWith("Create an order");
    expect(await page.locator("#results mark").count()).toBeGreaterThan(0);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/reference/orders/createOrder");
    const shown = page.locator("#createOrder pre[data-language]:not([hidden])");
    expect(await shown.textContent()).toContain("requests.post(");
    await page.context().close();
  });

  test("a sample is copied with the secret, also where the browser has no clipboard because the page has no https", async () => {
    for (const hasClipboard of [true, false]) {
      const { page, errors } = await open("/docs/reference/orders/createOrder");
      await page.evaluate((isKept) => {
        const copied: string[] = [];
        Object.assign(window, { copied });
        const clipboard = { writeText: async (text: string) => copied.push(text) };
        Object.defineProperty(navigator, "clipboard", { value: isKept ? clipboard : undefined });
        document.addEventListener("copy", ({ target }) => copied.push((target as HTMLTextAreaElement).value));
      }, hasClipboard);
      await page.locator(".account summary").click();
      await page.getByLabel("API secret").fill("aftersale_1_2");
      await page.locator("h1").click();
      const button = page.getByRole("button", { name: "Copy the sample of createOrder" });
      await button.click();
      await button.getByText("Copied").waitFor();
      const copied = await page.evaluate(() => (window as unknown as { copied: string[] }).copied);
      expect([copied.length, copied[0]?.includes("Bearer aftersale_1_2")]).toEqual([1, true]);
      expect(await page.evaluate(() => document.activeElement?.className)).toBe("copy");
      expect(errors).toEqual([]);
      await page.context().close();
    }
  });

  test("a search whose response doesn't come says so", async () => {
    const { page } = await open("/docs");
    await page.route("**/docs/search*", (route) => route.abort());
    await page.locator("#search-field").fill("returns");
    await page.locator("#results", { hasText: "The search can't be reached." }).waitFor();
    await page.context().close();
  });

  test("on a phone a long address of an operation is broken after a slash", async () => {
    const { page } = await open("/docs/reference/segments/listSegmentCustomers", { size: "phone" });
    expect(await page.evaluate(brokenWords)).toEqual([]);
    await page.context().close();
  });

  test("on a phone the field of the search is as wide as the screen, and its results are on it", async () => {
    const { page } = await open("/docs/guides/webhooks", { size: "phone" });
    for (const width of [320, SIZES.phone.width]) {
      await page.setViewportSize({ ...SIZES.phone, width });
      const field = await page.locator("#search-field").boundingBox();
      expect(field?.width).toBeGreaterThan(width - 40);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.locator("#search-field").fill("replay");
    await page.locator("#results a").first().waitFor();
    const { x = -1, width = 0 } = (await page.locator("#results").boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(SIZES.phone.width);
    await page.context().close();
  });

  test("the menu shows the page that is read, however far down it stands", async () => {
    const isInMenu = () => {
      const [menu, link] = ["#menu", "#menu [aria-current]"].map((each) => document.querySelector(each));
      const [frame, place] = [menu, link].map((each) => each?.getBoundingClientRect());
      return (
        frame !== undefined && place !== undefined && place.top >= frame.top && place.bottom <= frame.bottom
      );
    };
    for (const size of ["desktop", "phone"] as const) {
      const { page, errors } = await open("/docs/reference/returns/createReturn", { size });
      if (size === "phone") await page.locator(".menu-button").click();
      expect([size, await page.evaluate(isInMenu), errors]).toEqual([size, true, []]);
      await page.context().close();
    }
  });

  test("the Tab key goes through the bar as it is seen, and never behind the open menu", async () => {
    for (const size of ["phone", "desktop"] as const) {
      const { page } = await open("/docs/guides/webhooks", { size });
      await page.keyboard.press("Tab");
      const stops: ReturnType<typeof focused>[] = [];
      for (const _ of size === "phone" ? [1, 2, 3, 4] : [1, 2, 3]) {
        await page.keyboard.press("Tab");
        stops.push(await page.evaluate(focused));
      }
      const bar = ["Menu", "Aftersale Docs", "Store and secret", "Search the documentation"];
      expect(stops.map(({ name }) => name).toSorted()).toEqual(bar.slice(4 - stops.length).toSorted());
      const rows = stops.map(({ x, y, name }) => ({ name, place: 10_000 * Math.round(y / 40) + x }));
      expect([size, rows]).toEqual([size, rows.toSorted((a, b) => a.place - b.place)]);
      await page.context().close();
    }
    const { page } = await open("/docs/guides/webhooks", { size: "phone" });
    const menu = page.locator("#menu");
    const button = page.getByRole("button", { name: "Menu" });
    await button.click();
    await menu.getByRole("link").first().focus();
    await page.keyboard.press("Escape");
    expect([await menu.isVisible(), await page.evaluate(focused)]).toEqual([
      false,
      expect.objectContaining({ name: "Menu" }),
    ]);
    await button.click();
    await menu.getByRole("link").last().focus();
    await page.keyboard.press("Tab");
    expect([await menu.isVisible(), await button.getAttribute("aria-expanded")]).toEqual([false, "false"]);
    await page.context().close();
  });
});

/** Where what has the focus is, and how it is called. */
function focused() {
  const { activeElement } = document;
  const { x = 0, y = 0 } = activeElement?.getBoundingClientRect() ?? {};
  return { x, y, name: activeElement?.ariaLabel || activeElement?.textContent?.trim() || "" };
}

async function open(path: string, { size = "desktop", isSlow = false }: Settings = {}): Promise<Opened> {
  // The page's policy would also keep the test's own scripts out.
  const context = await browser.newContext({
    colorScheme: "light",
    viewport: SIZES[size],
    bypassCSP: !isSlow,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  const hosts = new Set<string>();
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error" || line.type() === "warning") errors.push(line.text());
  });
  page.on("request", (request) => void hosts.add(new URL(request.url()).host));
  if (isSlow) {
    const session = await context.newCDPSession(page);
    await session.send("Network.emulateNetworkConditions", SLOW_4G);
  }
  await page.goto(new URL(path, server.url).href);
  return { page, errors, hosts };
}

/** The page may be loaded before it is painted. */
async function firstPaintMs(page: Page): Promise<number> {
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  return (await painted.jsonValue()) ?? Number.POSITIVE_INFINITY;
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
