import { nextTurn } from "../../../lib/yielder.ts";
import { numbersAsStrings } from "./changed-numbers.ts";
import { type Scanned, scanJson, scanLargeJson } from "./excess.ts";
import { LARGE_BYTES, malformed } from "./gunzip.ts";

/** JSON of another system, or what it has too much of to be parsed. */
export type ExactJson = { json: unknown; excess?: undefined } | { json?: undefined; excess: string };

/** Parses JSON as `parseExactJson` does, and returns what it has too much of. Throws 400 for a text that is no JSON. */
export async function readExactJson(text: string): Promise<ExactJson> {
  const scanned = await scanLargeJson(text);
  if (scanned.excess !== undefined) return { excess: scanned.excess };
  if (text.length > LARGE_BYTES) await nextTurn();
  return { json: parsed(text, scanned) };
}

/**
 * Parses JSON of another system without changing its numbers: one that a double doesn't hold, such as an id beyond 2^53,
 * becomes a string of its characters. Throws 400 for a text that is no JSON, or nested or long past reason.
 */
export async function parseExactJson(text: string): Promise<unknown> {
  const { json, excess } = await readExactJson(text);
  if (excess !== undefined) throw malformed(excess);
  return json;
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
