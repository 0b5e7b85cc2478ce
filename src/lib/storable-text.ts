/** Whether the database can keep a text: one without NUL characters and without halves of surrogate pairs. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
