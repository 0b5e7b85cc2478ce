const PREFIX = "Aftersale payout ";

/** Returns the id of the payout that a refund's note names; undefined where it names none. */
export function payoutIn(note: string | null | undefined): string | undefined {
  const at = note?.indexOf(PREFIX) ?? -1;
  return at < 0 ? undefined : note?.slice(at + PREFIX.length).split(/\s/, 1)[0];
}
