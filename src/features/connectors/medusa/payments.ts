import type { MedusaOrder, MedusaPayment } from "./order-schema.ts";

/** Returns the payments of an order, of all its collections. */
export function paymentsOf({
  payment_collections,
}: Pick<MedusaOrder, "payment_collections">): MedusaPayment[] {
  return (payment_collections ?? []).flatMap(({ payments }) => payments ?? []);
}
