import type { Counted, DeliveriesSummary, Summary } from "../../features/activity/summary/schema.ts";
import type { ReturnQueue } from "../../features/returns/bulk/schema.ts";
import type { Store } from "../../features/stores/schema.ts";
import type { Money } from "../../lib/money.ts";
import { type Content, html, type Label, type Markup, type PerReader } from "../pages/html.ts";
import { compared, comparedSum, sumsOf } from "./compared.ts";
import { countText, sumOf, tenths } from "./components/count.ts";
import { money } from "./components/money.ts";
import { tile } from "./components/tile.ts";
import { returnsAddress } from "./home-charts.ts";
import type { Visit } from "./page.ts";
import { oldestText, QUEUE_WORDS } from "./returns/queues.ts";
import { ACCEPTED } from "./returns/statuses.ts";
import { joined, say } from "./texts/texts.ts";

/** Returns how many returns wait for what. */
export function queueTiles(visit: Visit, queues: readonly ReturnQueue[], limits: Store["waiting"]): Markup[] {
  const now = visit.ctx.now();
  return queues.map((queue) =>
    tile({
      ...QUEUE_WORDS[queue.name],
      value: countText(queue),
      note: oldestText(queue, now, limits),
      href: returnsAddress(visit, { queue: queue.name }),
      tone: queue.name === "flagged" && queue.count > 0 ? "bad" : undefined,
    }),
  );
}

/** Returns what those who sell need: orders, returns, and what is given back for them. */
export function shopTiles(visit: Visit, summary: Summary): Content[] {
  return [
    ordersTile(visit, summary),
    ...arrivalTiles(visit, summary),
    rateTile(visit, summary),
    ...moneyTiles(visit, summary),
  ];
}

/** Returns how many returns may arrive. */
export function arrivalTiles(visit: Visit, { returns, before, since }: Summary): Markup[] {
  if (!returns) return [];
  const created = sumOf(returns.byStatus);
  return [
    tile({
      name: say("Returns created"),
      value: countText(created),
      note: compared(created, before?.returns && sumOf(before.returns.byStatus)),
      href: returnsAddress(visit, { created_at_min: since }),
      counts: say("Returns created in this period, whatever they are now"),
    }),
  ];
}

function ordersTile(visit: Visit, { orders, before, since }: Summary): Content {
  if (!orders) return undefined;
  const query = new URLSearchParams({ created_at_min: since });
  return tile({
    name: say("Orders"),
    counts: say("Orders that customers made in this period, as the shop has sent them"),
    value: countText(orders),
    note: compared(orders, before?.orders),
    href: visit.offers("/orders") ? `${visit.base}/orders?${query}` : undefined,
  });
}

function rateTile(visit: Visit, summary: Summary): Content {
  const rate = rateOf(summary);
  if (rate === undefined) return undefined;
  const was = summary.before && rateOf(summary.before);
  return tile({
    name: say("Return rate"),
    counts: say(
      "Returns created in this period for each 100 orders made in it; their own orders may be older",
    ),
    value: percentText(rate),
    note: was !== undefined && say("{number} before", { number: percentText(was) }),
    href: returnsAddress(visit, { created_at_min: summary.since }),
  });
}

/** Nothing can be said of counts that ended at a limit, or without orders. */
function rateOf({ orders, returns }: Pick<Summary, "orders" | "returns">): number | undefined {
  const created = returns && sumOf(returns.byStatus);
  if (!orders || !created || orders.count === 0 || orders.isAtLeast || created.isAtLeast) return undefined;
  return (100 * created.count) / orders.count;
}

function moneyTiles(visit: Visit, { returns, before, since }: Summary): Markup[] {
  if (!returns) return [];
  // Sums of a part of the returns are compared with nothing.
  const isCompared = !returns.isPartial && before?.returns?.isPartial === false;
  const of = (name: Label, counts: Label, part: "refunds" | "storeCredits" | "exchanges") => {
    const sums = sumsOf(returns[part], isCompared ? before?.returns?.[part] : undefined);
    if (sums.length === 0 && part !== "refunds") return [];
    const isLong = sums.length > 1;
    const [only] = sums;
    const partial = returns.isPartial ? say("of the newest 10,000 returns") : undefined;
    return tile({
      ...{ name, counts, isLong },
      value: isLong ? sums.map(sumLine) : only ? money(only.sum) : "0",
      note: partial ?? (isLong ? undefined : only && comparedSum(only)),
      href: returnsAddress(visit, { status: ACCEPTED, created_at_min: since }),
    });
  };
  return [
    of(
      say("Refunds"),
      say(
        "Refunds, paid or still to be paid, of the returns created in this period, whatever they are now, but rejected and deleted ones",
      ),
      "refunds",
    ),
    of(
      say("Store credit"),
      say(
        "Store credit of the returns created in this period, whatever they are now, but rejected and deleted ones",
      ),
      "storeCredits",
    ),
    of(
      say("Exchanges"),
      say(
        "What the exchange items cost, of the returns created in this period, whatever they are now, but rejected and deleted ones",
      ),
      "exchanges",
    ),
  ].flat();
}

