/** A longer text is not a typing error. */
const MAX_LENGTH = 64;

/**
 * Returns the word with the fewest edits from a text; undefined when none is close: more than a third of the
 * text would have to change, or it has more than 64 characters.
 */
export function nearest(text: string, words: Iterable<string>): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  let best: { word: string; edits: number } | undefined;
  for (const word of words) {
    const edits = editsBetween(text.toLowerCase(), word.toLowerCase());
    if (!best || edits < best.edits) best = { word, edits };
  }
  return best && best.edits <= Math.max(2, Math.ceil(text.length / 3)) ? best.word : undefined;
}

/** Returns the Levenshtein distance, one row at a time. Its cost is the product of the lengths. */
export function editsBetween(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(changed, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
