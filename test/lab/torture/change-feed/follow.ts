import { readFileSync } from "node:fs";
import { appendLine, positionIn, readJournal } from "./journal.ts";

/**
 * A reader process that the harness kills. It follows the feed of STORE_ID through random origins from the
 * file ORIGINS and appends each page with its `next` to JOURNAL.
 */
const { STORE_ID, SECRET, ORIGINS = "", JOURNAL = "" } = process.env;
const PAUSE_MS = 50;
const GIVE_UP_MS = 30_000;
const SIZES = [1, 10, 100, 500];

let after = positionIn(readJournal(JOURNAL));
for (;;) {
  const origins = readFileSync(ORIGINS, "utf8").split("\n").filter(Boolean);
  const origin = pick(origins);
  const page = origin && (await read(`${origin}/v2.2/stores/${STORE_ID}/changes?after=${after}`));
  if (!page) await Bun.sleep(PAUSE_MS);
  else {
    if (page.changes.length > 0) appendLine(JOURNAL, { after, ...page });
    after = page.next;
  }
}

async function read(url: string) {
  try {
    const response = await fetch(`${url}&wait=20&limit=${pick(SIZES)}`, {
      headers: { Authorization: `Bearer ${SECRET}` },
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    const text = await response.text();
    if (response.status === 200) return JSON.parse(text);
    if (response.status !== 503) appendLine(JOURNAL, { fault: `${response.status} ${text}` });
  } catch {
    // The process was killed, or the connection broke.
  }
}

function pick<T>(all: T[]): T | undefined {
  return all[Math.floor(Math.random() * all.length)];
}
