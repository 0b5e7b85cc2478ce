import type { Counted, Period, Summary } from "../../features/activity/summary/schema.ts";
import type { ReturnQueue } from "../../features/returns/bulk/schema.ts";
import type { Money } from "../../lib/money.ts";
import { at, attributes, type Content, html, type Markup } from "../pages/html.ts";
import { countText, sumOf } from "./components/count.ts";
import { filterOf } from "./components/filters.ts";
import { livePart } from "./components/live-part.ts";
import { money } from "./components/money.ts";
import { tile, tiles } from "./components/tile.ts";
import { ago } from "./components/time.ts";
import { charts, returnsAddress } from "./home-charts.ts";
import type { ConsolePage, Visit } from "./page.ts";

const PERIODS: { value: Period; title: string }[] = [
  { value: "24h", title: "24 hours" },
  { value: "30d", title: "30 days" },
];

/** The first page of a store: what waits, and the numbers of its last day or month. */
export const homePage: ConsolePage = {
  path: "/",
  needs: "store_read",
  show: async (visit) => {
    const period = PERIODS.find(({ value }) => value === filterOf(visit.url, "last"))?.value ?? "24h";
    const base = at`/stores/${visit.store.storeId}`;
    const [queues, summary] = await Promise.all([
      visit.can("returns_read")
        ? visit.api.get<{ queues: ReturnQueue[] }>(`${base}/returns/queues`).then((body) => body.queues)
        : [],
      visit.api.get<{ summary: Summary }>(`${base}/summary?last=${period}`).then((body) => body.summary),
    ]);
    return {
      title: "Home",
      body: livePart(visit, "home", html`${waiting(visit, queues)}${numbers(visit, summary, period)}`),
    };
  },
};

const QUEUES: Record<ReturnQueue["name"], string> = {
  needs_review: "Need review",
  flagged: "Flagged",
  delivered: "Delivered, to process",
  overdue: "Overdue in transit",
};

function waiting(visit: Visit, queues: ReturnQueue[]): Content {
  if (queues.length === 0) return undefined;
  const now = visit.ctx.now();
  const all = queues.map((queue) =>
    tile({
      name: QUEUES[queue.name],
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

function returnTiles(visit: Visit, { returns, since }: Summary): Markup[] {
  if (!returns) return [];
  const sums = (all: Money[]) => all.map((sum) => html`<span>${money(sum)} </span>`);
  const note = returns.isPartial ? "of the newest 10,000 returns" : undefined;
  const href = returnsAddress(visit, { created_at_min: since });
  return [
    tile({ name: "Returns created", value: countText(sumOf(returns.byStatus)), href }),
    tile({
      name: "Refunds",
      value: returns.refunds.length > 0 ? sums(returns.refunds) : "0",
      isLong: returns.refunds.length > 1,
      note,
      href,
    }),
    ...[
      { name: "Store credit", amounts: returns.storeCredits },
      { name: "Exchanges", amounts: returns.exchanges },
    ].flatMap(({ name, amounts }) =>
      amounts.length === 0
        ? []
        : tile({ name, value: sums(amounts), isLong: amounts.length > 1, note, href }),
    ),
  ];
}

function eventTiles(visit: Visit, { events, rejections, since }: Summary): Markup[] {
  const all: Markup[] = [];
  if (events) {
    const query = new URLSearchParams({ since });
    const href = visit.offers("/events") ? `${visit.base}/events?${query}` : undefined;
    all.push(tile({ name: "Events", value: countText(events), href }));
  }
  if (rejections) {
    const href = visit.offers("/developer/rejections") ? `${visit.base}/developer/rejections` : undefined;
    const tone = rejections.count > 0 ? "warn" : undefined;
    all.push(tile({ name: "Rejected events", value: countText(rejections), href, tone }));
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
      value: countText(delivered),
      note: pending.count > 0 ? `${countText(pending)} pending` : undefined,
      href,
    }),
    tile({ name: "Webhooks discarded", value: countText(discarded), href, tone: warned(discarded) }),
    ...(p95Ms === null
      ? []
      : [tile({ name: "Delivery, 95th percentile", value: durationText(p95Ms), href })]),
  ];
}

function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  const seconds = ms / 1_000;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}
