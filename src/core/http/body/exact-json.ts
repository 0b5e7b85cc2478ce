import { nextTurn } from "../../../lib/yielder.ts";
import { numbersAsStrings } from "./changed-numbers.ts";
import { type Scanned, scanJson, scanLargeJson } from "./excess.ts";
import { LARGE_BYTES, malformed } from "./gunzip.ts";

/**
 * Parses JSON of another system without changing its numbers: one that a double doesn't hold, such as an id beyond 2^53,
 * becomes a string of its characters. Throws 400 for a text that is no JSON, or nested or long past reason.
 */
export async function parseExactJson(text: string): Promise<unknown> {
  const scanned = await scanLargeJson(text);
  if (text.length > LARGE_BYTES) await nextTurn();
  return parsed(text, scanned);
}

/** Parses a text of a few thousand characters in the same way, without waiting. */
export function parseSmallExactJson(text: string): unknown {
  return parsed(text, scanJson(text));
}

function parsed(text: string, scanned: Scanned): unknown {
  if (scanned.excess !== undefined) throw malformed(scanned.excess);
  try {
    return JSON.parse(numbersAsStrings(text, scanned.changed));
  } catch {
    throw malformed("The text is not valid JSON.");
  }
}
