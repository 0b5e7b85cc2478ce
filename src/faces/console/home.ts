import type { Counted, Period, Summary } from "../../features/activity/summary/schema.ts";
import { OVERDUE_DAYS, type ReturnQueue } from "../../features/returns/bulk/schema.ts";
import type { Money } from "../../lib/money.ts";
import { at, attributes, type Content, html, type Markup } from "../pages/html.ts";
import { countText, sumOf } from "./components/count.ts";
import { filterOf } from "./components/filters.ts";
import { livePart } from "./components/live-part.ts";
import { money } from "./components/money.ts";
import { tile, tiles } from "./components/tile.ts";
import { ago } from "./components/time.ts";
import { charts, returnsAddress } from "./home-charts.ts";
import { checklist } from "./home-checklist.ts";
import type { ConsolePage, Visit } from "./page.ts";
import { ACCEPTED } from "./returns/statuses.ts";

const PERIODS: { value: Period; title: string }[] = [
  { value: "30d", title: "30 days" },
  { value: "24h", title: "24 hours" },
];

/** The first page of a store: what waits, and the numbers of its last month or day. */
export const homePage: ConsolePage = {
  path: "/",
  needs: "store_read",
  show: async (visit) => {
    const period = PERIODS.find(({ value }) => value === filterOf(visit.url, "last"))?.value ?? "30d";
    const base = at`/stores/${visit.store.storeId}`;
    const [queues, summary] = await Promise.all([
      visit.can("returns_read")
        ? visit.api.get<{ queues: ReturnQueue[] }>(`${base}/returns/queues`).then((body) => body.queues)
        : [],
      visit.api.get<{ summary: Summary }>(`${base}/summary?last=${period}`).then((body) => body.summary),
    ]);
    // While there are returns nothing has to be set up: a store without any is asked what it has.
    const isNew = summary.returns !== undefined && sumOf(summary.returns.byStatus).count === 0;
    const todo = isNew ? await checklist(visit) : undefined;
    return {
      title: "Home",
      body: livePart(visit, "home", html`${todo}${waiting(visit, queues)}${numbers(visit, summary, period)}`),
    };
  },
};

const QUEUES: Record<ReturnQueue["name"], { name: string; counts: string }> = {
  needs_review: { name: "Need review", counts: "Returns that a person has to approve or reject, of any age" },
  flagged: { name: "Flagged", counts: "Returns that were flagged and not yet reviewed, of any age" },
  delivered: {
    name: "Delivered, to process",
    counts: "Returns that have arrived and aren't processed, of any age",
  },
  overdue: {
    name: "Overdue in transit",
    counts: `Returns in transit that have not changed for ${OVERDUE_DAYS} days`,
  },
};

function waiting(visit: Visit, queues: ReturnQueue[]): Content {
  if (queues.length === 0) return undefined;
  const now = visit.ctx.now();
  const all = queues.map((queue) =>
    tile({
      ...QUEUES[queue.name],
      value: countText(queue),
      note: queue.oldest === null ? "nothing waits" : html`oldest ${ago(queue.oldest, now)}`,
      href: returnsAddress(visit, { queue: queue.name }),
      tone: queue.name === "flagged" && queue.count > 0 ? "bad" : undefined,
    }),
  );
  return html`<h2 class="section-title">Returns that wait</h2>${tiles(all)}`;
}

function numbers(visit: Visit, summary: Summary, period: Period): Markup {
  const links = PERIODS.map(({ value, title }) => {
    const current = attributes({ "aria-current": value === period ? "true" : undefined });
    return html`<li><a href="${`${visit.base}?last=${value}`}" ${current}>${title}</a></li>`;
  });
  return html`<div class="period-head"><h2>The last ${period === "24h" ? "24 hours" : "30 days"}</h2>
      <ul class="period" aria-label="Period">${links}</ul></div>
    ${tiles([...returnTiles(visit, summary), ...eventTiles(visit, summary), ...deliveryTiles(visit, summary)])}
    ${charts(visit, summary, period)}`;
}

/** Which returns the sums are of, as their list is filtered. */
const GIVEN = "of the returns created in this period, whatever they are now, but rejected and deleted ones";

function returnTiles(visit: Visit, { returns, since }: Summary): Markup[] {
  if (!returns) return [];
  const sums = (all: Money[]) => all.map((sum) => html`<span>${money(sum)} </span>`);
  const note = returns.isPartial ? "of the newest 10,000 returns" : undefined;
  const href = returnsAddress(visit, { created_at_min: since });
  return [
    tile({
      ...{ name: "Returns created", value: countText(sumOf(returns.byStatus)), href },
      counts: "Returns created in this period, whatever they are now",
    }),
    ...[
      { name: "Refunds", amounts: returns.refunds, counts: `Refunds, paid or still to be paid, ${GIVEN}` },
      { name: "Store credit", amounts: returns.storeCredits, counts: `Store credit ${GIVEN}` },
      { name: "Exchanges", amounts: returns.exchanges, counts: `What the exchange items cost, ${GIVEN}` },
    ].flatMap(({ name, amounts, counts }) =>
      amounts.length === 0 && name !== "Refunds"
        ? []
        : tile({
            ...{
              name,
              counts,
              value: amounts.length > 0 ? sums(amounts) : "0",
              isLong: amounts.length > 1,
              note,
            },
            href: returnsAddress(visit, { status: ACCEPTED, created_at_min: since }),
          }),
    ),
  ];
}

function eventTiles(visit: Visit, { events, rejections, since }: Summary): Markup[] {
  const all: Markup[] = [];
  if (events) {
    const query = new URLSearchParams({ since });
    const href = visit.offers("/events") ? `${visit.base}/events?${query}` : undefined;
    const counts = "Custom events that happened in this period";
    all.push(tile({ name: "Events", counts, value: countText(events), href }));
  }
  if (rejections) {
    const path = `${visit.base}/developer/rejections?${new URLSearchParams({ since })}`;
    const href = visit.offers("/developer/rejections") ? path : undefined;
    const tone = rejections.count > 0 ? "warn" : undefined;
    const counts = "Elements of bulk requests of this period that were no valid events";
    all.push(tile({ name: "Rejected events", counts, value: countText(rejections), href, tone }));
  }
  return all;
}

function deliveryTiles(visit: Visit, { deliveries }: Summary): Markup[] {
  if (!deliveries) return [];
  const href = visit.offers("/developer/webhooks") ? `${visit.base}/developer/webhooks` : undefined;
  const { delivered, discarded, pending, p95Ms } = deliveries;
  const warned = (counted: Counted) => (counted.count > 0 ? "bad" : undefined);
  return [
    tile({
      name: "Webhooks delivered",
      counts: "Deliveries of this period's changes that were received; pending ones are of any age",
      value: countText(delivered),
      note: pending.count > 0 ? `${countText(pending)} pending` : undefined,
      href,
    }),
    tile({
      ...{ name: "Webhooks discarded", value: countText(discarded), href, tone: warned(discarded) },
      counts: "Deliveries of this period's changes that were given up",
    }),
    ...(p95Ms === null
      ? []
      : [
          tile({
            ...{ name: "Delivery, 95th percentile", value: durationText(p95Ms), href },
            counts: "The time from a change to its receipt, which 95 of 100 deliveries of this period kept",
          }),
        ]),
  ];
}

function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  const seconds = ms / 1_000;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}
