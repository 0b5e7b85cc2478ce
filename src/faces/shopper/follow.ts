import { findOrder } from "../../features/orders/find.ts";
import { linesById } from "../../features/orders/lines.ts";
import type { CommentBody } from "../../features/returns/comments/comment-schema.ts";
import { isPaidNothing } from "../../features/returns/paid-nothing.ts";
import type { HistoryEntry } from "../../features/returns/read/history-schema.ts";
import type { Return, ReturnOrder } from "../../features/returns/schema.ts";
import { cancelReturn, isCancellable } from "../../features/returns/shopper/cancel.ts";
import { returnOfLink } from "../../features/returns/shopper/link.ts";
import type { Status } from "../../features/returns/status.ts";
import type { ReturnTimeline } from "../../features/returns/timeline/schema.ts";
import { isZero, moneyText } from "../../lib/money-text.ts";
import { Problem } from "../../lib/problem.ts";
import { type Form, formOf } from "../pages/form.ts";
import { at, type Content, html } from "../pages/html.ts";
import { newFormKey, onceForForm, onceHeader } from "../pages/once.ts";
import { field, hidden } from "./fields.ts";
import { UNKEPT } from "./find.ts";
import { pageResponse } from "./layout.ts";
import { picture } from "./pictures.ts";
import { notFoundPage } from "./run.ts";
import { base64Of, photoFault } from "./send.ts";
import { fill } from "./texts/texts.ts";
import { SHOPPER, type ShopperVisit } from "./visit.ts";
import { timeFormat, zoneOf } from "./zone.ts";

const MAX_FORM_BYTES = 7 * 1024 * 1024;
const MAX_ENTRIES = 100;
/** A return may have thousands. */
const MAX_ITEMS = 100;

/** The page that a permanent link leads to: how a return goes on. */
export async function showFollow(visit: ShopperVisit): Promise<Response> {
  const returnId = await linkedReturn(visit);
  return returnId === undefined ? notFoundPage(visit.request) : followPage(visit, returnId, {});
}

/** Cancels the return, or adds what its shopper has to say. */
export async function doFollow(visit: ShopperVisit): Promise<Response> {
  const returnId = await linkedReturn(visit);
  if (returnId === undefined) return notFoundPage(visit.request);
  const form = await formOf(visit.request, MAX_FORM_BYTES);
  const failed = await (form.get("act") === "cancel" ? cancel(visit, returnId) : add(visit, returnId, form));
  if (failed) return followPage(visit, returnId, { ...failed, form });
  const link = visit.url.searchParams.get("link") ?? "";
  const location = visit.to("/return", { link, done: form.get("act") === "cancel" ? "cancel" : "add" });
  return new Response(null, { status: 303, headers: { Location: location, ...UNKEPT } });
}

function linkedReturn({ ctx, store, url }: ShopperVisit): Promise<string | undefined> {
  return returnOfLink(ctx, store.id, url.searchParams.get("link") ?? "");
}

type Failed = { fault?: string; alert?: string };

async function cancel(visit: ShopperVisit, returnId: string): Promise<Failed | undefined> {
  const { ctx, caller, texts } = visit;
  try {
    await cancelReturn(ctx, caller, returnId);
    return undefined;
  } catch (error) {
    if (error instanceof Problem && error.parts.status === 409) return { alert: texts.follow.cancelHelp };
    throw error;
  }
}

/** Nothing is added unless all of it can be, and what a second click sends is added once. */
async function add({ api, texts }: ShopperVisit, returnId: string, form: Form): Promise<Failed | undefined> {
  const message = form.get("comment");
  const photo = form.file("photo");
  if (message === "" && !photo) return { fault: texts.follow.emptyAdd };
  const fault = photo && (await photoFault(photo, texts));
  if (fault) return { fault };
  const addOnce = async (comment: CommentBody["comment"]) => {
    const once = await onceHeader(form, "comment", JSON.stringify(comment));
    await onceForForm(() => api.post(at`/returns/${returnId}/comments`, { comment }, once));
  };
  if (photo) await addOnce({ image: await base64Of(photo) });
  if (message !== "") await addOnce({ message });
  return undefined;
}

type OrderLines = ReturnType<typeof linesById>;
/** `form`: what was sent and can't be done. */
type Shown = Failed & { form?: Form };

