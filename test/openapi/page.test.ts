import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { createApp } from "../../src/app.ts";
import { operationsOf, readDocument } from "../contract/document.ts";
import { filesRun } from "../contract/files-run.ts";
import { judged } from "../contract/judge.ts";
import { order } from "../support/fixtures.ts";
import { startService, type TestService, type TestStore } from "../support/service.ts";

/** An installed browser. Without one these tests are skipped with a message. */
const CHROMIUM = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
]
  .filter((path) => path !== undefined)
  .find((path) => existsSync(path));
/** A folder for screenshots of the page. */
const PICTURES = process.env.DOCS_PICTURES;

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

type Opened = { page: Page; errors: string[]; hosts: Set<string> };

let service: TestService;
let store: TestStore;
let server: ReturnType<typeof Bun.serve>;
let browser: Browser;
let described: number;

if (CHROMIUM === undefined) {
  console.log(
    "There is no Chromium on this machine: the docs page is not opened. CHROMIUM may say where one is.",
  );
  filesRun.add(import.meta.path);
}

describe.skipIf(CHROMIUM === undefined)("the docs page in a browser without access to other hosts", () => {
  beforeAll(async () => {
    service = await startService();
    store = await service.newStore();
    await store.post("/stores/:store/orders", order("1001"));
    const app = judged(createApp(service.ctx, { ready: true, stopping: false }));
    const document = await readDocument(app);
    described = operationsOf(document).length + Object.keys(document.webhooks).length;
    server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch });
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop(true);
    await service?.stop();
  });

  describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
    test.each(["desktop", "phone"] as const)(
      "renders on a %s and requests only from the service",
      async (size) => {
        const { page, errors, hosts } = await open(colorScheme, size);
        expect(await page.locator(".opblock").count()).toBe(described);
        const background = await page.evaluate(
          () => getComputedStyle(document.documentElement).backgroundColor,
        );
        const [red = 255] = background.match(/\d+/g)?.map(Number) ?? [];
        expect(background === "rgba(0, 0, 0, 0)" || red > 200).toBe(colorScheme === "light");
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          SIZES[size].width,
        );
        await picture(page, `${colorScheme}-${size}`);
        const example = page.locator("#examples details").first();
        await example.locator("summary").click();
        await example.locator("pre").scrollIntoViewIfNeeded();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          SIZES[size].width,
        );
        await picture(page, `${colorScheme}-${size}-example`);
        expect(errors).toEqual([]);
        expect(hosts).toEqual(new Set([server.url.host]));
        await page.context().close();
      },
    );
  });

  test("a call from its try-it panel, with a pasted secret, succeeds", async () => {
    const { page, errors, hosts } = await open("light", "desktop");
    await page.locator(".btn.authorize").first().click();
    const dialog = page.locator(".modal-ux");
    await dialog.locator("input").first().fill(store.secret);
    await dialog.locator(".btn.authorize").first().click();
    expect(await dialog.locator(".auth-container h4").allTextContents()).toEqual([
      "bearer\u00a0 (http, Bearer)",
    ]);
    await picture(page, "authorized");
    await dialog.locator(".btn-done").first().click();

    const panel = page.locator("#operations-Orders-readOrder");
    await panel.locator(".opblock-summary-control").click();
    await panel.locator("tr[data-param-name=storeId] input").fill(store.id);
    await panel.locator("tr[data-param-name=orderId] input").fill("1001");
    await panel.locator(".btn.execute").click();
    const answer = panel.locator(".live-responses-table .response");
    await answer.waitFor();
    await picture(page, "tried");
    expect(await answer.locator(".response-col_status").textContent()).toStartWith("200");
    expect(await answer.locator(".response-col_description").textContent()).toContain('"orderId": "1001"');
    expect(errors).toEqual([]);
    expect(hosts).toEqual(new Set([server.url.host]));
    await page.context().close();
  });
});

async function open(colorScheme: "light" | "dark", size: keyof typeof SIZES): Promise<Opened> {
  const context = await browser.newContext({ colorScheme, viewport: SIZES[size] });
  const page = await context.newPage();
  const errors: string[] = [];
  const hosts = new Set<string>();
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (line) => {
    if (line.type() === "error" || line.type() === "warning") errors.push(line.text());
  });
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:") hosts.add(host);
  });
  await page.goto(new URL("/docs", server.url).href);
  await page.locator(".opblock").first().waitFor();
  return { page, errors, hosts };
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
