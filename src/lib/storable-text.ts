/** Whether the database can store a string: it has no NUL character and no unpaired surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
