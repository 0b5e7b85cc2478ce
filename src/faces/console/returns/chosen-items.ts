import type { Order } from "../../../features/orders/schema.ts";
import type { ReturnBody } from "../../../features/returns/create/new-return-schema.ts";
import type { Form, FormState } from "../../pages/form.ts";

type Values = Pick<Form, "get"> | { get(name: string): string };
type Item = ReturnBody["data"]["items"][number];

/** Returns the units that a form has chosen, in the order of the lines. What isn't a number is left to the API. */
export function chosenItems({ lineItems }: Order, form: Values): Item[] {
  return lineItems.flatMap(({ id }, i) => {
    const quantity = form.get(`quantity-${i}`);
    if (quantity === "" || quantity === "0") return [];
    return {
      lineItemId: id,
      quantity: Number(quantity),
      reason: form.get(`reason-${i}`),
      ...(form.get(`comment-${i}`) && { notes: form.get(`comment-${i}`) }),
      compensation: form.get("compensation") === "store_credit" ? "store_credit" : "refund",
    };
  });
}

/** Returns where the API's faults of each chosen line point at: its place among the chosen ones. */
export function placesOf(order: Order, state: FormState): Map<string, number> {
  const chosen = chosenItems(order, { get: (name) => state.value(name)?.trim() ?? "" });
  return new Map(chosen.map(({ lineItemId }, place) => [lineItemId, place]));
}

export const ADDRESS_FIELDS = ["line1", "line2", "city", "state", "postalCode", "country"] as const;

/** Returns the request that creates a return from a form. */
export function returnBody(externalOrderId: string, items: Item[], form: Form): ReturnBody {
  const [line1, line2, city, state, postalCode, country] = ADDRESS_FIELDS.map((name) => form.get(name));
  const notes = form.get("notes");
  return {
    data: {
      ...{ provider: form.get("provider"), externalOrderId, items },
      shippingAddress: {
        line1,
        line2,
        city,
        state,
        postalCode,
        country,
      } as ReturnBody["data"]["shippingAddress"],
      ...(notes && { notes }),
    },
    options: { createExternalRMAs: form.get("rma") === "on" },
  };
}
