import { beforeAll, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { TestBrowser } from "../../support/console.ts";
import { useConsole } from "../../support/console-browser.ts";
import { filledDemo } from "../../support/console-store.ts";
import { smallPng } from "../../support/small-png.ts";
import { useService } from "../../support/use-service.ts";

// `bun run pictures` renews the pictures of docs/console.md. They show the demo store.

const FOLDER = new URL("../../../docs/images", import.meta.url).pathname;
const DESKTOP = { width: 1280, height: 800 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

type Picture = {
  /** Opens what is shown, from the store's first page. */
  open(page: Page): Promise<unknown>;
  size?: typeof DESKTOP;
  colorScheme?: "light" | "dark";
};

const PICTURES: Record<string, Picture> = {
  home: { open: (page) => go(page, "?last=30d") },
  returns: { open: (page) => go(page, "/returns") },
  return: { open: openReturn },
  "return-dark": { open: openReturn, colorScheme: "dark" },
  "new-return": {
    open: async (page) => {
      await go(page, "/returns/new?order=FH-1044");
      await page
        .getByLabel(/^Units of /)
        .first()
        .fill("1");
      await page
        .getByLabel(/^Reason of /)
        .first()
        .fill("Too small");
      await page
        .getByLabel(/^Reason of /)
        .first()
        .press("Tab");
      await page.locator("#worth strong").first().waitFor();
    },
  },
  warehouse: {
    open: async (page) => {
      await go(page, "/returns?queue=delivered");
      await follow(page, page.locator("tbody th.main a").first());
      await follow(page, page.getByRole("link", { name: "Process", exact: true }));
      for (const name of ["Received", "A", "Restock"]) {
        await page.getByRole("radio", { name, exact: true }).first().check({ force: true });
      }
    },
    size: TABLET,
  },
  customer: { open: (page) => go(page, "/customers/7101") },
  events: { open: (page) => go(page, "/events"), colorScheme: "dark" },
  secret: {
    open: async (page) => {
      await go(page, "/developer/clients/new");
      await page.getByLabel("Name").fill("Online shop");
      await page.getByRole("button", { name: "Create secret" }).click();
      await page.getByRole("heading", { name: "Your new secret" }).waitFor();
    },
  },
  delivery: {
    open: async (page) => {
      await go(page, "/developer/webhooks");
      await follow(page, page.locator("tbody th.main a").last());
      await follow(page, page.locator("#deliveries tbody th.main a").first());
    },
  },
  "phone-home": { open: (page) => go(page, "?last=30d"), size: PHONE },
  "phone-returns": { open: (page) => go(page, "/returns"), size: PHONE, colorScheme: "dark" },
};

const service = useService();
const used = useConsole(service);
let owner: TestBrowser;
beforeAll(async () => {
  ({ owner } = await filledDemo(service, used.ctx));
});

test.each(Object.entries(PICTURES))("%s", async (name, { open, size = DESKTOP, colorScheme = "light" }) => {
  const { page } = await used.open(owner, { viewport: size, colorScheme, reducedMotion: "reduce" });
  await open(page);
  await writeFile(join(FOLDER, `${name}.png`), smallPng(await page.screenshot()));
  await page.context().close();
});

async function go(page: Page, path: string): Promise<void> {
  await page.goto(`${used.origin}/console/stores/demo${path}`);
}

async function openReturn(page: Page): Promise<void> {
  await go(page, "/returns?queue=needs_review");
  await follow(page, page.locator("tbody th.main a").last());
}

/** Opens the page that a link leads to as a page of its own: one that replaces this one may be half in place at the picture. */
async function follow(page: Page, link: Locator): Promise<void> {
  await page.goto(new URL((await link.getAttribute("href")) ?? "", page.url()).href);
}
