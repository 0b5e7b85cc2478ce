import { notesOf } from "../activity/notes/notes.ts";
import type { Exported, Section } from "./exported.ts";

/** Yields the notes about the customer, and about those that were merged into it. */
export async function* exportNotes({ ctx, storeId, customerId }: Exported): Section {
  for (const note of await notesOf(ctx, storeId, customerId)) yield [JSON.stringify(note)];
}
