import { readJournal } from "../../features/erasure/journal/read-journal.ts";
import { type Replayed, replayJournal } from "../../features/erasure/journal/replay-journal.ts";
import { journalLines } from "../../features/erasure/journal/write-journal.ts";
import { replaceFile } from "../../platform/db/backup/journal-file.ts";
import { type Command, command, type Terminal } from "./command.ts";

export const JOURNAL_COMMANDS: readonly Command[] = [
  command({
    name: "journal write",
    summary:
      "Write which secrets and passkeys work, who may enter the stores, in which role, and who was erased, as ids only, for a later restore. An existing journal is replaced, and its erasures are kept.",
    argument: "FILE",
    options: {},
    place: "directory",
    run: async (ctx, { file }, terminal) => {
      const lines = await journalLines(ctx, await readIfThere(file, terminal));
      await replaceFile(file, `${lines.join("\n")}\n`);
      return { lines: lines.length };
    },
    text: ({ lines }) => `Wrote ${lines} lines.`,
  }),
  command({
    name: "journal replay",
    summary:
      "Revoke, remove and erase again what a journal knows and a restored database doesn't. It may be repeated.",
    argument: "FILE",
    options: {},
    place: "directory",
    run: async (ctx, { file }, { read }) => replayJournal(ctx, await readJournal(await read(file), file)),
    text: replayedText,
  }),
];

/** Returns what a replay has done, and what it could not know. */
export function replayedText(replayed: Replayed): string {
  const { at, revoked, removed, lowered, passkeys, deleted, erased } = replayed;
  return `Replayed the journal of ${at}: revoked ${revoked} secrets, removed ${removed} people from stores, lowered ${lowered} roles, removed ${passkeys} passkeys, deleted ${deleted} stores, erased ${erased} customers. What was done after it is not in it.`;
}

async function readIfThere(file: string, { exists, read }: Terminal) {
  return (await exists(file)) ? readJournal(await read(file), file) : undefined;
}
