import { readFile } from "node:fs/promises";

const GUIDES = "../../../docs/guides";

/** The guides in reading order: their file names without the ending. */
const GUIDE_NAMES = [
  "quick-start",
  "credentials",
  "orders-and-returns",
  "import-orders",
  "policies",
  "shopper-page",
  "events-and-segments",
  "webhooks",
  "mail",
  "pay-refunds",
  "connect-your-shop",
  "connect-shopify",
  "connect-medusa",
  "connect-woocommerce",
  "errors",
  "lists",
  "warehouse",
  "operating",
] as const;

/** The programs that the guides show, which run unmodified. */
const PROGRAMS = [
  "change-the-policy.mjs",
  "check-a-secret.mjs",
  "find-customers.mjs",
  "read-all-returns.mjs",
  "receive-webhooks.mjs",
  "retry.mjs",
  "sync-warehouse.mjs",
  "take-a-return.mjs",
  "wait-until-ready.mjs",
] as const;

export type Files = {
  guides: Record<string, string>;
  programs: Record<string, string>;
  css: string;
  js: string;
  icon: string;
};

/** Reads the files of the documentation that are not generated. */
export async function readFiles(): Promise<Files> {
  const [guides, programs, css, js, icon] = await Promise.all([
    readAll(GUIDE_NAMES, (name) => `${GUIDES}/${name}.md`),
    readAll(PROGRAMS, (name) => `${GUIDES}/programs/${name}`),
    read("./page.css"),
    read("./page.js"),
    read("./icon.svg"),
  ]);
  return { guides, programs, css, js, icon };
}

async function readAll(names: readonly string[], pathOf: (name: string) => string) {
  const entries = names.map(async (name) => [name, await read(pathOf(name))] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function read(path: string): Promise<string> {
  return readFile(new URL(import.meta.resolve(path)), "utf8");
}
