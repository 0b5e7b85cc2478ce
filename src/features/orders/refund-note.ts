const PAYOUT_ID = /\bpay_[0-9a-z]+(?:_(?:refund|store_credit)(?:_\d+)?)?\b/;

/** Returns the note that a refund in a shop gets which pays a payout. */
export function payoutNote(payoutId: string): string {
  return `Aftersale payout ${payoutId}`;
}

/** Returns the id of the payout that a refund's note names; undefined for none. */
export function payoutIdIn(note: string | null | undefined): string | undefined {
  return note?.match(PAYOUT_ID)?.[0];
}

/** Returns the id of a refund of which a file has none; further ones of the order begin with it. */
export function refundIdOfFile(orderId: string): string {
  return `${orderId}-refunded`;
}
