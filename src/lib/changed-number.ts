/** The least characters of a number, without its sign, that a double may not hold: `1e-400` is one. */
export const MIN_CHANGED = 6;
/** A double holds any decimal of so many digits. */
const SAFE_DIGITS = 15;
/** The most digits that the shortest form of a double has. */
const MAX_DIGITS = 17;

/** The digits of a decimal, without zeros at either end, and the power of ten of the first. */
type Decimal = { digits: string; power: number };

/**
 * Whether the number that a JSON text has, without its sign, is another after parsing: one of more digits than a double
 * holds, or nearer to 0 than its range. One beyond its range becomes infinite, which is no number, and isn't meant.
 */
export function isChanged(source: string): boolean {
  if (source.length <= SAFE_DIGITS && !/e/i.test(source)) return false;
  const value = Number(source);
  // The parser rejects it.
  if (!Number.isFinite(value)) return false;
  const [sent, kept] = [decimalOf(source), decimalOf(String(value))];
  return sent.digits !== kept.digits || (sent.digits !== "" && sent.power !== kept.power);
}

function decimalOf(text: string): Decimal {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const point = mantissa.indexOf(".");
  const whole = point < 0 ? mantissa : mantissa.slice(0, point);
  const all = point < 0 ? mantissa : whole + mantissa.slice(point + 1);
  let [start, end] = [0, all.length];
  while (start < end && all[start] === "0") start++;
  while (end > start && all[end - 1] === "0") end--;
  // One more digit than any double has makes them differ.
  const digits = all.slice(start, Math.min(end, start + MAX_DIGITS + 1));
  return { digits, power: whole.length - start + Number(exponent) };
}
