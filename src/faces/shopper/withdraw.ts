import { isEmail } from "../../core/persons/person.ts";
import type { Tries } from "../../features/returns/shopper/find-order.ts";
import { statementOf } from "../../features/withdrawals/statement.ts";
import { fill, TEXTS } from "../../features/withdrawals/texts/texts-of.ts";
import { isRecorded } from "../../features/withdrawals/withdraw.ts";
import { withdrawFrom } from "../../features/withdrawals/withdraw-from.ts";
import { asciiDigits } from "../../lib/ascii-digits.ts";
import { directionOf } from "../../lib/languages.ts";
import { plainText } from "../../lib/plain-text.ts";
import { isLongerThan } from "../../lib/text.ts";
import type { WithdrawnItem } from "../../platform/db/documents/withdrawal.ts";
import { type Form, formOf } from "../pages/form.ts";
import { html } from "../pages/html.ts";
import { onceForForm } from "../pages/once.ts";
import { type Faults, field, hidden } from "./fields.ts";
import { UNKEPT } from "./find.ts";
import { pageResponse } from "./layout.ts";
import { notFoundPage } from "./run.ts";
import { newStepToken, readStepToken } from "./step-token.ts";
import type { ShopperVisit } from "./visit.ts";

const MAX_FORM_BYTES = 100_000;
const MAX_ITEMS = 100;
const MAX_CHARACTERS = 200;
const MAX_EMAIL_CHARACTERS = 254;
const MAX_ITEM_CHARACTERS = 255;

type Typed = { name: string; order: string; email: string; items: string };

/** The first step: who withdraws from which order, and where the receipt goes. */
export async function showWithdraw(visit: ShopperVisit): Promise<Response> {
  if (!visit.store.withdrawal.enabled) return notFoundPage(visit.request);
  return firstStep(visit, { name: "", order: "", email: "", items: "" });
}

/** Shows the statement to confirm; once it is confirmed, records it and leads to its receipt. */
export async function doWithdraw(visit: ShopperVisit, tries: Tries): Promise<Response> {
  const { ctx, request, store } = visit;
  if (!store.withdrawal.enabled) return notFoundPage(request);
  const form = await formOf(request, MAX_FORM_BYTES);
  const typed = {
    ...{ name: form.get("name"), order: form.get("order") },
    ...{ email: addressIn(form.get("email")), items: form.get("items") },
  };
  const items = itemsIn(typed.items);
  const faults = faultsOf(visit, typed, items);
  if (form.act === "change" || faults.size > 0) return firstStep(visit, typed, faults);
  if (form.act !== "confirm") return secondStep(visit, typed, items);

  const isDone = (nonce: string) => isRecorded(ctx, store.id, keyOf({ nonce }));
  const step = await readStepToken(ctx, form.token, { kind: "withdraw", storeId: store.id, isDone });
  // What is confirmed is what was shown, word for word.
  if (!step || !isShown(visit, form, { ...typed, items })) {
    return secondStep(visit, typed, items, TEXTS[visit.language].faults.expired);
  }
  const body = { ...typed, items, language: visit.language, confirmed: true as const };
  const sent = { body, key: keyOf(step), tries, network: visit.network };
  const { row } = await onceForForm(() => withdrawFrom(ctx, visit.caller, sent));
  const location = visit.to(`/receipts/${row.receiptToken}`);
  return new Response(null, { status: 303, headers: { Location: location, ...UNKEPT } });
}

function keyOf({ nonce }: { nonce: string }): string {
  return `shopper-${nonce}`;
}

