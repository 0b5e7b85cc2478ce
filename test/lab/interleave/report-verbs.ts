import { post, textIn } from "./fill.ts";
import type { Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";
import { forgetJobs, work } from "./work.ts";

/** What is computed of a store's returns in the background. */
export const REPORT_VERBS: Record<string, Verb> = {
  "dry-run": {
    isJob: true,
    prepare: async (shop, lab) => {
      const policy = { timeZone: "UTC", window: { days: 5, from: "ordered" } };
      const started = await post(shop, "/policy/dry-run", { policy, last: 2_000 });
      shop.known.made.dryRun = textIn(started, "id");
      await forgetJobs(lab, "policy.dry-run");
    },
    run: (shop) => work(shop, "policy.dry-run", { dryRunId: shop.known.made.dryRun }),
  },
  export: {
    isJob: true,
    prepare: async (shop, lab) => {
      await startExport(shop);
      await forgetJobs(lab, "asn.export");
    },
    run: (shop) => work(shop, "asn.export", { exportId: shop.known.made.export }),
  },
  "export-delete": {
    prepare: startExport,
    run: (shop) => shop.send("DELETE", `/stores/:store/asn-exports/${shop.known.made.export}`),
  },
};

async function startExport(shop: Shop): Promise<void> {
  const window = { from: "2026-01-01", to: "2036-01-01", format: "csv" };
  shop.known.made.export ??= textIn(await post(shop, "/asn-exports", window), "id");
}
