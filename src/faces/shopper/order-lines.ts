import type { ReturnPreview } from "../../features/returns/create/preview-schema.ts";
import type { Language } from "../../lib/languages.ts";
import type { Money } from "../../lib/money.ts";
import { at } from "../pages/html.ts";
import { REASON_CODES } from "./texts/texts-shape.ts";
import type { ShopperVisit } from "./visit.ts";

/** A reason that is offered for a line, in the shopper's language. */
export type LineReason = { code: string; text: string; needs: readonly ("photo" | "comment")[] };

/** A line of an order as its shopper sees it. */
export type OrderLine = ReturnPreview["lines"][number] & { reasons: LineReason[] };

/** Returns the lines of an order with what can be returned of each. Throws 404 for an order that is gone. */
export async function linesOf({ api, store, texts }: ShopperVisit, orderId: string): Promise<OrderLine[]> {
  const path = at`/stores/${store.id}/returns/preview`;
  const { lines } = await api.post<ReturnPreview>(path, { data: { externalOrderId: orderId } });
  const reasons = REASON_CODES.map((code) => ({ code, text: texts.reasons[code], needs: [] }));
  return lines.map((line) => ({ ...line, reasons }));
}

/** Returns an amount as people write it in a language. */
export function amountText({ amount, currency }: Money, language: Language): string {
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(Number(amount));
}