function firstStep(visit: ShopperVisit, typed: Typed, faults: Faults = new Map()): Promise<Response> {
  const { withdraw, form } = TEXTS[visit.language];
  const label = visit.store.withdrawal.labels.withdraw?.[visit.language] ?? withdraw;
  const input = (name: "name" | "order" | "email", help?: string) =>
    field({
      ...{ name, label: form[name], help, fault: faults.get(name) },
      control: (common) =>
        html`<input type="${name === "email" ? "email" : "text"}" value="${typed[name]}" maxlength="${
          name === "email" ? MAX_EMAIL_CHARACTERS : MAX_CHARACTERS
        }" autocomplete="${name === "order" ? "off" : name}" ${common}>`,
    });
  const body = html`<p class="lead">${form.intro}</p>
    <form method="post" action="${visit.to("/withdraw")}">
      ${input("name")} ${input("order", form.orderHint)} ${input("email", visit.store.mail.enabled ? form.emailHint : undefined)}
      ${field({
        ...{ name: "items", label: form.items, optional: visit.texts.optional, help: form.itemsHint },
        fault: faults.get("items"),
        control: (common) => html`<textarea rows="3" maxlength="20000" ${common}>${typed.items}</textarea>`,
      })}
      <div class="buttons"><button>${form.next}</button></div>
    </form>`;
  return pageResponse(visit, { title: label, body, status: faults.size > 0 ? 400 : 200, isWithdrawal: true });
}

async function secondStep(
  visit: ShopperVisit,
  typed: Typed,
  items: WithdrawnItem[],
  alert?: string,
): Promise<Response> {
  const { ctx, store, language } = visit;
  const { confirm, form } = TEXTS[language];
  const statement = statementOf({ ...typed, items }, language, store.name);
  const token = await newStepToken(ctx, {
    kind: "withdraw",
    storeId: store.id,
    orderId: "",
    contactHash: "",
  });
  const label = store.withdrawal.labels.confirm?.[language] ?? confirm;
  const body = html`${alert && html`<p class="alert" role="alert">${alert}</p>`}
    <p class="lead">${form.check}</p>
    <p class="statement" dir="${directionOf(language)}">${statement}</p>
    ${store.mail.enabled && html`<p>${fill(form.sent, { email: typed.email })}</p>`}
    <form method="post" action="${visit.to("/withdraw")}">
      ${hidden([...Object.entries(typed), ["_token", token], ["shown", statement]])}
      <div class="buttons">
        <button name="_act" value="confirm">${label}</button>
        <button class="plain" name="_act" value="change">${form.change}</button>
      </div>
    </form>`;
  return pageResponse(visit, { title: label, body, status: alert ? 410 : 200, isWithdrawal: true });
}

/** What is no address as it is may be one as it looks. */
function addressIn(typed: string): string {
  const plain = plainText(typed);
  return !isEmail(typed) && isEmail(plain) ? plain : typed;
}

/** A browser sends the ends of lines in another form. */
function isShown({ store, language }: ShopperVisit, form: Form, typed: Parameters<typeof statementOf>[0]) {
  return form.raw("shown").replaceAll("\r\n", "\n") === statementOf(typed, language, store.name);
}

/**
 * Each line is an item, after its quantity and a multiplication sign if it is more than one. An x that no space follows is a
 * part of the item, as in `3XL shirt`.
 */
function itemsIn(text: string): WithdrawnItem[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.flatMap((line) => {
    const [counted = "", units = "1"] = /^(\d{1,6})\s*(?:[×*]\s*|x\s+)(?=\S)/iu.exec(asciiDigits(line)) ?? [];
    return line === ""
      ? []
      : { lineItemId: line.slice(counted.length), quantity: Math.max(1, Number(units)) };
  });
}

function faultsOf({ language }: ShopperVisit, typed: Typed, items: WithdrawnItem[]): Faults {
  const words = TEXTS[language].faults;
  const faults = new Map<string, string>();
  for (const name of ["name", "order"] as const) {
    if (typed[name] === "" || isLongerThan(typed[name], MAX_CHARACTERS)) faults.set(name, words[name]);
  }
  if (!isEmail(typed.email)) faults.set("email", words.email);
  const isTooLong = items.some(({ lineItemId }) => isLongerThan(lineItemId, MAX_ITEM_CHARACTERS));
  if (items.length > MAX_ITEMS || isTooLong) {
    const bounds = { max: MAX_ITEMS, length: MAX_ITEM_CHARACTERS };
    faults.set("items", fill(words.items, bounds));
  }
  return faults;
}
