import { isSized } from "./catalogue.ts";
import { DELIVERY_DAYS } from "./parcels.ts";
import type { Purchase } from "./purchases.ts";
import type { Random } from "./random.ts";
import type { Scenario } from "./scenarios.ts";

/** What is returned: units of a purchase's lines. */
export type Choice = { purchase: Purchase; units: { lineItemId: string; quantity: number }[] };

const LONGEST_WAIT_DAYS = 21;

/**
 * Something that could be returned for this reason: delivered before, not too long ago, and not returned
 * already.
 */
export function chooseUnits(random: Random, story: Scenario, unreturned: Purchase[]): Choice {
  const fits = ({ productId }: { productId: string }) => !/^TOO_/.test(story.reason) || isSized(productId);
  const purchase = random.pick(
    unreturned.filter(({ body, daysAgo, isShipped }) => {
      const wait = daysAgo - DELIVERY_DAYS - story.daysAgo;
      return isShipped && wait > 0 && wait < LONGEST_WAIT_DAYS && body.lineItems.some(fits);
    }),
  );
  const lines = random.some(random.pick([1, 1, 2]), purchase.body.lineItems.filter(fits));
  const units = lines.map(({ id, quantity }) => ({
    lineItemId: id,
    quantity: story.exchange ? 1 : random.between(1, quantity),
  }));
  return { purchase, units };
}
