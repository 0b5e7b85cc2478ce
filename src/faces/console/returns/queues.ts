import { OVERDUE_DAYS, type ReturnQueue } from "../../../features/returns/bulk/schema.ts";
import type { Store } from "../../../features/stores/schema.ts";
import { attributes, type Content, html, type Label, type Markup, type PerReader } from "../../pages/html.ts";
import { countText } from "../components/count.ts";
import { waitingSince } from "../components/time.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

/** What a queue is called, and what exactly it counts. */
export const QUEUE_WORDS: Record<ReturnQueue["name"], { name: PerReader; counts: Label }> = {
  needs_review: {
    name: say("Needs review"),
    counts: say("Returns that a person has to approve or reject, of any age"),
  },
  flagged: {
    name: say("Flagged#queue"),
    counts: say("Returns that were flagged and not yet reviewed, of any age"),
  },
  delivered: {
    name: say("Delivered, not processed"),
    counts: say("Returns that have arrived and aren't processed, of any age"),
  },
  overdue: {
    name: say("Overdue in transit"),
    counts: say("Returns in transit that have not changed for {days} days", { days: OVERDUE_DAYS }),
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
  return html`<nav aria-label="${say("Queues")}"><ul class="queues">${items}</ul></nav>`;
}

/** Returns how old the oldest of a queue is, in the colour of the store's limits. */
export function oldestText(
  { name, oldest }: { name?: ReturnQueue["name"]; oldest: string | null },
  now: Date,
  limits: Store["waiting"],
): Content {
  if (oldest === null) return say("nothing waits");
  return say("oldest {moment}", { moment: waitingSince(oldest, now, name === "overdue" ? OVERDUE : limits) });
}

/** Returns the title of a queue; undefined without one. */
export function queueTitle(queue: ReturnQueue | undefined): PerReader | undefined {
  return queue && QUEUE_WORDS[queue.name].name;
}
