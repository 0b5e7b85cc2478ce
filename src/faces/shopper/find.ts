import { findShoppersOrder, type Tries } from "../../features/returns/shopper/find-order.ts";
import { isStorableText } from "../../lib/storable-text.ts";
import { formOf } from "../pages/form.ts";
import { html } from "../pages/html.ts";
import { type Faults, field } from "./fields.ts";
import { pageResponse } from "./layout.ts";
import { newStepToken } from "./step-token.ts";
import { fill } from "./texts/texts.ts";
import type { ShopperVisit } from "./visit.ts";

const MAX_FORM_BYTES = 10_000;

/** Step one: the number of an order and something that only its customer knows. */
export function showFind(visit: ShopperVisit): Promise<Response> {
  return findPage(visit, { order: "", contact: "", faults: new Map() });
}

/** Finds the order and leads to its lines. What doesn't fit and what isn't there have one answer. */
export async function doFind(visit: ShopperVisit, tries: Tries): Promise<Response> {
  const { ctx, request, store, texts, network } = visit;
  const form = await formOf(request, MAX_FORM_BYTES);
  const typed = { order: form.get("order"), contact: form.get("contact") };
  const empty = Object.entries(typed).filter(([, value]) => value === "" || !isStorableText(value));
  const missing = new Map(empty.map(([name]) => [name, texts.find.required]));
  if (missing.size > 0) return findPage(visit, { ...typed, faults: missing });
  const { findBy } = store.shopperPage;
  const orderId = await findShoppersOrder(ctx, tries, store.id, { ...typed, findBy, network });
  if (orderId === undefined) {
    const { wrong } = texts.find;
    return findPage(visit, { ...typed, faults: new Map(), alert: wrong });
  }
  const token = await newStepToken(ctx, { kind: "order", storeId: store.id, orderId });
  return new Response(null, { status: 303, headers: { Location: visit.to("/order", { token }), ...UNKEPT } });
}

export const UNKEPT = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

type Typed = { order: string; contact: string; faults: Faults; alert?: string };

function findPage(visit: ShopperVisit, { order, contact, faults, alert }: Typed): Promise<Response> {
  const { find } = visit.texts;
  const input = (name: string, value: string, type: string) =>
    field({
      ...{ name, label: name === "order" ? find.order : contactsIn(visit, find), fault: faults.get(name) },
      control: (common) =>
        html`<input type="${type}" value="${value}" maxlength="320" autocomplete="${
          name === "order" ? "off" : type === "email" ? "email" : "on"
        }" ${common}>`,
    });
  const { findBy } = visit.store.shopperPage;
  const contactType = findBy.length === 1 && findBy[0] === "email" ? "email" : "text";
  const body = html`<p class="lead">${fill(find.lead, { contact: contactsIn(visit, find.typed) })}</p>
    ${alert && html`<p class="alert" role="alert">${alert}</p>`}
    <form method="post" action="${visit.to("")}">
      ${input("order", order, "text")}
      ${input("contact", contact, contactType)}
      <div class="buttons"><button>${find.button}</button></div>
    </form>`;
  const status = alert || faults.size > 0 ? 400 : 200;
  return pageResponse(visit, { title: find.title, body, status });
}

/** Returns what an order can be found by. All ways but the last one are joined by a comma. */
function contactsIn({ texts, store }: ShopperVisit, namesBy: ShopperVisit["texts"]["find"]["typed"]): string {
  const names = store.shopperPage.findBy.map((by) => namesBy[by]);
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : fill(texts.find.or, { first: names.slice(0, -1).join(", "), last });
}
