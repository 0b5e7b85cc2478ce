const SCALE = 6;
const PENNY = 10n ** BigInt(SCALE - 2);

/** A decimal text of at most six places as an integer of millionths. */
export function millionths(text: string): bigint {
  const [whole = "0", places = ""] = text.split(".");
  return BigInt(whole + places.padEnd(SCALE, "0"));
}

/** Millionths, none of them negative, as whole pence, rounded half up. */
export function pence(value: bigint): bigint {
  return (value + PENNY / 2n) / PENNY;
}

/** Pence as the decimal text with two places that money is written in. */
export function pounds(value: bigint): string {
  const digits = String(value).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
