import { isSized } from "./catalogue.ts";
import { DELIVERY_DAYS } from "./parcels.ts";
import type { Purchase } from "./purchases.ts";
import type { Random } from "./random.ts";
import type { Scenario } from "./scenarios.ts";

/** The units of a purchase to return. */
export type Choice = { purchase: Purchase; units: { lineItemId: string; quantity: number }[] };

const MAX_WAIT_DAYS = 21;

/**
 * Chooses units to return for the scenario's reason, from purchases delivered shortly before and not returned
 * yet.
 */
export function chooseUnits(random: Random, scenario: Scenario, unreturned: Purchase[]): Choice {
  const fits = ({ productId }: { productId: string | null }) =>
    !/^TOO_/.test(scenario.reason) || isSized(productId);
  const purchase = random.pick(
    unreturned.filter(({ body, daysAgo, isShipped }) => {
      const wait = daysAgo - DELIVERY_DAYS - scenario.daysAgo;
      return isShipped && wait > 0 && wait < MAX_WAIT_DAYS && body.lineItems.some(fits);
    }),
  );
  const lines = random.some(random.pick([1, 1, 2]), purchase.body.lineItems.filter(fits));
  const units = lines.map(({ id, quantity }) => ({
    lineItemId: id,
    quantity: scenario.exchange ? 1 : random.between(1, quantity),
  }));
  return { purchase, units };
}
