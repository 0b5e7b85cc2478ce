import { AnswerTooLarge } from "./call.ts";

/** How many orders a page has, and how few it may have. `failures`: how often in a row the shop could not be read before. */
type Size = { most: number; least: number; failures: number };

const SHORTER = 5;

/** `isInParts`: of an order that is too large no more is read than what tells which it is. */
export type Asked = { size: number; isInParts: boolean };

/**
 * Reads a page of orders, and a shorter one instead where the shop's answer is too large: orders of wholesale have hundreds of
 * lines. Where the shortest is too large it is read in parts. After failures it begins with a shorter page, because a long one may
 * take the shop too long.
 */
export async function readShorterIfNeeded<Page>(
  { most, least, failures }: Size,
  read: (asked: Asked) => Promise<Page>,
): Promise<Page> {
  const shorter = (size: number) => Math.max(least, Math.floor(size / SHORTER));
  let size = most;
  for (let i = 0; i < failures && size > least; i++) size = shorter(size);
  for (;;) {
    try {
      return await read({ size, isInParts: false });
    } catch (error) {
      if (!(error instanceof AnswerTooLarge)) throw error;
      if (size === least) return read({ size, isInParts: true });
      size = shorter(size);
    }
  }
}
