import { openMailServer } from "../../../support/open-mail-server.ts";
import { startFleet } from "../history/fleet.ts";
import { openTarget } from "../matrix/open-target.ts";
import { seeded } from "../random.ts";
import type { Scenario } from "../scenario.ts";
import { type Compared, compareTries } from "./run.ts";

/** The scenario of `bun run torture tries`. */
export const tries: Scenario = {
  options: "[--tries 2000]",
  about: `types wrong pairs, unknown orders and orders of erased customers on a shopper's page, 2,000 of each, from as many
addresses and in a random order: by e-mail, phone and postal code, of large orders, where a code is asked for, and of
stores that are closed, deleted or unknown. Ends with 1 if one can tell them apart by status, page, length (1 %), median or
90th percentile of the time (5 %).`,
  run: async ({ seed, say, number }) => {
    const mails = await openMailServer();
    const settings = { TRUST_PROXY: "1", SMTP_URL: mails.url, MAIL_FROM: "Shop <shop@shop.example>" };
    const fleet = await startFleet({ apis: 1, workers: 1, cells: 1, settings });
    try {
      const { target, ctx, close } = await openTarget(fleet, mails.url);
      const options = { tries: number("tries", 2_000), orders: 50, lines: 900, random: seeded(seed), say };
      const compared = await compareTries(target, ctx, options);
      await close();
      const differences = compared.flatMap((each) => [...each.differences, ...each.delays]);
      return { differences, lines: compared.map(lineOf) };
    } finally {
      await fleet.close();
      await mails.close();
    }
  },
};

function lineOf({ question, kinds, ratios }: Compared): string {
  const each = Object.entries(kinds).map(
    ([kind, { medianMs, p90Ms, length }]) =>
      `${kind} ${medianMs.toFixed(1)} and ${p90Ms.toFixed(1)} ms, ${length} characters`,
  );
  const { median, p90 } = ratios;
  return `${question}: ${each.join("; ")} (median and p90 within ${median.toFixed(3)} and ${p90.toFixed(3)})`;
}
