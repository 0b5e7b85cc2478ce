import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { readLines } from "../../../lib/read-lines.ts";
import { JournalEnd, JournalErasure, JournalHeader, JournalPerson, JournalStore } from "./schema.ts";

export type Journal = {
  header: JournalHeader;
  stores: JournalStore[];
  people: JournalPerson[];
  erasures: JournalErasure[];
};

/** A journal is read as a whole, so that half of one changes nothing: this many lines take some 100 MB. */
const MAX_LINES = 300_000;

/** Returns what a journal holds. Throws a sentence for another file and for a part of one. */
export async function readJournal(file: ReadableStream<Uint8Array>, name: string): Promise<Journal> {
  const stores: JournalStore[] = [];
  const people: JournalPerson[] = [];
  const erasures: JournalErasure[] = [];
  let header: JournalHeader | undefined;
  let last: unknown;
  let count = 0;
  for await (const lines of readLines(file)) {
    for (const line of lines) {
      const value = "text" in line ? parse(line.text) : undefined;
      count++;
      last = value;
      if (count === 1) header = check(JournalHeader, value);
      else if (Value.Check(JournalStore, value)) stores.push(value);
      else if (Value.Check(JournalPerson, value)) people.push(value);
      else if (Value.Check(JournalErasure, value)) erasures.push(value);
      else if (!Value.Check(JournalEnd, value))
        throw new Error(`Line ${line.number} of ${name} is none of a journal.`);
      if (!header) throw new Error(`${name} is not a journal of this service.`);
      if (count > MAX_LINES) throw new Error(`The journal ${name} has more than ${MAX_LINES} lines.`);
    }
  }
  if (!header) throw new Error(`${name} is not a journal of this service.`);
  if (check(JournalEnd, last)?.lines !== count) throw new Error(`The journal ${name} isn't whole.`);
  return { header, stores, people, erasures };
}

function check<T extends TSchema>(schema: T, value: unknown): Static<T> | undefined {
  return Value.Check(schema, value) ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Compared with the shapes of lines, of which it has none.
    return undefined;
  }
}
