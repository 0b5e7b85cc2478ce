import { isChanged, MIN_CHANGED } from "../../../lib/changed-number.ts";
import { createYielder } from "../../../lib/yielder.ts";

const MAX_DEPTH = 100;
/** Fields, elements, objects and arrays of a body: parsing costs by their number rather than by the bytes. */
const MAX_VALUES = 200_000;
const CHARACTERS_PER_STEP = 64 * 1024;

/** Where a text has a number. */
export type Span = { start: number; end: number };

/** `changed`: the numbers that a double doesn't hold. */
type Scan = { at: number; depth: number; values: number; changed: Span[] };

/** What a JSON text has too much of, if anything; else the numbers of it that parsing changes. */
export type Scanned = { excess: string } | { excess: undefined; changed: Span[] };

/**
 * Returns what a JSON text has too much of, before a parser or validator recurses into it or takes memory for it:
 * counts brackets and commas outside strings. Finds the numbers that the parser would change without a word.
 */
export function scanJson(text: string): Scanned {
  const state = newScan();
  const excess = scan(text, state, text.length);
  return excess ? { excess } : { excess, changed: state.changed };
}

/** Scans a text of any length as `scanJson` does, and yields to other work in between. */
export async function scanLargeJson(text: string): Promise<Scanned> {
  const state = newScan();
  const pace = createYielder();
  while (state.at < text.length) {
    const excess = scan(text, state, state.at + CHARACTERS_PER_STEP);
    if (excess) return { excess };
    await pace();
  }
  return { excess: undefined, changed: state.changed };
}

function newScan(): Scan {
  return { at: 0, depth: 0, values: 0, changed: [] };
}

/** Goes on to `end`, or to the end of a string that begins before it. */
function scan(text: string, state: Scan, end: number): string | undefined {
  let { at, depth, values } = state;
  for (; at < end && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x2c) values++;
    else if (code === 0x5b || code === 0x7b) {
      values++;
      if (++depth > MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels.`;
    } else if (code === 0x5d || code === 0x7d) depth--;
    else if (code >= 0x30 && code <= 0x39) at = endOfNumber(text, at, state.changed) - 1;
    if (values > MAX_VALUES) return `The body has more than ${MAX_VALUES} fields and elements.`;
  }
  Object.assign(state, { at, depth, values });
  return undefined;
}

/** Returns the position of the quote that ends the string that begins at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === 0x5c) before--;
    const isEscaped = (end - before) % 2 === 0;
    if (!isEscaped) return end;
  }
  return text.length;
}

/** Returns where the number that has a digit at `start` ends, and adds it to `changed` if parsing changes it. */
function endOfNumber(text: string, start: number, changed: Span[]): number {
  let end = start + 1;
  while (isOfNumber(text.charCodeAt(end))) end++;
  if (end - start >= MIN_CHANGED && isChanged(text.slice(start, end))) changed.push({ start, end });
  return end;
}

/** Whether a character is a digit, `.`, `e`, `E`, `+` or `-`. */
function isOfNumber(code: number): boolean {
  if (code >= 0x30 && code <= 0x39) return true;
  return code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d;
}
