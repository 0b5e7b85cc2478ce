import type { Status } from "../../../features/returns/status.ts";

/** The reasons that are offered while the store's policy names none. */
export const REASON_CODES = [
  ...(["too_small", "too_large", "not_as_described", "damaged"] as const),
  ...(["wrong_item", "changed_mind", "other"] as const),
] as const;

/** Every text of the shopper's pages; `{names}` stand for values. */
export type Texts = {
  /** The language's own name. */
  language: string;
  languages: string;
  optional: string;
  startAgain: string;
  shopperPage: string;
  /** The steps of the way to a return. */
  steps: { label: string; find: string; choose: string; review: string; sent: string };
  find: {
    title: string;
    lead: string;
    /** What the lead says of each way to find an order. */
    typed: { email: string; phone: string; postal_code: string };
    order: string;
    email: string;
    phone: string;
    postal_code: string;
    or: string;
    button: string;
    wrong: string;
    required: string;
  };
  /** The page that asks for a code, after many wrong tries of others. */
  code: { title: string; lead: string; code: string; button: string; wrong: string };
  errors: {
    expiredTitle: string;
    expired: string;
    notFoundTitle: string;
    notFound: string;
    tooManyTitle: string;
    tooMany: string;
    failedTitle: string;
    failed: string;
    awayTitle: string;
    away: string;
    conflict: string;
    changed: string;
    sentAlready: string;
    tooLarge: string;
  };
  choose: {
    title: string;
    order: string;
    paid: string;
    until: string;
    atLeast: string;
    ended: string;
    notEligible: string;
    allReturned: string;
    nothingLeft: string;
    units: string;
    take: string;
    exchange: string;
    wish: string;
    wishHelp: string;
    notExchanged: string;
    reason: string;
    pickReason: string;
    comment: string;
    button: string;
    faults: string;
    nothingChosen: string;
    reasonMissing: string;
    commentMissing: string;
    tooMany: string;
  };
  reasons: Record<(typeof REASON_CODES)[number], string>;
  review: {
    title: string;
    lead: string;
    items: string;
    outcome: string;
    refund: string;
    store_credit: string;
    exchange: string;
    exchangeFor: string;
    same: string;
    charge: string;
    includesFee: string;
    includesBonus: string;
    labelMerchant: string;
    labelShopper: string;
    keepItem: string;
    photo: string;
    photoHelp: string;
    photoMissing: string;
    photoWrong: string;
    send: string;
    change: string;
  };
  follow: {
    title: string;
    sentTitle: string;
    sent: string;
    keepLink: string;
    number: string;
    items: string;
    value: string;
    nothing: string;
    history: string;
    parcel: string;
    label: string;
    form: string;
    track: string;
    dropoff: string;
    noLabel: string;
    cancel: string;
    cancelHelp: string;
    cancelled: string;
    add: string;
    comment: string;
    photo: string;
    addButton: string;
    added: string;
    emptyAdd: string;
    commentBy: string;
    photoBy: string;
  };
  statuses: Record<Status, string>;
};
