import { findOrder } from "../../features/orders/find.ts";
import { orderNameOf } from "../../features/returns/read/order-view.ts";
import type { FoundOrder } from "../../features/returns/shopper/find-order.ts";
import { moneyText } from "../../lib/money-text.ts";
import { hasCode } from "../../lib/problem.ts";
import { type Form, formOf } from "../pages/form.ts";
import { attributes, type Content, html, type Markup } from "../pages/html.ts";
import { chosenIn, countNamed, namedIn, namesOf } from "./chosen.ts";
import { checkField, type Faults, field, fieldId } from "./fields.ts";
import { pageResponse } from "./layout.ts";
import { isOffered, linesOf, type OrderLine, outcomesOf } from "./order-lines.ts";
import { picture } from "./pictures.ts";
import { type Reviewed, reviewPage } from "./review.ts";
import { expiredPage } from "./run.ts";
import { newStepToken, stepOf } from "./step-token.ts";
import { fill } from "./texts/texts.ts";
import type { ShopperVisit } from "./visit.ts";

const MAX_FORM_BYTES = 500_000;

/** Step two: the order's lines, and what of them goes back for which reason. */
export async function showChoose(visit: ShopperVisit): Promise<Response> {
  const found = await stepOf(visit, "order");
  return found ? choosePage(visit, found, {}) : expiredPage(visit);
}

/** Shows what was chosen for a last look, or what is wrong with it. */
export async function doChoose(visit: ShopperVisit): Promise<Response> {
  const found = await stepOf(visit, "order");
  if (!found) return expiredPage(visit);
  const { orderId, contactHash } = found;
  const form = await formOf(visit.request, MAX_FORM_BYTES);
  if (form.get("next") === "change") return choosePage(visit, found, { form });
  const lines = await linesOf(visit, orderId, (all) => namedIn(form, all));
  const { chosen, faults } = chosenIn(form, lines, visit.texts);
  // Lines that are closed by now, or taken off the order, have no fields.
  const isGone = countNamed(form) > lines.length || lines.some(({ returnable }) => returnable === 0);
  if (isGone) return conflictPage(visit, found, form);
  if (!lines.every(isReturnable)) return changedPage(visit, found, { form, faults });
  if (faults.size > 0) return choosePage(visit, found, { form, faults });
  if (chosen.length === 0) {
    return choosePage(visit, found, { form, alert: visit.texts.choose.nothingChosen });
  }
  return reviewOrConflict(visit, form, { orderId, contactHash, chosen, faults: new Map(), outcome: "" });
}

/** Returns the page for a last look; that to choose again, if something of it went into another return since. */
async function reviewOrConflict(visit: ShopperVisit, form: Form, reviewed: Reviewed): Promise<Response> {
  try {
    return await reviewPage(visit, reviewed);
  } catch (error) {
    if (isTaken(error)) return conflictPage(visit, reviewed, form);
    throw error;
  }
}

/** Whether units can't be returned any more that could be when they were chosen. */
export function isTaken(error: unknown): boolean {
  return hasCode(error, "units_not_returnable") || hasCode(error, "not_eligible");
}

/** The policy says something else of what was chosen since the page was shown. */
export function changedPage(
  visit: ShopperVisit,
  found: FoundOrder,
  { form, faults }: { form: Form; faults: Faults },
): Promise<Response> {
  return choosePage(visit, found, { form, faults, alert: visit.texts.errors.changed, status: 409 });
}

/** Something of the order went into another return since the page was shown. */
export function conflictPage(visit: ShopperVisit, found: FoundOrder, form: Form): Promise<Response> {
  return choosePage(visit, found, { form, alert: visit.texts.errors.conflict, status: 409 });
}

type Shown = {
  form?: Pick<Form, "get">;
  faults?: Faults;
  alert?: string;
  status?: number;
};

/** So many lines are on a page: it stays small, and is made without holding up others. */
const LINES = 250;

/** Returns the page with lines of the order, as they were chosen before: those of the address, else the first chosen ones. */
async function choosePage(
  visit: ShopperVisit,
  { orderId, contactHash }: FoundOrder,
  { form, faults = new Map(), alert, status }: Shown,
): Promise<Response> {
  const { choose } = visit.texts;
  const order = orderNameOf(await findOrder(visit.ctx, visit.store.id, orderId));
  let [from, count] = [0, 0];
  const shown = await linesOf(visit, orderId, (all) => {
    const [named] = form ? namedIn(form, all) : [];
    const wanted = visit.url.searchParams.get("from");
    const at = wanted === null && named ? all.indexOf(named) : Number(wanted);
    count = all.length;
    from = at >= 0 && at < count ? Math.floor(at / LINES) * LINES : 0;
    return all.slice(from, from + LINES);
  });
  const step = { kind: "order" as const, storeId: visit.store.id, orderId, contactHash };
  const token = await newStepToken(visit.ctx, step);
  const isLeft = shown.some(isReturnable);
  const said = alert ?? (faults.size > 0 ? choose.faults : undefined);
  const items = shown.map((line) => lineItem(visit, line, { form, faults }));
  const body = html`<p class="lead">${fill(choose.order, { order })}</p>
    ${said && html`<p class="alert" role="alert">${said}</p>`}
    ${!isLeft && count <= LINES && html`<p class="notice">${choose.nothingLeft}</p>`}
    ${count > LINES && pages(visit, token, { from, count })}
    <form method="post" action="${visit.to("/order", { token, ...(count > LINES && { from: `${from}` }) })}">
      <ul class="lines">${items}</ul>
      ${isLeft && html`<div class="buttons bar"><button>${choose.button}</button></div>`}
    </form>`;
  const shownStatus = status ?? (said ? 400 : 200);
  return pageResponse(visit, { title: choose.title, body, status: shownStatus, step: "choose", orderId });
}

