import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";

/** A change as the feed returns it. */
export type FeedChange = { sequence: number; type: string; id: string; at: string; data: unknown };

/**
 * A page that a reader has applied, with the position after it, or a response that it should never have got.
 */
export type JournalLine = { after: number; changes: FeedChange[]; next: number } | { fault: string };

/** Appends a line. A kill can cut off only the last line. */
export function appendLine(path: string, line: JournalLine): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

/** Returns the complete lines and removes a last line that was cut off. */
export function readJournal(path: string): JournalLine[] {
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(10) + 1;
  if (end < bytes.length) truncateSync(path, end);
  const lines = bytes.subarray(0, end).toString().split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as JournalLine);
}

/** Returns the position from which a reader of the journal continues. */
export function positionIn(lines: JournalLine[]): number {
  for (const line of lines.toReversed()) if ("next" in line) return line.next;
  return 0;
}