async function followPage(visit: ShopperVisit, returnId: string, shown: Shown): Promise<Response> {
  const { ctx, api, texts, url, store, to } = visit;
  const [{ return: made, order }, { history }, { body: notes }] = await Promise.all([
    api.get<{ return: Return; order: ReturnOrder }>(at`/returns/${returnId}`),
    api.get<{ history: HistoryEntry[] }>(at`/returns/${returnId}/history`),
    api.list<ReturnTimeline>(at`/returns/${returnId}/timeline`, { size: MAX_ENTRIES }),
  ]);
  const { follow } = texts;
  const placed = await findOrder(ctx, store.id, order.id);
  const timeZone = await zoneOf(ctx, store, placed.body);
  // The address is kept: later on the page doesn't say that the return was sent just now.
  const isSent = url.searchParams.has("sent") && history.length === 1;
  const notice = isSent ? follow.sent : noticeOf(visit, made);
  const action = to("/return", { link: url.searchParams.get("link") ?? "" });
  const body = html`${notice && html`<p class="notice" role="status">${notice}</p>`}
    ${shown.alert && html`<p class="alert" role="alert">${shown.alert}</p>`}
    <div class="columns"><div>
      <p class="status">${statusText(visit, made, made.status)}</p>
      ${isPaidNothing(made) && html`<p>${follow.nothing}</p>`}
      ${store.shopperPage.enabled && html`<p class="help">${follow.keepLink}</p>`}
      ${parcels(visit, made, history)}
      ${items(visit, made, linesById(placed.body))}
      ${made.status !== "deleted" && forms(visit, made, action, shown)}
    </div><div class="summary">
      ${sums(visit, made)}
      ${entries(visit, { made, history, notes: notes.timeline, timeZone })}
    </div></div>`;
  return pageResponse(visit, {
    ...{ title: isSent ? follow.sentTitle : follow.title, body, orderId: order.id },
    status: shown.fault || shown.alert ? 400 : 200,
    ...(isSent && { step: "sent" as const }),
  });
}

/** The statuses in which a parcel is still to be sent. */
const UNSENT: readonly Status[] = ["open", "pre_shipment"];

/** What is kept isn't sent. */
function statusText({ texts }: ShopperVisit, made: Return, status: Status): string {
  return isKept(made) && UNSENT.includes(status) ? texts.follow.sent : texts.statuses[status];
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

function noticeOf({ url, texts: { follow } }: ShopperVisit, { status }: Return): string | undefined {
  const done = url.searchParams.get("done");
  if (done === "cancel") return status === "deleted" ? follow.cancelled : undefined;
  return done === "add" ? follow.added : undefined;
}

function items({ texts: { follow, review } }: ShopperVisit, made: Return, lines: OrderLines): Content {
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
function sums({ texts: { follow, review }, language }: ShopperVisit, made: Return): Content {
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

/** What is rejected or cancelled isn't sent. */
function parcels({ texts }: ShopperVisit, made: Return, history: HistoryEntry[]): Content {
  const { follow, review } = texts;
  const { shipments, dropoffs, status } = made;
  if (status === "rejected" || status === "deleted") return undefined;
  const link = (url: string | undefined, text: string) =>
    url && /^https?:\/\//i.test(url) && html`<li><a href="${url}" rel="noreferrer">${text}</a></li>`;
  const links = [
    ...shipments.flatMap(({ postageLabel, formLabel, trackingUrl, tracker }) => [
      link(postageLabel, follow.label),
      link(formLabel, follow.form),
      link(trackingUrl, fill(follow.track, { number: tracker ?? "" })),
    ]),
    ...dropoffs.flatMap(({ qrCodeUrl, provider }) => link(qrCodeUrl, `${follow.dropoff}: ${provider ?? ""}`)),
  ].filter(Boolean);
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
  notes: ReturnTimeline["timeline"];
  timeZone: string;
};

/** What staff have written is for staff. */
function entries(visit: ShopperVisit, { made, history, notes, timeZone }: Happened): Content {
  const { follow } = visit.texts;
  const changes = history
    .filter(({ from, to }) => from !== to)
    .slice(-MAX_ENTRIES)
    .map(({ to, at: moment }) => ({ at: moment, text: statusText(visit, made, to) }));
  const own = notes.flatMap((note) => {
    if (note.type !== "note" || note.byId !== SHOPPER) return [];
    return { at: note.at, text: note.image ? follow.photoBy : `${follow.commentBy}: ${note.message ?? ""}` };
  });
  const format = timeFormat(visit.language, timeZone);
  const all = [...changes, ...own].sort((a, b) => (a.at < b.at ? 1 : -1));
  return html`<h2>${follow.history}</h2><ul class="history">${all.map(
    ({ at: moment, text }) =>
      html`<li><time datetime="${moment}">${format.format(new Date(moment))}</time><bdi>${text}</bdi></li>`,
  )}</ul>`;
}

function forms({ texts }: ShopperVisit, { status }: Return, action: string, shown: Shown): Content {
  const { follow, review, optional } = texts;
  return html`<h2>${follow.add}</h2>
    <form method="post" action="${action}" enctype="multipart/form-data">
      ${hidden([["key", newFormKey(shown.form?.get("key"))]])}
      ${field({
        ...{ name: "comment", label: follow.comment, optional, fault: shown.fault },
        control: (common) =>
          html`<textarea rows="3" maxlength="2000" ${common}>${shown.form?.get("comment")}</textarea>`,
      })}
      ${field({
        ...{ name: "photo", label: follow.photo, optional, help: review.photoHelp },
        control: (common) =>
          html`<input type="file" accept="image/jpeg,image/png,image/gif,image/webp" ${common}>`,
      })}
      <div class="buttons"><button name="act" value="add">${follow.addButton}</button></div>
    </form>
    ${
      isCancellable(status) &&
      html`<form method="post" action="${action}" enctype="multipart/form-data">
      <p class="help">${follow.cancelHelp}</p><button class="plain" name="act" value="cancel">${follow.cancel}</button></form>`
    }`;
}
