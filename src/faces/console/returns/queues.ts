import type { ReturnQueue } from "../../../features/returns/bulk/schema.ts";
import type { Store } from "../../../features/stores/schema.ts";
import { attributes, html, type Markup } from "../../pages/html.ts";
import { countText } from "../components/count.ts";
import { waitingSince } from "../components/time.ts";
import type { Visit } from "../page.ts";

const WORDS: Record<ReturnQueue["name"], string> = {
  needs_review: "Needs review",
  flagged: "Flagged",
  delivered: "Delivered, not processed",
  overdue: "Overdue in transit",
};

/** What is in this queue is late already. */
const OVERDUE = { soonDays: 0, lateDays: 0 };

/** Returns the queues as links, each with its count and the age of its oldest return. */
export function queueCards(
  { base, ctx }: Visit,
  queues: readonly ReturnQueue[],
  { chosen, limits }: { chosen: string | undefined; limits: Store["waiting"] },
): Markup {
  const items = queues.map(({ name, oldest, ...counted }) => {
    const state = attributes({ "aria-current": name === chosen ? "true" : undefined });
    return html`<li><a class="queue" href="${`${base}/returns?queue=${name}`}" ${state}>
      <span class="queue-name">${WORDS[name]}</span>
      <strong class="queue-count">${countText(counted)}</strong>
      <small>${oldest === null ? "nothing waits" : html`oldest ${waitingSince(oldest, ctx.now(), name === "overdue" ? OVERDUE : limits)}`}</small></a></li>`;
  });
  return html`<nav aria-label="Queues"><ul class="queues">${items}</ul></nav>`;
}

/** Returns the title of a queue; undefined without one. */
export function queueTitle(queue: ReturnQueue | undefined): string | undefined {
  return queue && WORDS[queue.name];
}
