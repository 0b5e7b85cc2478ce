import type { InvoiceLine } from "./read-invoices.ts";

const WHOLE = /^-?\d{1,9}$/;
/** As many digits as a JSON number carries without loss. */
const DECIMAL = /^-?\d{1,9}(\.\d{1,6})?$/;

/** Why a line can't be replayed, whatever the lines around it say; undefined when it can. */
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

/** What `dd/mm/yyyy HH:MM`, taken as UTC, is as an RFC 3339 text; undefined for a time that no calendar has. */
export function instantOf(text: string): string | undefined {
  const match = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2})$/.exec(text);
  if (!match) return undefined;
  const written = `${match[3]}-${match[2]}-${match[1]}T${match[4]}:00.000Z`;
  const instant = new Date(written);
  // A day past the end of its month would be read as one of the next.
  return Number.isNaN(instant.getTime()) || instant.toISOString() !== written ? undefined : written;
}
