import type { Page } from "playwright-core";
import { lacksChromium, launchChromium } from "../../support/chromium.ts";
import { ratioOf } from "./measure.ts";
import type { Ratio } from "./report.ts";

const LIMIT_MS = 300;
const CLICKS = 30;
const MAX_WAIT_MS = 30_000;

/**
 * Measures the time from the click on a return in the list until its page is painted, in Chromium. Nothing without
 * a browser.
 */
export async function measurePainted(
  origin: string,
  base: string,
  cookies: ReadonlyMap<string, string>,
): Promise<Ratio[]> {
  if (lacksChromium(import.meta.file, "the pages of the console are")) return [];
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    for (const [name, value] of cookies) await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    const times: number[] = [];
    for (let click = 0; click < CLICKS; click++) {
      await page.goto(`${origin}${base}/returns`);
      times.push(await clickToPaint(page, click));
    }
    return [ratioOf("a return, from click to painted", LIMIT_MS, times)];
  } finally {
    await browser.close();
  }
}

/** Clicks on the nth return of a list, and returns how long it took until the frame with its page was painted. */
function clickToPaint(page: Page, nth: number): Promise<number> {
  const give = { nth, maxWaitMs: MAX_WAIT_MS };
  return page.evaluate(async ({ nth, maxWaitMs }) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const links = document.querySelectorAll<HTMLAnchorElement>("tbody th.main a");
    const link = links[nth % links.length] as HTMLAnchorElement;
    const { pathname } = new URL(link.href);
    const startedAt = performance.now();
    link.click();
    while (link.isConnected || location.pathname !== pathname) {
      if (performance.now() - startedAt > maxWaitMs) throw new Error(`${pathname} was not shown`);
      await frame();
    }
    // The second frame begins when the first one has been painted.
    await frame();
    await frame();
    return performance.now() - startedAt;
  }, give);
}
