import type { linesById } from "../../features/orders/lines.ts";
import { isPaidNothing } from "../../features/returns/paid-nothing.ts";
import type { HistoryEntry } from "../../features/returns/read/history-schema.ts";
import type { Return } from "../../features/returns/schema.ts";
import type { Status } from "../../features/returns/status.ts";
import type { ReturnTimeline } from "../../features/returns/timeline/schema.ts";
import { isZero, moneyText } from "../../lib/money-text.ts";
import { type Content, html } from "../pages/html.ts";
import { picture } from "./pictures.ts";
import { fill } from "./texts/texts.ts";
import type { Texts } from "./texts/texts-shape.ts";
import { SHOPPER, type ShopperVisit } from "./visit.ts";
import { timeFormat } from "./zone.ts";

// What the page that follows a return says of it.

const MAX_ENTRIES = 100;
/** A return may have thousands. */
const MAX_ITEMS = 100;

/** The statuses in which a parcel is still to be sent. */
const UNSENT: readonly Status[] = ["open", "pre_shipment"];

/** What is kept isn't sent, and nothing can be sent before its label is there. */
export function statusText(
  { texts }: ShopperVisit,
  { made, history }: Pick<Happened, "made" | "history">,
  status: Status,
): string {
  if (!UNSENT.includes(status)) return texts.statuses[status];
  if (isKept(made)) return texts.follow.sent;
  const waits = linksOf(texts, made).length === 0 && !isOwnCost(made, history);
  return texts.statuses[waits ? "pre_shipment" : status];
}

function isKept({ items }: Return): boolean {
  return items.every(({ greenReturn }) => greenReturn);
}

/** Whether the parcel is at the cost of the shopper, as the policy said before the return was sent. */
function isOwnCost({ withdrawalId }: Return, [created]: HistoryEntry[]): boolean {
  const isEnforced = created?.byId === SHOPPER && withdrawalId === undefined;
  const lines = isEnforced ? created.policy?.lines : undefined;
  return lines?.some(({ keepItem, label }) => !keepItem && label === "shopper") ?? false;
}

export type Notes = ReturnTimeline["timeline"];
type Note = Extract<Notes[number], { type: "note" }>;

/** What staff have written is for staff. */
export function isOwn(note: Notes[number]): note is Note {
  return note.type === "note" && note.byId === SHOPPER;
}

type OrderLines = ReturnType<typeof linesById>;

export function items({ texts: { follow, review } }: ShopperVisit, made: Return, lines: OrderLines): Content {
  const rest = made.items.length - MAX_ITEMS;
  const shown = made.items.slice(0, MAX_ITEMS);
  return html`<h2>${follow.items}</h2><ul class="lines">${shown.map((item) => {
    const { title = "", imageUrl } = lines.get(item.orderItem.line_item_id)?.line ?? {};
    const { exchangeItem, refund } = item;
    const wish = exchangeItem?.variant?.name || review.same;
    const isExchanged = refund.type === "exchange" && !isPaidNothing(made);
    return html`<li>${picture(title, imageUrl)}<div><h3>${item.quantity} × <bdi>${title}</bdi></h3>
      ${item.reasonCode !== "withdrawal" && html`<p class="meta"><bdi>${item.reason}</bdi></p>`}${
        item.greenReturn && html`<p class="meta">${fill(review.keepItem, { title })}</p>`
      }${isExchanged && html`<p class="meta">${fill(review.exchangeFor, { wish })}</p>`}</div></li>`;
  })}</ul>${rest > 0 && html`<p class="meta" dir="ltr">+ ${rest}</p>`}`;
}

/** What the shopper gets; of a return that ended without it, nothing is promised. */
export function sums({ texts: { follow, review }, language }: ShopperVisit, made: Return): Content {
  const { refund, storeCredit, exchange, charge } = made.totals;
  const rows = [
    [review.refund, refund],
    [review.store_credit, storeCredit],
    [review.exchange, exchange],
    [review.charge, charge],
  ] as const;
  const shown = isPaidNothing(made) ? [] : rows.filter(([, { amount }]) => !isZero(amount));
  return html`<dl class="facts">${shown.map(
    ([name, { amount }]) => html`<dt>${name}</dt><dd>${moneyText(amount, language)}</dd>`,
  )}<dt>${follow.number}</dt><dd class="id">${made.id}</dd></dl>`;
}

/** Returns links to what a parcel needs, and to where it is. */
function linksOf({ follow }: Texts, { shipments, dropoffs }: Return): Content[] {
  const link = (url: string | undefined, text: string) =>
    url && /^https?:\/\//i.test(url) && html`<li><a href="${url}" rel="noreferrer">${text}</a></li>`;
  return [
    ...shipments.flatMap(({ postageLabel, formLabel, trackingUrl, tracker }) => [
      link(postageLabel, follow.label),
      link(formLabel, follow.form),
      link(trackingUrl, fill(follow.track, { number: tracker ?? "" })),
    ]),
    ...dropoffs.flatMap(({ qrCodeUrl, provider }) => link(qrCodeUrl, `${follow.dropoff}: ${provider ?? ""}`)),
  ].filter(Boolean);
}

/** What is rejected or cancelled isn't sent. */
export function parcels({ texts }: ShopperVisit, made: Return, history: HistoryEntry[]): Content {
  const { follow, review } = texts;
  const { status } = made;
  if (status === "rejected" || status === "deleted") return undefined;
  const links = linksOf(texts, made);
  const waits = UNSENT.includes(status) && !isKept(made);
  if (links.length === 0 && !waits) return undefined;
  return html`<h2>${follow.parcel}</h2>${
    links.length > 0
      ? html`<ul class="links">${links}</ul>`
      : html`<p class="help">${isOwnCost(made, history) ? review.labelShopper : follow.noLabel}</p>`
  }`;
}

type Happened = {
  made: Return;
  history: HistoryEntry[];
  notes: Notes;
  timeZone: string;
};

export function entries(visit: ShopperVisit, { made, history, notes, timeZone }: Happened): Content {
  const { follow } = visit.texts;
  const changes = history
    .filter(({ from, to }) => from !== to)
    .slice(-MAX_ENTRIES)
    .map(({ to, at: moment }) => ({ at: moment, text: statusText(visit, { made, history }, to) }));
  const own = notes.filter(isOwn).map(({ at: moment, image, message }) => {
    return { at: moment, text: image ? follow.photoBy : `${follow.commentBy}: ${message ?? ""}` };
  });
  const format = timeFormat(visit.language, timeZone);
  const all = [...changes, ...own].sort((a, b) => (a.at < b.at ? 1 : -1));
  return html`<h2>${follow.history}</h2><ul class="history">${all.map(
    ({ at: moment, text }) =>
      html`<li><time datetime="${moment}">${format.format(new Date(moment))}</time><bdi>${text}</bdi></li>`,
  )}</ul>`;
}
