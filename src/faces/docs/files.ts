import { readdir, readFile } from "node:fs/promises";

/** The written pages in reading order, by the sections of the menu: files below `docs`, without the ending. */
export const SECTIONS: Record<string, readonly string[]> = {
  Start: [
    "guides/quick-start",
    "guides/sandbox",
    "guides/credentials",
    "guides/orders-and-returns",
    "guides/types-and-sdks",
    "guides/go-live",
  ],
  Returns: [
    "guides/policies",
    "guides/shopper-page",
    "guides/exchanges-and-credit",
    "guides/labels-and-tracking",
    "guides/pay-refunds",
    "guides/withdrawal",
    "guides/mail",
  ],
  "Orders and stock": [
    "guides/import-orders",
    "guides/connect-your-shop",
    "guides/connect-shopify",
    "guides/connect-medusa",
    "guides/connect-woocommerce",
    "guides/inventory-sync",
    "guides/warehouse",
  ],
  "For programs": [
    "guides/webhooks",
    "guides/lists",
    "guides/events-and-segments",
    "guides/errors",
    "guides/limits",
    "integrate",
  ],
  Operate: [
    "guides/operating",
    "configuration",
    "operate/README",
    "operate/deploy",
    "operate/tls",
    "operate/backup",
    "operate/upgrade",
    "operate/failover",
    "operate/scale",
    "operate/metrics",
    "operate/alerts",
    "retention",
  ],
  About: ["console", "glossary", "changelog"],
};

/** The folders whose other files can be downloaded: programs of the guides, files for operators. */
const FOLDERS = ["guides/programs", "guides/programs/typed", "operate"];

export type Files = {
  /** The written pages, by name. */
  written: Record<string, string>;
  /** What can be downloaded, by the path at which it is served. */
  downloads: Record<string, string>;
  css: string;
  js: string;
  icon: string;
};

/** Reads the files of the documentation that are not generated. */
export async function readFiles(): Promise<Files> {
  const [written, downloads, css, js, icon] = await Promise.all([
    readAll(Object.values(SECTIONS).flat(), (name) => [name, `${name}.md`]),
    namesOfDownloads().then((names) => readAll(names, (name) => [addressOfDownload(name), name])),
    readFile(new URL("./page.css", import.meta.url), "utf8"),
    readFile(new URL("./page.js", import.meta.url), "utf8"),
    readFile(new URL("./icon.svg", import.meta.url), "utf8"),
  ]);
  return { written, downloads, css, js, icon };
}

/** Returns the path at which a file below `docs` is served. */
export function addressOfDownload(name: string): string {
  return `/docs/${name.replace("guides/", "")}`;
}

async function namesOfDownloads(): Promise<string[]> {
  const names = FOLDERS.map(async (folder) => {
    const entries = await readdir(inDocs(folder), { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".md"))
      .map(({ name }) => `${folder}/${name}`);
  });
  return (await Promise.all(names)).flat().sort();
}

async function readAll(names: readonly string[], entryOf: (name: string) => [key: string, path: string]) {
  const entries = names.map(entryOf).map(async ([key, path]) => {
    return [key, await readFile(inDocs(path), "utf8")] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function inDocs(path: string): URL {
  return new URL(`../../../docs/${path}`, import.meta.url);
}
