import { startFleet } from "../history/fleet.ts";
import { openTarget } from "../matrix/open-target.ts";
import type { Scenario } from "../scenario.ts";
import { comparePairs } from "./run.ts";

/** The scenario of `bun run torture pairs`. */
export const pairs: Scenario = {
  options: "[--pairs 1000]",
  about: `makes 1,000 returns at random through a shopper's page, with random policies, orders, currencies, units, reasons,
comments, photos, outcomes and exchanges, and makes the same return of an equal order by the API. Ends with 1 if the page offers
something else than the API, shows another amount before, or the returns differ in more than their author and time.`,
  run: async ({ seed, say, number }) => {
    const fleet = await startFleet({ apis: 1, workers: 1, cells: 1, settings: { TRUST_PROXY: "1" } });
    try {
      const { target, close } = await openTarget(fleet, "http://127.0.0.1/");
      const found = await comparePairs(target, { pairs: number("pairs", 1_000), seed, say });
      await close();
      const lines = [
        `${found.pairs} pairs, ${found.made} returns made, ${found.refused} refused by both`,
        `${found.adjusted} returns with a fee or a bonus, ${found.photos} with photos, ${found.exchanges} with an exchange`,
      ];
      return { differences: found.differences, lines };
    } finally {
      await fleet.close();
    }
  },
};
