import { OVERDUE_DAYS, type ReturnQueue } from "../../../features/returns/bulk/schema.ts";
import type { Store } from "../../../features/stores/schema.ts";
import { attributes, type Content, html, type Markup } from "../../pages/html.ts";
import { countText } from "../components/count.ts";
import { waitingSince } from "../components/time.ts";
import type { Visit } from "../page.ts";

/** What a queue is called, and what exactly it counts. */
export const QUEUE_WORDS: Record<ReturnQueue["name"], { name: string; counts: string }> = {
  needs_review: {
    name: "Needs review",
    counts: "Returns that a person has to approve or reject, of any age",
  },
  flagged: { name: "Flagged", counts: "Returns that were flagged and not yet reviewed, of any age" },
  delivered: {
    name: "Delivered, not processed",
    counts: "Returns that have arrived and aren't processed, of any age",
  },
  overdue: {
    name: "Overdue in transit",
    counts: `Returns in transit that have not changed for ${OVERDUE_DAYS} days`,
  },
};

/** What is in this queue is late already. */
const OVERDUE = { soonDays: 0, lateDays: 0 };

/** Returns the queues as links, each with its count and the age of its oldest return. */
export function queueCards(
  { base, ctx }: Visit,
  queues: readonly ReturnQueue[],
  { chosen, limits }: { chosen: string | undefined; limits: Store["waiting"] },
): Markup {
  const items = queues.map((queue) => {
    const { name } = queue;
    const words = QUEUE_WORDS[name];
    const state = attributes({ "aria-current": name === chosen ? "true" : undefined, title: words.counts });
    return html`<li><a class="queue" href="${`${base}/returns?queue=${name}`}" ${state}>
      <span class="queue-name">${words.name}</span>
      <strong class="queue-count">${countText(queue)}</strong>
      <small>${oldestText(queue, ctx.now(), limits)}</small></a></li>`;
  });
  return html`<nav aria-label="Queues"><ul class="queues">${items}</ul></nav>`;
}

/** Returns how old the oldest return of a queue is, in the colour of the store's limits. */
export function oldestText({ name, oldest }: ReturnQueue, now: Date, limits: Store["waiting"]): Content {
  if (oldest === null) return "nothing waits";
  return html`oldest ${waitingSince(oldest, now, name === "overdue" ? OVERDUE : limits)}`;
}

/** Returns the title of a queue; undefined without one. */
export function queueTitle(queue: ReturnQueue | undefined): string | undefined {
  return queue && QUEUE_WORDS[queue.name].name;
}
