import { afterAll, beforeAll } from "bun:test";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { createApp } from "../../src/app.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { launchChromium } from "./chromium.ts";
import type { TestBrowser } from "./console.ts";
import type { UsedService } from "./use-service.ts";

export type OpenedPage = {
  page: Page;
  /** Every message of the browser's console, uncaught error and request to another host so far. */
  faults(): string[];
};

export type ConsoleBrowser = {
  origin: string;
  /** The context of the service behind `origin`. */
  ctx: Ctx;
  /** Stops listening, ends every connection, and listens again at the same address when `mend` is called. */
  cut(): Promise<{ mend(): void }>;
  /** Requests whose path matches get this instead; undefined ends that. */
  respond(path?: RegExp, response?: (request: Request) => Promise<Response>): void;
  /** Opens a tab in a profile of its own: signed in as the person if one is given. */
  open(person?: TestBrowser, options?: BrowserContextOptions): Promise<OpenedPage>;
};

const MAX_WAIT_MS = 120_000;
/** htmx logs requests that the browser ends because the page is left. */
const ABORTED = /^htmx:(?:afterRequest|sendAbort),/;

/** Screenshots go there. */
const PICTURES = process.env.CONSOLE_PICTURES;

/** Serves a test file's service to a browser without access to other hosts. */
export function useConsole(service: UsedService): ConsoleBrowser {
  let server: ReturnType<typeof Bun.serve>;
  let browser: Browser;
  const used = {} as ConsoleBrowser;
  let app: ReturnType<typeof createApp>;
  let instead: { path: RegExp; response: (request: Request) => Promise<Response> } | undefined;
  const listen = (port: number) =>
    Bun.serve({
      port,
      hostname: "127.0.0.1",
      idleTimeout: 60,
      fetch: (request) =>
        instead?.path.test(new URL(request.url).pathname) ? instead.response(request) : app.fetch(request),
    });
  used.respond = (path, response) => {
    instead = path && response && { path, response };
  };
  used.cut = async () => {
    const { port = 0 } = server;
    await server.stop(true);
    return {
      mend: () => {
        server = listen(port);
      },
    };
  };
  beforeAll(async () => {
    server = listen(0);
    used.ctx = { ...service.ctx, origin: server.url.origin };
    used.origin = server.url.origin;
    app = createApp(used.ctx, { ready: true, stopping: false });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop(true);
  });
  used.open = async (person, options) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    for (const [name, value] of person?.cookies ?? []) {
      await context.addCookies([{ name, value, url: used.origin, httpOnly: true, sameSite: "Lax" }]);
    }
    // Only what hangs takes so long.
    context.setDefaultTimeout(MAX_WAIT_MS);
    const page = await context.newPage();
    const found: string[] = [];
    page.on("pageerror", (error) => found.push(error.message));
    page.on("console", (line) => {
      const isFault = line.type() === "error" || line.type() === "warning";
      if (isFault && !ABORTED.test(line.text())) found.push(line.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(used.origin)) found.push(request.url());
    });
    return { page, faults: () => found };
  };
  return used;
}

/** Keeps a screenshot of the whole page in the folder CONSOLE_PICTURES, if that is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

/** While htmx requests or replaces a part, keys may go to what is about to be replaced, or to a field without handlers. */
const SETTLED = "html:not(:has(.htmx-request, .htmx-swapping, .htmx-settling))";

/** Waits until every part of the page takes keys: a new page is visible some time before that. */
async function settled(page: Page): Promise<void> {
  await page.locator(SETTLED).waitFor({ state: "attached" });
}

/** Waits for the page with this heading. */
export async function shows(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await settled(page);
}

/** Presses Tab until a link, button or field of this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const until = Date.now() + MAX_WAIT_MS;
  await settled(page);
  await page.keyboard.press("Tab");
  while (Date.now() < until) {
    const { focused, isSettled } = await focusOf(page);
    const isFound =
      typeof name === "string" ? focused === name || focused === `${name} optional` : name.test(focused);
    if (isFound && isSettled) return;
    if (isFound) await settled(page);
    else await page.keyboard.press("Tab");
  }
  throw new Error(`${name} can't be reached by the Tab key.`);
}

/** Returns the name of what has the focus, and whether it stays: no part is replaced while it has the focus. */
function focusOf(page: Page) {
  return page.evaluate((settledPage) => {
    const { activeElement: element } = document;
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const labels = isField ? element.labels : undefined;
    const text = element?.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element?.textContent;
    return {
      focused: text?.replace(/\s+/g, " ").trim() ?? "",
      isSettled: document.querySelector(settledPage) !== null,
    };
  }, SETTLED);
}

/** Goes to a link or button with Tab, and presses Enter on it. */
export async function pressOn(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}
