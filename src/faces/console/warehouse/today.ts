import type { ReturnProgress, ReturnQueue } from "../../../features/returns/bulk/schema.ts";
import type { Store } from "../../../features/stores/schema.ts";
import { startsOfDays } from "../../../lib/local-days.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { countText } from "../components/count.ts";
import { livePart } from "../components/live-part.ts";
import { tile, tiles } from "../components/tile.ts";
import type { Visit } from "../page.ts";
import { oldestText, QUEUE_WORDS } from "../returns/queues.ts";
import { say } from "../texts/texts.ts";

type Read = { queues: ReturnQueue[]; progress: ReturnProgress };

/** Returns the numbers of the store's day: what has arrived, what was processed, and what still waits. */
export async function todayPart(visit: Visit): Promise<Markup> {
  const { api, store, base, ctx, reader } = visit;
  const now = ctx.now();
  const [midnight = now] = startsOfDays(now, 1, reader.timeZone);
  const query = new URLSearchParams({ since: midnight.toISOString() });
  const path = `${at`/stores/${store.storeId}/returns/queues`}?${query}`;
  const [{ queues, progress }, { waiting: limits }] = await Promise.all([
    api.get<Read>(path),
    api.get<Store>(at`/stores/${store.storeId}`),
  ]);
  const waiting = queues.find(({ name }) => name === "delivered");
  const all = [
    tile({
      ...{ name: say("Received today"), value: countText(progress.received) },
      counts: say("Returns that were delivered since midnight in the store, whatever they are now"),
    }),
    tile({
      ...{ name: say("Processed today"), value: countText(progress.processed) },
      counts: say("Returns that were completed since midnight in the store, and still are"),
    }),
    waiting &&
      tile({
        ...{ name: say("Waiting"), value: countText(waiting), href: `${base}/returns?queue=delivered` },
        counts: QUEUE_WORDS.delivered.counts,
        note: oldestText(waiting, now, limits),
      }),
  ];
  const content = html`<section class="today" aria-label="${say("Today")}">${tiles(all)}</section>`;
  return livePart(visit, "today", content, [], { seconds: 5 });
}
