import { contains, type Person, redactText } from "../../core/persons/redact.ts";
import { redactUrl } from "../../core/persons/redact-url.ts";
import type { TrackingDocument } from "../../platform/db/documents/order.ts";
import type { OrderBody, StoredOrder } from "./schema.ts";
import { withoutTexts } from "./upsert/merge-order.ts";

/**
 * Returns an order without its person: customer and addresses are absent, lines and money stay. Other texts stay
 * unless they name the person.
 */
export function blankOrder(body: StoredOrder, person: Person): StoredOrder {
  const { customer: _, billingAddress: __, shipping, tags, lineItems, refunds, ...rest } = body;
  return {
    ...rest,
    lineItems: lineItems.map((line) => ({
      ...line,
      title: redactText(line.title, person),
      ...(line.imageUrl && { imageUrl: redactUrl(line.imageUrl, person) }),
      ...(line.tags && { tags: line.tags.filter((tag) => !contains(tag, person)) }),
    })),
    ...(shipping && { shipping: blankShipping(shipping, person) }),
    ...(shipping === null && { shipping }),
    ...(tags && { tags: tags.filter((tag) => !contains(tag, person)) }),
    ...(tags === null && { tags }),
    ...(refunds && { refunds: refunds.map(withoutTexts) }),
  };
}

function blankShipping(shipping: NonNullable<OrderBody["shipping"]>, person: Person): OrderBody["shipping"] {
  const { address: _, method, ...rest } = shipping;
  if (typeof method !== "string") return { ...rest, ...(method === null && { method }) };
  return { ...rest, method: redactText(method, person, { names: true }) };
}

/** Returns a tracking history without messages and places, which are where the person lives. */
export function blankTracking(history: TrackingDocument[]): TrackingDocument[] {
  return history.map(({ status, datetime, isOfShop }) => ({
    ...{ message: "", status, datetime },
    ...(isOfShop && { isOfShop }),
  }));
}
