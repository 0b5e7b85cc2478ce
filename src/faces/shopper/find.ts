import type { Contacts } from "../../features/returns/shopper/contacts.ts";
import { type FoundOrder, findShoppersOrder, type Tries } from "../../features/returns/shopper/find-order.ts";
import { askForCode, orderOfCode } from "../../features/returns/shopper/order-code.ts";
import { isStorableText } from "../../lib/text.ts";
import { type Form, formOf } from "../pages/form.ts";
import { html } from "../pages/html.ts";
import { type Faults, field, hidden } from "./fields.ts";
import { pageResponse } from "./layout.ts";
import { expiredPage } from "./run.ts";
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
  const { ctx, caller, request, store, texts, network } = visit;
  const form = await formOf(request, MAX_FORM_BYTES);
  if (form.token !== "") return doCode(visit, tries, form);
  const typed = { order: form.get("order"), contact: form.get("contact") };
  const empty = Object.entries(typed).filter(([, value]) => value === "" || !isStorableText(value));
  const missing = new Map(empty.map(([name]) => [name, texts.find.required]));
  if (missing.size > 0) return findPage(visit, { ...typed, faults: missing });
  const { findBy } = store.shopperPage;
  const askCode = (right: Contacts | undefined) =>
    askForCode(ctx, tries, caller, { ...typed, right, language: visit.language });
  const sendsMail = store.mail.enabled && ctx.config.smtp !== undefined;
  const search = { ...typed, findBy, network, askCode: sendsMail ? askCode : undefined };
  const found = await findShoppersOrder(ctx, tries, store.id, search);
  if (!found) {
    const { wrong } = texts.find;
    return findPage(visit, { ...typed, faults: new Map(), alert: wrong });
  }
  if ("asked" in found) return codePage(visit, { token: found.asked });
  return toOrder(visit, found);
}

/** The code that was asked for leads to the order's lines. */
async function doCode(visit: ShopperVisit, tries: Tries, form: Form): Promise<Response> {
  const { ctx, store, texts } = visit;
  const { token } = form;
  const { findBy } = store.shopperPage;
  const found = await orderOfCode(ctx, tries, store.id, { token, code: form.get("code"), findBy });
  if (found === "expired") return expiredPage(visit);
  if (found === "wrong") return codePage(visit, { token, fault: texts.code.wrong });
  return toOrder(visit, found);
}

function codePage(
  visit: ShopperVisit,
  { token, fault }: { token: string; fault?: string },
): Promise<Response> {
  const { code } = visit.texts;
  const body = html`<p class="lead">${code.lead}</p>
    <form method="post" action="${visit.to("")}">
      ${hidden([["_token", token]])}
      ${field({
        ...{ name: "code", label: code.code, fault },
        control: (common) =>
          html`<input type="text" inputmode="numeric" maxlength="20" autocomplete="one-time-code" ${common}>`,
      })}
      <div class="buttons"><button>${code.button}</button></div>
    </form>
    <p><a href="${visit.to("")}">${visit.texts.startAgain}</a></p>`;
  return pageResponse(visit, { title: code.title, body, status: fault ? 400 : 200 });
}

/** Leads to the lines of an order that the shopper is known to have. */
export async function toOrder(visit: ShopperVisit, { orderId, contactHash }: FoundOrder): Promise<Response> {
  const step = { kind: "order" as const, storeId: visit.store.id, orderId, contactHash };
  const token = await newStepToken(visit.ctx, step);
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
      <button>${find.button}</button>
    </form>`;
  const status = alert || faults.size > 0 ? 400 : 200;
  return pageResponse(visit, { title: find.title, body, status, step: "find" });
}

/** Returns what an order can be found by. All ways but the last one are joined by a comma. */
function contactsIn({ texts, store }: ShopperVisit, namesBy: ShopperVisit["texts"]["find"]["typed"]): string {
  const names = store.shopperPage.findBy.map((by) => namesBy[by]);
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : fill(texts.find.or, { first: names.slice(0, -1).join(", "), last });
}
