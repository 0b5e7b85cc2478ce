/** Whether a string has more than `max` characters, counted in code points. It stops at the limit. */
export function isLongerThan(text: string, max: number): boolean {
  // A code point is one or two UTF-16 units, which `length` counts.
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let count = 0;
  for (const _ of text) if (++count > max) return true;
  return false;
}

/** Returns the beginning of a string, at most so many code points: none is cut in two. It stops at the limit. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (let count = 0; count < max && end < text.length; count++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** Returns a string, or so many code points of its beginning and an ellipsis. */
export function shortened(text: string, max: number): string {
  const cut = cutText(text, max);
  return cut === text ? text : `${cut}…`;
}

/** Returns the size of a string in UTF-8 bytes. */
export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text);
}

const MAX_BYTES_PER_UNIT = 3;

/** Whether a string has more than `max` bytes in UTF-8. They are counted only once they may be so many. */
export function isLargerThan(text: string, max: number): boolean {
  return text.length > max || (text.length * MAX_BYTES_PER_UNIT > max && utf8Bytes(text) > max);
}

/**
 * Returns a function that adds a string and returns whether all have more than `max` UTF-8 bytes together. It
 * counts the bytes only once they may be so many: a string that was put together is copied for that.
 */
export function createByteLimit(max: number): (text: string) => boolean {
  let bytes = 0;
  let most = 0;
  let uncounted: string[] = [];
  return (text) => {
    most += text.length * MAX_BYTES_PER_UNIT;
    uncounted.push(text);
    if (most <= max) return false;
    for (const each of uncounted) bytes += utf8Bytes(each);
    uncounted = [];
    return bytes > max;
  };
}

/** Whether the database can store a string: it has no NUL character and no unpaired surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** Returns a text of another system as the database can store it, cut to so many characters. */
export function storableText(text: string, maxCharacters: number): string {
  return cutText(text, maxCharacters).toWellFormed().replaceAll("\0", "\ufffd");
}
