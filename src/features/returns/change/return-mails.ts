import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { isFromRight, isolated } from "../../../lib/isolated.ts";
import type { Language } from "../../../lib/languages.ts";
import { isZero, moneyText } from "../../../lib/money-text.ts";
import { type MailingStore, mailLanguage, type NewMail, queueMail } from "../../mail/queue-mail.ts";
import { periodRuns } from "../../orders/withdrawal/order-period.ts";
import { partsOf } from "../../stores/settings.ts";
import type { ReturnAdditions } from "../additions-schema.ts";
import { isPaidNothing } from "../paid-nothing.ts";
import { snapshotOf, type ViewedRecord } from "../read/view.ts";
import type { Return, ReturnOrder } from "../schema.ts";
import { shopperLinkOf } from "../shopper/link.ts";
import type { Status } from "../status.ts";

/** What has happened to a return, as far as its shopper is written to. */
export type MailedChange = {
  store: MailingStore;
  returnId: string;
  isNew?: boolean;
  /** The new status, if it is new. */
  status?: Status | undefined;
  before: ReturnAdditions;
  after: ReturnAdditions;
  /** Why it was rejected, in the merchant's words. */
  reason?: string | undefined;
  language: string | null | undefined;
};

type Shown = { return: Return; order: ReturnOrder };
type ReturnMail = Pick<NewMail<"return_received">, "link"> &
  (
    | Pick<NewMail<"return_received">, "kind" | "values">
    | Pick<NewMail<"return_refused">, "kind" | "values">
    | Pick<NewMail<"return_refunded" | "return_credited">, "kind" | "values">
    | Pick<NewMail<"label_ready" | "return_arrived" | "return_cancelled">, "kind" | "values">
  );

/** Queues the mails to the shopper that a change of a return leads to, in its transaction. `load` reads the return. */
export async function mailChange(
  ctx: Ctx,
  caller: Caller,
  change: MailedChange,
  load: () => Promise<ViewedRecord>,
): Promise<void> {
  if (!isMailed(change)) return;
  const { store, returnId, language } = change;
  const record = await load();
  const shown = snapshotOf(record, ctx.origin);
  const to = shown.return.source.emailAddress;
  const { shopperPage, withdrawal } = partsOf(store.storeSettings);
  const { order } = record;
  const mayWithdraw =
    withdrawal.enabled && (await periodRuns(ctx, caller.storeId, { order, days: withdrawal.days }));
  const secretLink = shopperPage.enabled
    ? await shopperLinkOf(ctx, { storeId: caller.storeId, returnId })
    : undefined;
  for (const mail of mailsOf(change, shown, mailLanguage(store, language))) {
    const ofPage = mail.link === undefined ? { secretLink } : {};
    await queueMail(ctx, caller, { ...mail, ...ofPage, store, to, returnId, mayWithdraw, language });
  }
}

const MAILED: readonly (Status | undefined)[] = ["delivered", "rejected", "complete", "deleted"];

function isMailed(change: MailedChange): boolean {
  return change.isNew === true || MAILED.includes(change.status) || newLabel(change) !== undefined;
}

/** Nothing is sent back any more. */
const ENDED: readonly Status[] = ["rejected", "deleted"];

function mailsOf(change: MailedChange, shown: Shown, language: Language): ReturnMail[] {
  const order = shown.order.name;
  const label = newLabel(change);
  const mails: ReturnMail[] = [];
  if (change.isNew) mails.push({ kind: "return_received", values: { order, items: itemsOf(shown) } });
  if (label !== undefined && !ENDED.includes(shown.return.status))
    mails.push({ kind: "label_ready", values: { order }, link: label });
  if (change.status === "delivered") mails.push({ kind: "return_arrived", values: { order } });
  if (change.status === "deleted") mails.push({ kind: "return_cancelled", values: { order } });
  if (change.status === "rejected") {
    mails.push({ kind: "return_refused", values: { order, reason: change.reason ?? "" } });
  }
  if (change.status === "complete") mails.push(...paidMails(shown, language));
  return mails;
}

/** A return may be both refunded and credited; one that is exchanged, or ends without an action, is neither. */
function paidMails({ return: made, order: { name: order } }: Shown, language: Language): ReturnMail[] {
  if (isPaidNothing(made)) return [];
  const { totals } = made;
  const amountOf = ({ amount }: Return["totals"]["refund"]) =>
    isZero(amount) ? undefined : moneyText(amount, language);
  const paid = [
    ["return_refunded", amountOf(totals.refund)],
    ["return_credited", amountOf(totals.storeCredit)],
  ] as const;
  return paid.flatMap(([kind, amount]) => (amount === undefined ? [] : { kind, values: { order, amount } }));
}

const MAX_ITEMS = 20;

/** Returns what is returned, such as `2 × Tee, 1 × Mug`. No name changes the direction of what stands beside it. */
function itemsOf({ return: { items }, order }: Shown): string {
  const nameOf = new Map(order.items.map(({ id, product }) => [id, product.name]));
  const shown = items.slice(0, MAX_ITEMS);
  const names = shown.map(({ orderItem }) => nameOf.get(orderItem.id) ?? "");
  const isMixed = names.some(isFromRight) && !names.every(isFromRight);
  const named = shown.map(({ quantity }, i) => {
    const name = names[i] ?? "";
    return `${quantity} × ${isMixed && isFromRight(name) ? isolated(name) : name}`.trim();
  });
  return named.join(", ") + (items.length > MAX_ITEMS ? ", …" : "");
}

/** Returns the address of a label or drop-off code that the return didn't have before. */
function newLabel({ before, after }: MailedChange): string | undefined {
  const known = new Set(labelsIn(before));
  return labelsIn(after).find((label) => !known.has(label));
}

function labelsIn({ shipments = [], dropoffs = [] }: ReturnAdditions): string[] {
  const labels = shipments.flatMap(({ postageLabel, formLabel }) => [postageLabel, formLabel]);
  return [...labels, ...dropoffs.map(({ qrCodeUrl }) => qrCodeUrl)].flatMap((url) => url || []);
}
