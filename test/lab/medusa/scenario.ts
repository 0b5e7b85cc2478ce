import type { Scenario } from "../torture/scenario.ts";
import { tortureMedusa } from "./run.ts";

/** The scenario of `bun run torture medusa`. */
export const medusa: Scenario = {
  options: "[--orders 2000] [--returns 500] [--kills 20]",
  about: `installs a real Medusa from npm once, and connects it: orders are bought, edited, cancelled and sent there, and
returned here, while both sides and their databases are killed and webhooks are lost, doubled and late. Ends with 1 if an
order, a refund or a restocked unit isn't exactly once on both sides in the end.`,
  run: async ({ seed, say, number }) => {
    const counts = {
      orders: number("orders", 2_000),
      returns: number("returns", 500),
      kills: number("kills", 20),
    };
    const run = await tortureMedusa({ ...counts, seed, say });
    const { sights } = run;
    const of = (counted: Record<string, number>) =>
      Object.entries(counted)
        .map(([name, count]) => `${count} ${name}`)
        .join(", ");
    const lines = [
      `${run.orders} orders, ${run.returns} returns, ${run.payouts} payouts, ${run.changes} changes of stock`,
      `the shop refused ${run.unchanged.length} changes of stock${run.unchanged.map((reason) => `\n  ${reason}`).join("")}`,
      `after a kill the shop refused its staff ${run.refused} acts for good, deleted ${run.takenBack} orders again without a word, and left ${run.strays} parcels of no order`,
      `kills: ${of(run.kills)}; webhooks: ${of(run.hooks)}`,
      `an order was here after ${sights.median} ms (median), p95 ${sights.p95}, p99 ${sights.p99}, longest ${sights.longest}; ${sights.over} of ${sights.count} took more than 5 s, ${sights.overAlone} of them while nothing was killed or starting`,
    ];
    return { differences: run.differences, lines };
  },
};
