import { createClient } from "../../../../src/features/stores/create-client.ts";
import { createStore } from "../../../../src/features/stores/create-store.ts";
import type { Target } from "../../replay/client.ts";
import { replay } from "../../replay/replay.ts";
import { whereStoresBegin } from "./new-store.ts";

/** A store that was made from an invoice file. */
export type ReplayedStore = { file: string } & Omit<Target, "url">;

const SILENT = { begin: () => {}, step: () => {}, end: () => {} };

/** Creates a store and replays an invoice file into it; throws unless it reads back as the file. */
export async function openReplayedStore(
  file: string,
  { settings, origin }: { settings: Record<string, string>; origin: string },
): Promise<ReplayedStore> {
  return whereStoresBegin(settings, async (ctx) => {
    const { storeId } = await createStore(ctx, { name: "Replay", currency: "GBP" });
    const { secret } = await createClient(ctx, storeId, { name: "replay" });
    const replayed = { file, store: storeId, secret };
    const { faults } = await replay(file, { ...replayed, url: origin }, SILENT);
    if (faults.length > 0) throw new Error(`the replay: ${faults.join("\n")}`);
    return replayed;
  });
}

/** Replays the file once more, and returns what the store has lost or shows differently. */
export async function compareReplayed({ file, ...store }: ReplayedStore, url: string): Promise<string[]> {
  const { faults, tally } = await replay(file, { ...store, url }, SILENT);
  const { orders, returns, moves } = tally;
  // What is missing was created again before it was read.
  const created = { orders: orders.created, returns: returns.created, "changes of status": moves.made };
  const lost = Object.entries(created).filter(([, count]) => count > 0);
  return [...lost.map(([name, count]) => `${count} ${name} of the replay are lost`), ...faults];
}
