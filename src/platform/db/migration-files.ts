import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** `at` orders the migrations: a database stores the last one that it has run. */
export type Migration = { name: string; at: number; hash: string; statements: string[] };

const FOLDER = new URL("../../../drizzle/", import.meta.url);
const SEPARATOR = "--> statement-breakpoint";

/** Returns the migrations in the order in which they run. */
export async function readMigrations(): Promise<Migration[]> {
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(await read("meta/_journal.json"));
  return Promise.all(
    journal.entries.map(async ({ tag, when }) => {
      const text = await read(`${tag}.sql`);
      const hash = createHash("sha256").update(text).digest("hex");
      return { name: tag, at: when, hash, statements: text.split(SEPARATOR) };
    }),
  );
}

function read(path: string): Promise<string> {
  return readFile(fileURLToPath(new URL(path, FOLDER)), "utf8");
}
