import { createYielder } from "../lib/yielder.ts";

const MAX_DEPTH = 100;
/** Fields, elements, objects and arrays of a body: parsing costs by their number rather than by the bytes. */
const MAX_VALUES = 200_000;
const CHARACTERS_PER_STEP = 64 * 1024;

type Scan = { at: number; depth: number; values: number };

/**
 * Returns what a JSON text has too much of, before a parser or validator recurses into it or takes memory for it:
 * counts brackets and commas outside strings.
 */
export function excessIn(text: string): string | undefined {
  return scan(text, { at: 0, depth: 0, values: 0 }, text.length);
}

/** The same for a text of any length: it yields to other work in between. */
export async function excessInLarge(text: string): Promise<string | undefined> {
  const state: Scan = { at: 0, depth: 0, values: 0 };
  const pace = createYielder();
  while (state.at < text.length) {
    const excess = scan(text, state, state.at + CHARACTERS_PER_STEP);
    if (excess) return excess;
    await pace();
  }
  return undefined;
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
