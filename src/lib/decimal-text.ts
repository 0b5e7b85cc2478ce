const MAX_DECIMAL_DIGITS = 20;

/** Including a sign and a point. */
export const MAX_DECIMAL_CHARACTERS = MAX_DECIMAL_DIGITS + 2;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Whether a string is a decimal of at most 20 digits. The limit bounds the cost of arithmetic. */
export function isDecimal(text: string): boolean {
  if (text.length > MAX_DECIMAL_CHARACTERS || !DECIMAL.test(text)) return false;
  return text.replace(/[-.]/g, "").length <= MAX_DECIMAL_DIGITS;
}