/** Each currency stands on a line of its own. */
function sumLine(each: { sum: Money; before: Money | undefined }): Markup {
  const was = comparedSum(each);
  return html`<span class="sum-line">${money(each.sum)} ${was && html`<small>${was}</small>`}</span>`;
}

/** Returns what those who write the shop's programs need. */
export function programTiles(visit: Visit, summary: Summary): Content[] {
  return [...requestTiles(visit, summary), ...deliveryTiles(visit, summary), ...eventTiles(visit, summary)];
}

function requestTiles(visit: Visit, { requests, before, since }: Summary): Markup[] {
  if (!requests) return [];
  const of = (name: Label, status: string, part: "refused" | "failed") =>
    tile({
      name,
      counts: say(
        "Requests of programs, and changes in the console, that were answered {status}, as long as the log keeps them",
        { status },
      ),
      value: countText(requests[part]),
      note: compared(requests[part], before?.requests?.[part]),
      href: addressOf(visit, "/developer/requests", { sender: "all", status, since }),
      tone: part === "failed" && requests.failed.count > 0 ? "bad" : undefined,
    });
  return [of(say("Requests refused"), "4xx", "refused"), of(say("Requests failed"), "5xx", "failed")];
}

function eventTiles(visit: Visit, { events, rejections, before, since }: Summary): Content[] {
  return [
    events &&
      tile({
        name: say("Events"),
        counts: say("Custom events that happened in this period"),
        value: countText(events),
        note: compared(events, before?.events),
        href: addressOf(visit, "/events", { since }),
      }),
    rejections &&
      tile({
        name: say("Rejected events"),
        counts: say("Elements of bulk requests of this period that were no valid events"),
        value: countText(rejections),
        note: compared(rejections, before?.rejections),
        href: addressOf(visit, "/developer/rejections", { since }),
        tone: rejections.count > 0 ? "warn" : undefined,
      }),
  ];
}

function deliveryTiles(visit: Visit, { deliveries, before, since }: Summary): Content[] {
  if (!deliveries) return [];
  const those = (status: string) => addressOf(visit, "/developer/deliveries", { status, since });
  const { delivered, discarded, pending } = deliveries;
  const was: Partial<DeliveriesSummary> = before?.deliveries ?? {};
  const warned = (counted: Counted) => (counted.count > 0 ? "bad" : undefined);
  const waiting = pending.count > 0 ? [say("{number} waiting", { number: countText(pending) })] : [];
  const notes = [compared(delivered, was.delivered) ?? [], waiting].flat();
  return [
    tile({
      name: say("Webhooks delivered"),
      counts: say("Deliveries of this period's changes that were received; those that wait are of any age"),
      value: countText(delivered),
      note: notes.length > 0 && joined(notes, "; "),
      href: those("delivered"),
    }),
    tile({
      ...{ name: say("Webhooks given up"), value: countText(discarded), tone: warned(discarded) },
      href: those("discarded"),
      note: compared(discarded, was.discarded),
      counts: say("Deliveries of this period's changes that were given up"),
    }),
    percentileTile(deliveries.p95Ms, was.p95Ms, those("delivered")),
  ];
}

function percentileTile(
  ms: number | null,
  before: number | null | undefined,
  href: string | undefined,
): Content {
  return (
    ms !== null &&
    tile({
      ...{ name: say("Delivery, 95th percentile"), value: durationText(ms), href },
      note: typeof before === "number" && say("{number} before", { number: durationText(before) }),
      counts: say("The time from a change to its receipt, which 95 of 100 deliveries of this period kept"),
    })
  );
}

/** Returns the address of a list; undefined if the person may not open it. */
function addressOf(visit: Visit, path: string, filters: Record<string, string> = {}): string | undefined {
  const query = new URLSearchParams(filters);
  return visit.offers(path) ? `${visit.base}${path}${query.size > 0 ? `?${query}` : ""}` : undefined;
}

function durationText(ms: number): PerReader {
  if (ms < 1_000) return say("{ms} ms", { ms });
  const seconds = ms / 1_000;
  return seconds < 120
    ? say("{seconds} s", { seconds: tenths(seconds) })
    : say("{minutes} min", { minutes: Math.round(seconds / 60) });
}

function percentText(percent: number): PerReader {
  return say("{percent}%", { percent: tenths(percent) });
}
