import { greater, lesser, minorDigits, powerOfTen } from "../../../../lib/money.ts";
import { DECIMALS, spread, sumOf } from "./amounts.ts";
import { type ExportedLine, worthOfLines } from "./lines.ts";

/**
 * Returns the lines of an order without those below zero, and the discount of the order that these are, with a fee below zero. Their
 * tax is taken off that of the other lines, in proportion to it.
 */
export function withoutDeductions(
  lines: ExportedLine[],
  { fee, feeTax, currency }: { fee: bigint; feeTax: bigint; currency: string },
): { lines: ExportedLine[]; discount: bigint } {
  const [kept, below] = [lines.filter((line) => !isBelowZero(line)), lines.filter(isBelowZero)];
  const discount = greater(-fee, 0n) - worthOfLines(below);
  if (discount === 0n) return { lines, discount };
  const tax = (fee < 0n ? -feeTax : 0n) - sumOf(below.map((line) => line.tax ?? 0n));
  const taxes = kept.map((line) => line.tax ?? 0n);
  const shares = spread(
    lesser(greater(tax, 0n), sumOf(taxes)),
    taxes,
    powerOfTen(DECIMALS - minorDigits(currency)),
  );
  return {
    lines: kept.map((line, i) => (line.tax ? { ...line, tax: line.tax - (shares[i] ?? 0n) } : line)),
    discount,
  };
}

function isBelowZero({ worth }: ExportedLine): boolean {
  return worth < 0n;
}
