import type { ReturnImage } from "../../../features/returns/images/schema.ts";
import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import type { Status } from "../../../features/returns/status.ts";
import type { ReturnTimeline } from "../../../features/returns/timeline/schema.ts";
import { invalid } from "../../../lib/problem.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { at, html, type Label } from "../../pages/html.ts";
import { onceForForm, onceHeader } from "../../pages/once.ts";
import { linkButton } from "../components/button.ts";
import { card } from "../components/card.ts";
import { filterOf } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { pager } from "../components/pager.ts";
import { ago } from "../components/time.ts";
import type { Act, ConsolePage, Redirect, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { besidePart } from "./beside.ts";
import { undoable } from "./bulk.ts";
import { noteForms, refundForm } from "./forms.ts";
import { itemsPart } from "./items.ts";
import { PAYOUT_ACTS, payoutsCard } from "./payouts.ts";
import { reasonOf } from "./rejection.ts";
import { returnEvents } from "./return-timeline.ts";
import { STATUS_WORDS, statusBadge } from "./statuses.ts";
import { allowedSteps, isProcessed, steps } from "./steps.ts";

/** An image in base64 and the rest of its request have to fit into what the API accepts. */
const MAX_BYTES = 7.5 * 1024 * 1024;

/** What is read with a return: itself, with its order. */
export type Read = { return: Return; order: ReturnOrder };

/** One return: its state, items, money and timeline, and what may be done with it. */
export const returnPage: ConsolePage = {
  path: "/returns/:returnId",
  section: "/returns",
  needs: "returns_read",
  limit: MAX_BYTES,
  show: returnView,
  acts: {
    step: { needs: "returns_write", run: step },
    note: write(async ({ api }, form, path) => {
      const message = form.get("message");
      const once = await onceHeader(form, "note", message);
      await onceForForm(() => api.post(`${path}/comments`, { comment: { message: message || null } }, once));
      return say("Note added.");
    }),
    image: write(async (visit, form, path) => {
      await addImage(visit, form, path);
      return say("Picture added.");
    }),
    refund: write(async ({ api }, form, path) => {
      const { order } = await api.get<Read>(path);
      const amount = { amount: form.get("amount"), currency: order.total.currency };
      await api.patch(path, {
        items: [{ id: form.get("item"), refund: { amount, type: form.get("type") } }],
      });
      return say("Refund changed.");
    }),
    ...PAYOUT_ACTS,
  },
};

/** Changes the status of the page's return, and says so; what can be reopened can be undone. */
async function step(visit: Visit, form: Form): Promise<Redirect> {
  const { returnId = "" } = visit.params;
  const to = form.get("to");
  const reason = to === "rejected" ? { reason: reasonOf(form) } : {};
  await visit.api.put(at`/returns/${returnId}/status`, { status: to, ...reason });
  const { title } = STATUS_WORDS[to as Status];
  return {
    ...{ to: at`/returns/${returnId}`, notice: say("It is now: {title}.", { title: say(title) }) },
    undo: undoable(visit, to, [returnId]),
  };
}

/** Adds a picture to a return, whose path in the API is `path`. */
async function addImage({ api }: Visit, form: Form, path: string): Promise<void> {
  const file = form.file("image");
  if (!file) throw invalid({ detail: "Choose a picture.", pointer: "/comment/image" });
  const image = new Uint8Array(await file.arrayBuffer()).toBase64();
  const once = await onceHeader(form, "image", image);
  await onceForForm(() => api.post(`${path}/comments`, { comment: { image } }, once));
}

/** Returns an act that changes the page's return and says what it did. */
function write(work: (visit: Visit, form: Form, path: string) => Promise<Label>): {
  needs: "returns_write";
  run: Act;
} {
  return {
    needs: "returns_write",
    run: async (visit, form) => {
      const { returnId = "" } = visit.params;
      const notice = await work(visit, form, at`/returns/${returnId}`);
      return { to: at`/returns/${returnId}`, notice };
    },
  };
}

async function returnView(visit: Visit, state: FormState): Promise<View> {
  const { api, base, url, ctx } = visit;
  const path = at`/returns/${visit.params.returnId ?? ""}`;
  const [{ return: shown, order }, allowed, { images }, { body, next }] = await Promise.all([
    api.get<Read>(path),
    allowedSteps(visit, path),
    api.get<{ images: ReturnImage[] }>(`${path}/images`),
    api.list<ReturnTimeline>(`${path}/timeline`, { cursor: filterOf(url, "after") }),
  ]);
  const payoutsPart = await payoutsCard(visit, shown);
  const now = ctx.now();
  const mayWrite = visit.can("returns_write");
  const mayProcess = mayWrite && visit.offers("/warehouse/:returnId") && isProcessed(allowed);
  const process = mayProcess ? linkButton(say("Process"), `${base}/warehouse/${shown.id}`) : undefined;
  const why = shown.statusReason && html`<bdi class="why">${shown.statusReason}</bdi>`;
  const lead = html`<p class="state">${statusBadge(shown.status)}${why}
    <span>${say("created {moment}", { moment: ago(shown.createdAt, now) })}</span><span>${say("changed {moment}", { moment: ago(shown.updatedAt, now) })}</span></p>`;
  const live = html`${lead}<section>${itemsPart(visit, { return: shown, order, images })}</section>
    ${card(html`${returnEvents(visit, { return: shown, order }, body.timeline)}${pager(url, next)}`, { title: say("Timeline") })}`;
  return {
    title: say("Return of {order}", { order: order.name }),
    parents: [{ title: say("Returns"), path: "/returns" }],
    actions: html`<div id="steps" class="head-actions">${steps(visit, { shown, allowed, state })}${process}</div>`,
    body: html`<div class="main-and-side">
      <div class="stack">${livePart(visit, "return", html`<div class="stack">${live}</div>`, ["steps", "beside"])}
      ${mayWrite && noteForms(visit, state)}</div>
      <div class="stack"><div id="beside" class="stack">${besidePart(visit, shown, order)}${payoutsPart}</div>
      ${mayWrite && refundForm(visit, { return: shown, order }, state)}</div>
    </div>`,
  };
}
