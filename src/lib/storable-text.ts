import { cutText } from "./text-length.ts";

/** Whether the database can store a string: it has no NUL character and no unpaired surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** Returns a text of another system as the database can store it, cut to so many characters. */
export function storableText(text: string, maxCharacters: number): string {
  return cutText(text, maxCharacters).toWellFormed().replaceAll("\0", "\ufffd");
}
