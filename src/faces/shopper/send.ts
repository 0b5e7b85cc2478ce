import type { Order } from "../../features/orders/schema.ts";
import { imageTypeOf } from "../../features/returns/comments/image-type.ts";
import { isCreated } from "../../features/returns/create/create-return.ts";
import type { ReturnCreated } from "../../features/returns/create/created-schema.ts";
import { senderAddress } from "../../features/returns/create/sender-address.ts";
import type { FoundOrder } from "../../features/returns/shopper/find-order.ts";
import { shopperLinkOf } from "../../features/returns/shopper/link.ts";
import { hasCode } from "../../lib/problem.ts";
import { type Form, formOf } from "../pages/form.ts";
import { at, html } from "../pages/html.ts";
import { onceForForm } from "../pages/once.ts";
import { changedPage, conflictPage, isTaken } from "./choose.ts";
import { type ChosenLine, chosenIn, namedIn, namesOf } from "./chosen.ts";
import type { Faults } from "./fields.ts";
import { toOrder, UNKEPT } from "./find.ts";
import { pageResponse } from "./layout.ts";
import { linesOf, OUTCOMES, type Outcome } from "./order-lines.ts";
import { ENFORCED, itemsOf, reviewPage, termsOf } from "./review.ts";
import { expiredPage } from "./run.ts";
import { type Step, stepOf } from "./step-token.ts";
import type { Texts } from "./texts/texts-shape.ts";
import type { ShopperVisit } from "./visit.ts";

const MAX_FORM_BYTES = 24 * 1024 * 1024;
const MAX_PHOTO_BYTES = 6 * 1024 * 1024;

/** What a link to this address from a page that was sent, such as another language's, leads to: the order's lines. */
export async function showSend(visit: ShopperVisit): Promise<Response> {
  const step = await stepOf(visit, "send");
  return step ? toOrder(visit, step) : expiredPage(visit);
}

/** Step four: creates the return, once per form, adds its photos, and leads to the page that follows it. */
export async function doSend(visit: ShopperVisit): Promise<Response> {
  const { ctx, request, store, texts } = visit;
  const step = await stepOf(visit, "send");
  if (!step) return expiredOrSent(visit);
  const form = await formOf(request, MAX_FORM_BYTES);
  const { orderId, contactHash } = step;
  // What the first of two equal forms has taken is in its return: the creation tells the second one from another's.
  const named = await linesOf(visit, orderId, (all) => namedIn(form, all));
  const lines = named.map((line) => ({ ...line, returnable: line.quantity }));
  const { chosen, faults } = chosenIn(form, lines, texts);
  const isExchange = chosen.every(({ wish }) => wish !== undefined);
  const outcome =
    OUTCOMES.find((each) => each === form.get("outcome")) ?? (isExchange ? "refund" : undefined);
  const photos = await photosIn(form, chosen, texts);
  const failed = await problemPage(visit, form, { orderId, contactHash, chosen, faults, outcome, photos });
  // One that was sent leads to its return, whatever would be said by now.
  if (failed && !(await isCreated(ctx, store.id, keyOf(step)))) return failed;
  const created = await create(visit, step, { chosen, outcome: outcome ?? "refund" });
  if (created === "taken") return conflictPage(visit, step, form);
  if (created === "sent") return sentAlready(visit, orderId);
  await addPhotos(visit, step, created, photos.images);
  const link = await shopperLinkOf(ctx, { storeId: store.id, returnId: created.id });
  const token = new URL(link ?? "http://localhost").searchParams.get("link") ?? "";
  const location = visit.to("/return", { link: token, sent: "1" });
  return new Response(null, { status: 303, headers: { Location: location, ...UNKEPT } });
}

type Asked = FoundOrder & {
  chosen: ChosenLine[];
  faults: Faults;
  outcome: Outcome | undefined;
  photos: Photos;
};

