const SCALE = 6;
const PENNY = 10n ** BigInt(SCALE - 2);

/** Returns a decimal string of at most six places as an integer of millionths. */
export function millionths(text: string): bigint {
  const [whole = "0", places = ""] = text.split(".");
  return BigInt(whole + places.padEnd(SCALE, "0"));
}

/** Returns non-negative millionths as whole pence, rounded half up. */
export function pence(value: bigint): bigint {
  return (value + PENNY / 2n) / PENNY;
}

/** Returns pence as a decimal string with two places. */
export function pounds(value: bigint): string {
  const digits = String(value).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
