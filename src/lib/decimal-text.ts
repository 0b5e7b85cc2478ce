const MAX_DECIMAL_DIGITS = 20;

/** With a sign and a point. */
export const MAX_DECIMAL_CHARACTERS = MAX_DECIMAL_DIGITS + 2;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Whether a text is a decimal of at most 20 digits: with more of them arithmetic would take longer than anybody waits. */
export function isDecimal(text: string): boolean {
  if (text.length > MAX_DECIMAL_CHARACTERS || !DECIMAL.test(text)) return false;
  return text.replace(/[-.]/g, "").length <= MAX_DECIMAL_DIGITS;
}
