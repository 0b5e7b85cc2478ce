import { AnswerTooLarge } from "./call.ts";

/** How many orders a page has, and how few it may have. `failures`: how often in a row the shop could not be read before. */
type Size = { most: number; least: number; failures: number };

const SHORTER = 5;

/**
 * Reads a page of orders, and a shorter one instead where the shop's answer is too large: orders of wholesale have hundreds of
 * lines. After failures it begins with a shorter page, because a long one may take the shop too long.
 */
export async function readShorterIfNeeded<Page>(
  { most, least, failures }: Size,
  read: (size: number) => Promise<Page>,
): Promise<Page> {
  const shorter = (size: number) => Math.max(least, Math.floor(size / SHORTER));
  let size = most;
  for (let i = 0; i < failures && size > least; i++) size = shorter(size);
  for (;;) {
    try {
      return await read(size);
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || size === least) throw error;
      size = shorter(size);
    }
  }
}
