import { retry } from "../retry.ts";
import { type FeedChange, readJournal } from "./journal.ts";

const READ_WITHIN_MS = 60_000;

/** Reads the whole feed again from the start. */
export async function readAll({
  origin,
  storeId,
  secret,
}: {
  origin: string;
  storeId: string;
  secret: string;
}) {
  const all: FeedChange[] = [];
  for (let next = 0; ; ) {
    const page = await retry(async () => {
      const response = await fetch(`${origin}/v2.2/stores/${storeId}/changes?after=${next}`, {
        headers: { Authorization: `Bearer ${secret}` },
      });
      if (!response.ok) throw new Error(`the feed was answered ${response.status} ${await response.text()}`);
      return (await response.json()) as { changes: FeedChange[]; next: number };
    });
    all.push(...page.changes);
    if (page.changes.length === 0) return all;
    next = page.next;
  }
}

/** Waits until the reader has reached `last` or the time is up; returns its journal. */
export async function caughtUp(path: string, last: number) {
  for (const until = performance.now() + READ_WITHIN_MS; ; await Bun.sleep(200)) {
    const journal = readJournal(path);
    const line = journal.at(-1);
    if (performance.now() > until || (line && "next" in line && line.next >= last)) return journal;
  }
}
