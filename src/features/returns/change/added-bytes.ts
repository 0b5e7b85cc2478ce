import type { Ctx } from "../../../core/ctx.ts";
import { problem } from "../../../lib/problem.ts";
import { utf8Bytes } from "../../../lib/text.ts";
import { prepared } from "../../../platform/db/prepared.ts";

/** For all that is added to a return after its creation: every webhook payload contains it. */
export const MAX_ADDED_BYTES = 2 * 1024 * 1024;
export const MAX_NOTES = 1_000;

type Changed = { before: object; after: object }[];

/**
 * SQL for the bytes that were added to the return `$2` of the store `$1`: the text of its notes, and the JSON that
 * its patches have left.
 */
export const ADDED_BYTES = `((
    select octet_length(additions::text) from returns where store_id = $1 and id = $2
  ) + (
    select coalesce(sum(octet_length(additions::text)), 0) from return_items
    where store_id = $1 and return_id = $2
  ) + (
    select coalesce(sum(octet_length(message)), 0) from return_notes
    where store_id = $1 and return_id = $2
  ))::float8`;

/** Returns how many bytes were added to a return. */
export async function addedBytes(tx: Ctx, storeId: string, returnId: string): Promise<number> {
  const [row] = await find(tx.db, storeId, returnId);
  return row?.bytes ?? 0;
}

const find = prepared<{ bytes: number }>("added_bytes", `select ${ADDED_BYTES} as bytes`);

/**
 * Throws 400, at the largest field of the patch, when it would add more to a return than it may have. A patch
 * that makes the return no larger passes. `bytes` were added before.
 */
export function requireFits(bytes: number, patch: Record<string, unknown>, changed: Changed): void {
  const growth = changed.reduce((sum, { before, after }) => sum + jsonBytes(after) - jsonBytes(before), 0);
  if (growth <= 0 || bytes + growth <= MAX_ADDED_BYTES) return;
  throw tooLarge(`/${largestField(patch)}`);
}

/** Returns the 400 of a return that would have too many notes or too many bytes. */
export function tooLarge(pointer: string) {
  const detail = `What is added to a return, its notes included, has at most ${MAX_ADDED_BYTES} bytes, and a return at most ${MAX_NOTES} notes.`;
  return problem("return_too_large", detail, { errors: [{ detail, pointer }] });
}

function largestField(patch: Record<string, unknown>): string {
  const sizes = Object.entries(patch).map(([name, value]) => ({ name, bytes: jsonBytes(value) }));
  return sizes.toSorted((a, b) => b.bytes - a.bytes)[0]?.name ?? "";
}

function jsonBytes(value: unknown): number {
  return value === undefined ? 0 : utf8Bytes(JSON.stringify(value));
}
