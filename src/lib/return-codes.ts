/** The part of the catalogue of errors (`problem-codes.ts`) that is about returns. */
export const RETURN_CODES = {
  refund_exceeds_paid: {
    status: 400,
    cause: "The refunds of all returns of an order would be more than what was paid for it.",
    cure: "Refund at most what `detail` says is left, or lower the refund of another of the order's returns first.",
  },
  return_too_large: {
    status: 400,
    cause:
      "The return would have more than 1,000 notes, or more than 2 MB in what was added to it: notes, and all that its patches have left.",
    cure: "Replace by a PATCH what is no longer needed, or keep it elsewhere.",
  },
  decisions_too_large: {
    status: 400,
    cause: "What the policy says of the lines would take more than 10 MB in the response.",
    cure: "Name fewer lines in `items`, or give the policy fewer reasons with shorter texts.",
  },
  not_eligible: {
    status: 409,
    cause:
      "The request lets the store's policy count, and it doesn't allow the return of a line, or not for this compensation.",
    cure: "Show the shopper the texts of `decisions`; leave out what isn't eligible, or choose one of its `outcomes`.",
  },
  more_than_due: {
    status: 409,
    cause: "More was asked to be paid for the return than is due and not on its way.",
    cure: "Ask for at most what `detail` says is due, or for no amount, which is all of it.",
  },
  units_not_returnable: {
    status: 409,
    cause: "The units are in other returns of the order.",
    cure: "Read the order's returns. Only a `deleted` return releases its units.",
  },
  return_transition_refused: {
    status: 409,
    cause: "The return's status doesn't allow the transition.",
    cure: "Choose a status of `allowed`, or read the return again.",
  },
} as const;
