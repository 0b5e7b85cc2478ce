import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { filesRun } from "../contract/files-run.ts";

/** An installed browser. Without one the tests that need it are skipped with a message. */
const CHROMIUM = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
]
  .filter((path) => path !== undefined)
  .find((path) => existsSync(path));

/** Returns whether there is no browser; says then that the tests of `file` don't open `what`. */
export function lacksChromium(file: string, what: string): boolean {
  if (CHROMIUM !== undefined) return false;
  console.log(`There is no Chromium on this machine: ${what} not opened. CHROMIUM may say where one is.`);
  filesRun.add(file);
  return true;
}

/** Starts a browser without access to other hosts than this one. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"],
  });
}

/** What a page compiles again each time it is opened. */
const AXE = Bun.file(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")));

/** Axe's rules of which the result may depend on the theme and the width. */
export const VISUAL_RULES = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"];

type Look = {
  /** The part of the page that is looked at. */
  within?: string;
  rules?: string[];
};

/** Returns what axe finds on a page that is serious or critical. Rows of a table after the tenth are taken to be like those. */
export async function seriousFindings(page: Page, { within, rules }: Look = {}): Promise<string[]> {
  const found = await violationsOf(page, {
    place: { ...(within && { include: within }), exclude: "tbody tr:nth-child(n + 11)" },
    ...(rules && { rules }),
  });
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => {
      const shown = nodes
        .slice(0, 3)
        .map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ""}`);
      return `${id}: ${shown.join("; ")}`;
    });
}

/** Returns what axe finds on a page, of any impact. */
export async function findings(page: Page): Promise<string[]> {
  const found = await violationsOf(page, { place: { include: "html" } });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join("; ")}`);
}

type Judged = { place: { include?: string; exclude: string } | { include: string }; rules?: string[] };

/** What is no violation is not described: that takes axe longer than to look at it. */
async function violationsOf(page: Page, judged: Judged) {
  const isLoaded = await page.evaluate(() => "axe" in window);
  if (!isLoaded) await page.evaluate(await AXE.text());
  const { violations } = await page.evaluate(
    ({ place, rules }) =>
      (window as unknown as { axe: typeof axe }).axe.run(place, {
        resultTypes: ["violations"],
        ...(rules && { runOnly: rules }),
      }),
    judged,
  );
  return violations;
}
