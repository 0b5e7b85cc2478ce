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
import { Problem } from "../../lib/problem.ts";
import { type Form, formOf } from "../pages/form.ts";
import { at, type Content, html } from "../pages/html.ts";
import { newFormKey, onceForForm, onceHeader } from "../pages/once.ts";
import { field, hidden } from "./fields.ts";
import { UNKEPT } from "./find.ts";
import { pageResponse } from "./layout.ts";
import { entries, isOwn, items, type Notes, parcels, statusText, sums } from "./return-parts.ts";
import { notFoundPage } from "./run.ts";
import { base64Of, photoFault } from "./send.ts";
import type { ShopperVisit } from "./visit.ts";
import { zoneOf } from "./zone.ts";

const MAX_FORM_BYTES = 7 * 1024 * 1024;
const MAX_ENTRIES = 100;

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

/** `form`: what was sent and can't be done. */
type Shown = Failed & { form?: Form };

async function followPage(visit: ShopperVisit, returnId: string, shown: Shown): Promise<Response> {
  const { ctx, api, texts, url, store, to } = visit;
  const [{ return: made, order }, { history }, { body: notes }] = await Promise.all([
    api.get<{ return: Return; order: ReturnOrder }>(at`/returns/${returnId}`),
    api.get<{ history: HistoryEntry[] }>(at`/returns/${returnId}/history`),
    api.list<ReturnTimeline>(at`/returns/${returnId}/timeline`, { size: MAX_ENTRIES }),
  ]);
  const { choose, follow } = texts;
  const placed = await findOrder(ctx, store.id, order.id);
  const timeZone = await zoneOf(ctx, store, placed.body);
  // The address is kept: later on the page doesn't say that the return was sent just now.
  const isSent = url.searchParams.has("sent") && history.length === 1;
  const notice = isSent ? undefined : noticeOf(visit, made, notes.timeline);
  const why = made.status === "rejected" ? made.statusReason : undefined;
  const action = to("/return", { link: url.searchParams.get("link") ?? "" });
  const body = html`${notice && html`<p class="notice" role="status">${notice}</p>`}
    ${shown.alert && html`<p class="alert" role="alert">${shown.alert}</p>`}
    <div class="columns"><div>
      <p class="status">${statusText(visit, { made, history }, made.status)}</p>
      ${why && html`<p>${choose.reason}: <bdi>${why}</bdi></p>`}
      ${isPaidNothing(made) && html`<p>${follow.nothing}</p>`}
      ${store.shopperPage.enabled && !ENDED.includes(made.status) && html`<p class="help">${follow.keepLink}</p>`}
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

/** Nothing more is to be seen by the link. */
const ENDED: readonly Status[] = ["complete", "rejected", "deleted"];

/** Later on the page, whose address is kept, doesn't say that something was added just now. */
function noticeOf(
  { ctx, url, texts: { follow } }: ShopperVisit,
  { status }: Return,
  notes: Notes,
): string | undefined {
  const done = url.searchParams.get("done");
  if (done === "cancel") return status === "deleted" ? follow.cancelled : undefined;
  const since = ctx.now().getTime() - JUST_NOW_MS;
  const isNew = notes.some((note) => isOwn(note) && Date.parse(note.at) > since);
  return done === "add" && isNew ? follow.added : undefined;
}

const JUST_NOW_MS = 60_000;

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
