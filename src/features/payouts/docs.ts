import { movesTable } from "../returns/payouts/states.ts";

/** The documentation of the operations. */
export const DOCS = {
  refund: {
    operationId: "refundReturn",
    summary: "Refund a return",
    description: `Has the store's payee pay what the return owes, or notes that it was paid elsewhere. A return that becomes complete does this by itself, unless its payouts are \`held\`.

- The payee is the shop that the order came from, if its connector is enabled, else the integration of kind \`refunds\`. What one payee was asked for no other one pays.
- Without \`amount\` all that is due is paid, and what was refused is tried again, with a new key. A payout that is \`unknown\` is asked for now, with its own key; of a shop, once it can't be at work on the last request any more.
- An amount may be asked for before the return is complete. It is paid at most once: what is asked for and paid so counts when the return is completed.
- What was paid with a lower amount than was asked for counts as it was paid once an amount is named; with a higher one, at once.
- With \`paidElsewhere\` the refund of just that amount that the shop has made itself, or the one with this \`reference\`, is that payment: it counts once, also where it comes later.
- A store without a payee has payouts that wait: pay them by other means, and say so by \`paidElsewhere\`.
- The response shows the payouts as they are now; how they go on is shown by the return, its webhooks and the change feed.

${movesTable()}`,
    "x-extension": true,
    "x-errors": {
      400: "The amount is not money of the order, or the order's refunds would be more than was paid for it (`refund_exceeds_paid`).",
      409: "More than is due (`more_than_due`); the return has 250 payouts (`too_many_payouts`); or the `Idempotency-Key` is in use.",
    },
    "x-example": { paidElsewhere: true, reference: "re_3MmlLrLkdIwHu7ix" },
  },
  list: {
    operationId: "listPayouts",
    summary: "List payouts",
    description: `Lists the payouts of the store, those of the newest return first unless \`sort\` says otherwise. Those that a person should look at are \`refused\`, \`unknown\` or \`held\`, or were paid with another amount than was asked for: \`attention\` lists them, and with \`sort=created_at\` what fell due first.

- What returns owe that were completed before their payouts were kept is shown by the returns only.`,
    "x-extension": true,
  },
};
