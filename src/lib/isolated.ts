const FROM_RIGHT =
  "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]";
const ANY_FROM_RIGHT = new RegExp(FROM_RIGHT, "u");
const ANY_FROM_LEFT = new RegExp(`(?!${FROM_RIGHT})\\p{L}`, "u");
/** Characters that no one sees, and that set the direction of what follows. */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Whether a text has letters that are written from right to left, such as those of Arabic and Hebrew. */
export function isFromRight(text: string): boolean {
  return ANY_FROM_RIGHT.test(text);
}

/** Returns a text so that its direction doesn't change that of the text around it. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** Returns a value that stands in a text, isolated where their directions differ. */
export function isolatedIn(text: string, value: string): string {
  const crosses = isFromRight(text) ? ANY_FROM_LEFT.test(value) : isFromRight(value);
  return crosses || MARKS.test(value) ? isolated(value) : value;
}