/** Links to all lines of the order by their numbers. */
function pages(
  { texts, to }: ShopperVisit,
  token: string,
  { from, count }: { from: number; count: number },
): Markup {
  const links = Array.from({ length: Math.ceil(count / LINES) }, (_, i) => {
    const first = i * LINES;
    const current = first === from && "page";
    return html`<a href="${to("/order", { token, from: `${first}` })}" ${attributes({ "aria-current": current })}>${
      first + 1
    }–${Math.min(first + LINES, count)}</a> `;
  });
  return html`<nav aria-label="${texts.steps.choose}"><p class="help" dir="ltr">${links}</p></nav>`;
}

type Typed = { form: Pick<Form, "get"> | undefined; faults: Faults };

function lineItem(visit: ShopperVisit, line: OrderLine, typed: Typed): Markup {
  const { texts, language } = visit;
  const { choose } = texts;
  const { lineItemId, title, imageUrl, returnable, value, until, whyNot } = line;
  const isOpen = isReturnable(line);
  const notes = [
    returnable > 0 && fill(choose.paid, { amount: moneyText(value.amount, language) }),
    isOpen && until,
    returnable === 0 && choose.allReturned,
    returnable > 0 && !isOpen && whyNot,
  ];
  const id = fieldId(`title-${lineItemId}`);
  return html`<li ${attributes({ class: !isOpen && "closed" })}>
    ${picture(title, imageUrl)}
    <div><h2 id="${id}"><bdi>${title}</bdi></h2>${notes.map((note) => note && html`<p class="meta"><bdi>${note}</bdi></p>`)}</div>
    ${isOpen && html`<div class="inputs" role="group" aria-labelledby="${id}">${inputs(visit, line, typed)}</div>`}
  </li>`;
}

/** Whether there is a reason for which the policy lets the line be returned. */
function isReturnable({ returnable, reasons }: OrderLine): boolean {
  return returnable > 0 && reasons.some(({ said }) => isOffered(said));
}

/** What isn't needed before units are chosen is hidden until then, where the browser can. */
function inputs(visit: ShopperVisit, line: OrderLine, typed: Typed): Content {
  const { form, faults } = typed;
  const { choose, follow, optional } = visit.texts;
  const names = namesOf(line);
  const value = (name: string) => form?.get(name) ?? "";
  const reasons = line.reasons.map(
    ({ code, text, needs }) =>
      html`<option value="${code}" ${attributes({ selected: value(names.reason) === code, dir: "auto" })}>${text}${
        needs.includes("photo") && ` (${follow.photo})`
      }</option>`,
  );
  return [
    units(visit, line, typed),
    html`<div class="more">${[
      field({
        ...{ name: names.reason, label: choose.reason, optional: "" },
        fault: faults.get(names.reason),
        control: (common) =>
          html`<select ${common}><option value="">${choose.pickReason}</option>${reasons}</select>`,
      }),
      field({
        ...{ name: names.comment, label: choose.comment, optional, fault: faults.get(names.comment) },
        control: (common) =>
          html`<textarea rows="2" maxlength="2000" lang="${visit.language}" ${common}>${value(names.comment)}</textarea>`,
      }),
      exchange(visit, line, typed),
    ]}</div>`,
  ];
}

function units({ texts: { choose } }: ShopperVisit, line: OrderLine, { form, faults }: Typed): Markup {
  const name = namesOf(line).units;
  const typed = form?.get(name) ?? "";
  const fault = faults.get(name);
  if (line.returnable === 1) {
    return checkField({ name, label: choose.take, fault, isChecked: typed !== "" && typed !== "0" });
  }
  return field({
    ...{ name, label: choose.units, optional: `0–${line.returnable}`, fault },
    control: (common) =>
      html`<input type="number" inputmode="numeric" min="0" max="${line.returnable}" placeholder="0" value="${
        typed === "0" ? "" : typed
      }" ${common}>`,
  });
}

/** Offered where a reason allows it. Where nothing else is allowed, it isn't asked. */
function exchange(
  { texts: { choose, optional } }: ShopperVisit,
  line: OrderLine,
  { form, faults }: Typed,
): Content {
  const offered = line.reasons.filter(({ said }) => isOffered(said) && said.outcomes.includes("exchange"));
  if (offered.length === 0) return undefined;
  const names = namesOf(line);
  const isAsked = offered.some(({ said }) => outcomesOf(said.outcomes).length > 0);
  const fault = faults.get(names.exchange);
  const isChecked = (form?.get(names.exchange) ?? "") !== "";
  return [
    isAsked && checkField({ name: names.exchange, label: choose.exchange, fault, isChecked }),
    html`<div class="wish">${field({
      ...{ name: names.wish, label: choose.wish, optional, help: choose.wishHelp },
      control: (common) =>
        html`<input type="text" maxlength="200" autocomplete="off" value="${form?.get(names.wish)}" ${common}>`,
    })}</div>`,
  ];
}
