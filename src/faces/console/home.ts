import type { Part, Period, Summary } from "../../features/activity/summary/schema.ts";
import type { ReturnQueue } from "../../features/returns/bulk/schema.ts";
import type { Store } from "../../features/stores/schema.ts";
import type { Role } from "../../platform/db/tables/people.ts";
import { at, type Content, html, type Label } from "../pages/html.ts";
import { sumOf } from "./components/count.ts";
import { filterOf } from "./components/filters.ts";
import { livePart } from "./components/live-part.ts";
import { type PeriodChoice, periodLinks, periodOf } from "./components/period.ts";
import { tiles } from "./components/tile.ts";
import { charts } from "./home-charts.ts";
import { checklist } from "./home-checklist.ts";
import { arrivalTiles, programTiles, queueTiles, shopTiles } from "./home-tiles.ts";
import type { ConsolePage, Visit } from "./page.ts";
import { type PayoutQueue, payoutQueue, payoutsTile } from "./returns/payout-queue.ts";
import { say } from "./texts/texts.ts";

type QueueName = ReturnQueue["name"];
type Section = "waiting" | "shop" | "arrivals" | "charts" | "programs";
type Needs = { queues: QueueName[]; sections: Section[] };

const ALL_QUEUES: QueueName[] = ["needs_review", "flagged", "delivered", "overdue"];
const OF_THE_SHOP: Needs = { queues: ALL_QUEUES, sections: ["waiting", "shop", "charts", "programs"] };

/** What people of each role need to see, the first thing first. */
const NEEDS: Record<Role, Needs> = {
  owner: OF_THE_SHOP,
  read_only: OF_THE_SHOP,
  support: { queues: ALL_QUEUES, sections: ["waiting", "shop", "charts"] },
  warehouse: { queues: ["delivered", "overdue"], sections: ["waiting", "arrivals", "charts"] },
  developer: { queues: ALL_QUEUES, sections: ["programs", "waiting", "shop", "charts"] },
};

const PARTS: Record<Section, Part[]> = {
  waiting: [],
  shop: ["orders", "returns"],
  arrivals: ["returns"],
  charts: ["returns"],
  programs: ["events", "rejections", "deliveries", "requests"],
};

type Shown = {
  summary: Summary;
  queues: ReturnQueue[];
  payouts: PayoutQueue | undefined;
  limits: Store["waiting"];
  period: PeriodChoice;
};

/** The first page of a store: what waits, and the numbers of its last month or day beside those of the one before. */
export const homePage: ConsolePage = {
  path: "/",
  needs: "store_read",
  show: async (visit) => {
    const period = periodOf(filterOf(visit.url, "last"));
    const needs = NEEDS[visit.store.role];
    const [{ waiting: limits }, queues, payouts, summary] = await Promise.all([
      visit.api.get<Store>(at`/stores/${visit.store.storeId}`),
      queuesOf(visit, needs.queues),
      // Who may not pay has nothing to do there.
      visit.can("refunds_write") ? payoutQueue(visit) : undefined,
      summaryOf(visit, period.value, needs.sections),
    ]);
    // While there are returns nothing has to be set up: a store without any is asked what it has.
    const isNew = summary.returns !== undefined && sumOf(summary.returns.byStatus).count === 0;
    const todo = isNew ? await checklist(visit) : undefined;
    const found = { summary, queues, payouts, limits, period };
    const shown = needs.sections.map((name) => SECTIONS[name](visit, found));
    return {
      title: say("Home"),
      actions: periodLinks(visit.url, period),
      body: livePart(visit, "home", html`${todo}${shown}`),
    };
  },
};

async function queuesOf(visit: Visit, names: QueueName[]): Promise<ReturnQueue[]> {
  if (!visit.can("returns_read")) return [];
  const path = at`/stores/${visit.store.storeId}/returns/queues`;
  const { queues } = await visit.api.get<{ queues: ReturnQueue[] }>(path);
  return names.flatMap((name) => queues.find((queue) => queue.name === name) ?? []);
}

async function summaryOf(visit: Visit, last: Period, sections: Section[]): Promise<Summary> {
  const parts = [...new Set(sections.flatMap((section) => PARTS[section]))].join();
  const query = new URLSearchParams({ last, parts, compare: "before" });
  const path = `${at`/stores/${visit.store.storeId}/summary`}?${query}`;
  return (await visit.api.get<{ summary: Summary }>(path)).summary;
}

const SECTIONS: Record<Section, (visit: Visit, shown: Shown) => Content> = {
  waiting: (visit, { queues, payouts, limits }) =>
    queues.length > 0 &&
    html`<h2 class="section-title">${say("Returns that wait")}</h2>${tiles([
      ...queueTiles(visit, queues, limits),
      payouts && payoutsTile(visit, payouts, limits),
    ])}`,
  shop: (visit, { summary, period }) =>
    html`${head(say(period.value === "24h" ? "The last 24 hours" : "The last 30 days"), period)}${tiles(shopTiles(visit, summary))}`,
  arrivals: (visit, { summary, period }) =>
    html`${head(say(period.value === "24h" ? "The last 24 hours" : "The last 30 days"), period)}${tiles(arrivalTiles(visit, summary))}`,
  charts: (visit, { summary, period }) => charts(visit, summary, period),
  programs: (visit, { summary, period }) =>
    html`${head(say("API and webhooks in {period}", { period: say(period.last) }), period)}${tiles(programTiles(visit, summary))}`,
};

function head(title: Label, { before }: PeriodChoice): Content {
  return html`<div class="period-head"><h2>${title}</h2><p class="lead">${say("beside {period}", { period: say(before) })}</p></div>`;
}
