// The events of a webhook have types too, of the same description.
import type { components, webhooks } from "./aftersale.js";

type Return = components["schemas"]["Return"];
type ReturnEvent = webhooks["return"]["post"]["requestBody"]["content"]["application/json"];

/** Returns a return on one line. */
export function lineOf({ id, status, totals }: Return): string {
  const { amount, currency } = totals.refund.amount;
  return `${id} is ${status}, ${amount} ${currency}`;
}

/** Returns what an event says, whose signature has been verified. */
export function linesOf(event: ReturnEvent): string {
  switch (event.type) {
    case "created":
      return `new: ${lineOf(event.return)}`;
    case "updated":
    case "backfill":
      return lineOf(event.return);
  }
}
