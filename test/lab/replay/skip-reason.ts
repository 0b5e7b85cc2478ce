import type { InvoiceLine } from "./read-invoices.ts";

const WHOLE = /^-?\d{1,9}$/;
/** At most the digits that a JSON number represents exactly. */
const DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/;

/** Returns why a line can't be replayed, regardless of other lines; undefined when it can. */
export function skipReason(line: InvoiceLine): string | undefined {
  const kind = isCancellation(line) ? "cancellation" : "invoice";
  if (line.customerId === "") return `${kind} line without customer`;
  if (line.invoice === "" || line.stockCode === "") return `${kind} line without number or product`;
  if (!WHOLE.test(line.quantity) || !DECIMAL.test(line.unitPrice) || instantOf(line.date) === undefined) {
    return `${kind} line with an unreadable quantity, price or date`;
  }
  const quantity = Number(line.quantity);
  if (quantity === 0) return `${kind} line of no units`;
  if (kind === "invoice" && quantity < 0) return "invoice line with a negative quantity";
  if (kind === "cancellation" && quantity > 0) return "cancellation line with a positive quantity";
  if (Number(line.unitPrice) < 0) return `${kind} line with a negative price`;
  return undefined;
}

export function isCancellation(line: InvoiceLine): boolean {
  return line.invoice.startsWith("C");
}

/**
 * Returns `dd/mm/yyyy HH:MM`, taken as UTC, as an RFC 3339 string; undefined for a date or time that doesn't
 * exist.
 */
export function instantOf(text: string): string | undefined {
  const match = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})$/.exec(text);
  if (!match) return undefined;
  const written = `${match[3]}-${match[2]}-${match[1]}T${match[4]}:00.000Z`;
  const instant = new Date(written);
  // JavaScript parses a day after the end of its month as a day of the next month.
  return Number.isNaN(instant.getTime()) || instant.toISOString() !== written ? undefined : written;
}
