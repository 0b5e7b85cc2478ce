/** Instants are ISO 8601 in UTC, amounts exact decimal strings in the order's currency. */

/** What a policy's decisions about lines of an order rest on. It is kept with a decision, which it lets be repeated. */
export type Facts = {
  /** The moment of the decision. */
  at: string;
  orderedAt: string;
  currency: string;
  /** Of the shipping address, two letters; null when it isn't known. */
  country: string | null;
  orderTags: string[];
  /** Those that the customer is in, of the segments that the policy names. */
  segments: string[];
  /** That of the texts; null for English. */
  language: string | null;
  lines: LineFacts[];
};

/** A line, or the units of it that are asked for with one reason: a line may be there several times. */
export type LineFacts = {
  lineItemId: string;
  productId: string | null;
  sku: string | null;
  tags: string[];
  /** Units that were ordered. */
  ordered: number;
  /** Units that go into parcels; absent for all that were ordered. */
  awaited?: number;
  /** What all ordered units cost together before discounts, what was taken off, and what was paid, with tax. */
  price: string;
  discount: string;
  paid: string;
  parcels: Parcel[];
  /** Units that are in no return. */
  returnable: number;
  /** The units asked for and the reason; null for a line that is only looked at, and for a missing reason. */
  quantity: number | null;
  reasonCode: string | null;
};

/** The units of a line in one parcel. */
export type Parcel = { units: number; fulfilledAt: string; deliveredAt: string | null };
