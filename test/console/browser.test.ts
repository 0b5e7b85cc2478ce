import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { createApp } from "../../src/app.ts";
import { demoConsoleLink, demoStore } from "../../src/demo/store.ts";
import { changeStatus } from "../../src/returns/change-status.ts";
import { revokeClient } from "../../src/stores/revoke-client.ts";
import { filesRun } from "../contract/files-run.ts";
import { useService } from "../support/use-service.ts";

/** An installed browser. Without one these tests are skipped with a message. */
const CHROMIUM = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
]
  .filter((path) => path !== undefined)
  .find((path) => existsSync(path));
/** A folder for screenshots. */
const PICTURES = process.env.CONSOLE_PICTURES;
const SIZES = {
  desktop: { width: 1280, height: 800 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
};

if (CHROMIUM === undefined) {
  console.log(
    "There is no Chromium on this machine: the console is not opened. CHROMIUM may say where one is.",
  );
  filesRun.add(import.meta.path);
}

describe.skipIf(CHROMIUM === undefined)("the console in a browser without access to other hosts", () => {
  const service = useService();
  let server: ReturnType<typeof Bun.serve>;
  let browser: Browser;
  beforeAll(async () => {
    server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      idleTimeout: 60,
      fetch: (request) => app.fetch(request),
    });
    const ctx = { ...service.ctx, origin: server.url.origin };
    const app = createApp(ctx, { ready: true, stopping: false });
    await demoStore({ ...ctx, db: ctx.longDb });
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop(true);
  });

  test("leads from the link of the start to a secret that works, by the keyboard alone", async () => {
    const { page, faults } = await open();
    await enter(page);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/stores/demo");
    await tabTo(page, "API clients");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/developer/clients");
    await picture(page, "clients");
    await tabTo(page, "Add API client");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/new");
    await page.locator("#field-name:focus").waitFor();
    await page.keyboard.type("Our shop <b>");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your new secret" }).waitFor();
    await picture(page, "secret");
    const request = (await page.locator("#request").textContent()) ?? "";
    const [, header = "", url = ""] = /^curl -H "([^"]+)" (\S+)$/.exec(request) ?? [];
    const response = await fetch(url, { headers: { Authorization: header.replace("Authorization: ", "") } });
    expect([response.status, await response.json()]).toMatchObject([200, { name: "Fernhill Outfitters" }]);
    await page.getByRole("link", { name: "Done" }).click();
    await page.getByRole("row", { name: /Our shop <b>/ }).waitFor();
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("asks before it revokes, and says that somebody else was faster", async () => {
    const { page, faults } = await open();
    await enter(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/stores/demo");
    await page.goto(new URL("/console/stores/demo/developer/clients", server.url).href);
    const row = page.getByRole("row", { name: /Support desk/ });
    const clientId = (await row.locator("code").textContent()) ?? "";
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByText("can't be undone").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await revokeClient(service.ctx, "demo", clientId);
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("alert").getByText("no active API client").waitFor();
    // A response that isn't a success is a line of the browser's console too.
    expect(faults().filter((fault) => !/status of 404/.test(fault))).toEqual([]);
    await page.context().close();
  });

  test("shows what others do to a return, and takes what a scanner types", async () => {
    const { page, faults } = await open();
    await enter(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/stores/demo");
    await page.goto(new URL("/console/stores/demo/returns?status=delivered", server.url).href);
    await page.locator("tbody th.main a").first().click();
    await page.waitForURL("**/returns/ret_*");
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const caller = { storeId: "demo", clientId: "", by: "Colleague", requestId: "r-1", origin: "" };
    await changeStatus(service.ctx, caller, id, "in_review");
    await page.locator(".state .badge", { hasText: "In review" }).waitFor();
    await page.locator("#steps").getByRole("button", { name: "Complete" }).waitFor();
    await page.locator(".timeline .by", { hasText: "Colleague" }).waitFor();

    await page.goto(new URL("/console/stores/demo/warehouse", server.url).href);
    await page.locator("#scan:focus").waitFor();
    await page.getByRole("heading", { name: "Warehouse" }).click();
    await page.keyboard.type(id);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/warehouse/${id}`);
    const grade = page.getByRole("group", { name: "Grade" }).first();
    await grade.getByRole("radio", { name: "B" }).check({ force: true });
    await page.getByRole("button", { name: "Process" }).click();
    await page.waitForURL("**/stores/demo/warehouse");
    await page.locator("#scan:focus").waitFor();
    await page.locator(".toast", { hasText: "complete" }).waitFor();
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("finds a customer from any page by the keyboard alone", async () => {
    const { page, faults } = await open();
    await enter(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/stores/demo");
    await page.goto(new URL("/console/stores/demo/developer/requests", server.url).href);
    await page.keyboard.press("/");
    await page.keyboard.type("Amara");
    await page.locator(".search-panel").getByText("Amara Okafor", { exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.locator("#search:focus").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/customers/**");
    await page.getByRole("heading", { name: "Amara Okafor" }).waitFor();
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("works without JavaScript", async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await enter(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.goto(new URL("/console/stores/demo/developer/clients/new", server.url).href);
    await page.getByLabel("Name").fill("Plain");
    await page.getByRole("radio", { name: /^Events/ }).check();
    await page.getByRole("button", { name: "Create secret" }).click();
    expect(await page.locator("#secret").textContent()).toStartWith("aftersale_");
    await page.getByRole("link", { name: "Done" }).click();
    expect(await page.getByRole("row", { name: /Plain.*Events/ }).count()).toBe(1);
    await page.context().close();
  });

  test.each(["light", "dark"] as const)("fits a desktop, a tablet and a phone, %s", async (colorScheme) => {
    const { page, faults } = await open({ colorScheme });
    await enter(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/stores/demo");
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      for (const path of ["", "/developer/clients", "/developer/clients/new"]) {
        await page.goto(new URL(`/console/stores/demo${path}`, server.url).href);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          viewport.width,
        );
        await picture(page, `${colorScheme}-${size}${path.replaceAll("/", "-")}`);
      }
    }
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  async function enter(page: Page): Promise<void> {
    const link = await demoConsoleLink({ ...service.ctx, origin: server.url.origin });
    await page.goto(link ?? "");
  }

  async function open(options: Parameters<Browser["newContext"]>[0] = {}) {
    const context: BrowserContext = await browser.newContext({ viewport: SIZES.desktop, ...options });
    const page = await context.newPage();
    const found: string[] = [];
    page.on("pageerror", (error) => found.push(error.message));
    page.on("console", (line) => {
      if (line.type() === "error" || line.type() === "warning") found.push(line.text());
    });
    page.on("request", (request) => {
      if (new URL(request.url()).host !== server.url.host) found.push(request.url());
    });
    return { page, faults: () => found };
  }
});

/** Presses Tab until a link with this text has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    const text = await page.evaluate(() => document.activeElement?.textContent?.trim());
    if (text === name) return;
  }
  throw new Error(`${name} can't be reached by the Tab key.`);
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}