/** Returns the page that says why a form makes no return; undefined if it makes one on the terms that it has shown. */
async function problemPage(
  visit: ShopperVisit,
  form: Form,
  { orderId, contactHash, chosen, faults, outcome, photos }: Asked,
): Promise<Response | undefined> {
  const found = { orderId, contactHash };
  if (chosen.length === 0) return conflictPage(visit, found, form);
  if (faults.size > 0) return changedPage(visit, found, { form, faults });
  const reviewed = { ...found, chosen, faults: photos.faults, outcome: outcome ?? "" };
  try {
    if ((await termsOf(visit, reviewed)) !== form.get("terms")) {
      const alert = visit.texts.errors.changed;
      return await reviewPage(visit, { ...reviewed, faults: new Map(), alert, status: 409 });
    }
    const isReady = photos.faults.size === 0 && outcome;
    return isReady ? undefined : await reviewPage(visit, reviewed);
  } catch (error) {
    if (isTaken(error)) return conflictPage(visit, found, form);
    throw error;
  }
}

/** A form whose first answer was lost may be sent again when it has expired. */
async function expiredOrSent(visit: ShopperVisit): Promise<Response> {
  const isSent = (nonce: string) => isCreated(visit.ctx, visit.store.id, keyOf({ nonce }));
  const sent = await stepOf(visit, "send", isSent);
  return sent ? sentAlready(visit, sent.orderId) : expiredPage(visit);
}

function sentAlready(visit: ShopperVisit, orderId: string): Promise<Response> {
  const { errors, startAgain } = visit.texts;
  const body = html`<p><a class="button" href="${visit.to("")}">${startAgain}</a></p>`;
  return pageResponse(visit, { title: errors.sentAlready, body, status: 409, orderId });
}

type Created = ReturnCreated["return"];
type Chosen = { chosen: ChosenLine[]; outcome: Outcome };

/** Creates the return; a form that is sent again gets the same one. */
async function create(
  { api, store, language }: ShopperVisit,
  step: Step,
  { chosen, outcome }: Chosen,
): Promise<Created | "taken" | "sent"> {
  const path = at`/stores/${store.id}`;
  const { shipping } = await api.get<Order>(path + at`/orders/${step.orderId}`);
  const body = {
    data: {
      ...{ provider: PROVIDER, externalOrderId: step.orderId, items: itemsOf(chosen, outcome) },
      shippingAddress: senderAddress(shipping),
    },
    options: { ...ENFORCED, language },
  };
  const headers = { "Idempotency-Key": keyOf(step) };
  try {
    return (await onceForForm(() => api.post<ReturnCreated>(`${path}/returns`, body, headers))).return;
  } catch (error) {
    if (isTaken(error)) return "taken";
    if (hasCode(error, "idempotency_key_reused")) return "sent";
    throw error;
  }
}

const PROVIDER = "shopper_page";

function keyOf({ nonce }: Pick<Step, "nonce">): string {
  return `shopper-${nonce}`;
}

type Photos = { images: Map<string, File>; faults: Map<string, string> };

/** Returns the photos of lines whose reasons need one. */
async function photosIn(form: Form, chosen: ChosenLine[], texts: Texts): Promise<Photos> {
  const images = new Map<string, File>();
  const faults = new Map<string, string>();
  for (const { line } of chosen.filter((each) => each.reason.needs.includes("photo"))) {
    const name = namesOf(line).photo;
    const file = form.file(name);
    const fault = file ? await photoFault(file, texts) : texts.review.photoMissing;
    if (fault !== undefined) faults.set(name, fault);
    else if (file) images.set(line.lineItemId, file);
  }
  return { images, faults };
}

/** Returns what is wrong with a file as an image for the API, by its bytes and its size; undefined for nothing. */
export async function photoFault(file: File, { errors, review }: Texts): Promise<string | undefined> {
  const type = imageTypeOf(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  if (type === undefined) return review.photoWrong;
  return file.size > MAX_PHOTO_BYTES ? errors.tooLarge : undefined;
}

/** Returns an image as the API takes it. */
export async function base64Of(file: File): Promise<string> {
  return new Uint8Array(await file.arrayBuffer()).toBase64();
}

async function addPhotos({ api }: ShopperVisit, { nonce }: Step, made: Created, images: Photos["images"]) {
  for (const [index, item] of made.items.entries()) {
    const file = images.get(item.orderItem.line_item_id);
    if (!file) continue;
    const body = { image: { content: await base64Of(file), itemId: item.id } };
    const headers = { "Idempotency-Key": `shopper-${nonce}-${index}` };
    await onceForForm(() => api.post(at`/returns/${made.id}/images`, body, headers));
  }
}
