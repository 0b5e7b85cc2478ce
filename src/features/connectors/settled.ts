import type { CallAnswer } from "./call.ts";

/**
 * Returns the time before which a shop shows no more changes, in milliseconds: so long before its answer, by its clock, or by ours
 * where that is behind it. A shop's clock that was ahead would else hide what is changed once it is put right. Without a clock of
 * the shop `elseMs` counts.
 */
export function settledMs({ headers }: CallAnswer, overlapMs: number, elseMs = Date.now()): number {
  const shopMs = Date.parse(headers.date ?? "");
  return Math.min(Number.isNaN(shopMs) ? elseMs : shopMs, Date.now()) - overlapMs;
}
