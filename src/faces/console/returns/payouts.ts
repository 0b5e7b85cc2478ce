import { isPaidNothing } from "../../../features/returns/paid-nothing.ts";
import { EXCEEDS_PAID } from "../../../features/returns/payouts/reconcile-return.ts";
import type { Payout } from "../../../features/returns/payouts/schema.ts";
import { AMOUNT_DIFFERS } from "../../../features/returns/payouts/view.ts";
import type { Return } from "../../../features/returns/schema.ts";
import type { Store } from "../../../features/stores/schema.ts";
import { type Money, minorDigits, minorOf, moneyOf } from "../../../lib/money.ts";
import { at, html, type Label, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { badge } from "../components/badge.ts";
import { card } from "../components/card.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filterOf, filters } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { money } from "../components/money.ts";
import { byTime, orderIn, totalOf } from "../components/order.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { waitingSince } from "../components/time.ts";
import { viewActs, viewTabs } from "../components/view-tabs.ts";
import type { Act, ConsolePage, Visit } from "../page.ts";
import { say, translated } from "../texts/texts.ts";
import { returnsOf } from "./bulk.ts";
import { elsewhereQuestion, type Payees, payeesOf, payQuestion } from "./pay-question.ts";
import { ATTENTION, HELD, readPayouts, STATES } from "./payout-queue.ts";

const TYPES = { refund: "Refund", store_credit: "Store credit" } as const;
/** What the service's own reasons mean; a payee's stand in its words. */
const REASONS = new Map<string, Label>([
  [EXCEEDS_PAID, say("With it more would be refunded than was paid for the order.")],
  [AMOUNT_DIFFERS, say("Another amount was paid than was asked for.")],
]);
const FILTERS: readonly Filter[] = [
  { name: "status", label: say("State"), type: "select", options: ATTENTION },
];
/** Work is done in the order in which it came. */
const SORTS = byTime("created_at").toReversed();
const BY_DUE = { ascending: "created_at", descending: "-created_at", first: "ascending" } as const;

/** Returns the payouts of a return, with buttons to pay them, or to say that they were paid; nothing without any. */
export async function payoutsCard(visit: Visit, shown: Return): Promise<Markup> {
  const { payouts, overpaid } = shown;
  if (payouts.length === 0) return html``;
  const listed = table({
    label: say("Payouts"),
    rows: payouts,
    empty: html``,
    columns: [
      { title: say("Payout"), kind: "main", cell: (payout) => payoutCell(payout) },
      { title: say("Amount"), kind: "number", cell: ({ amount }) => money(amount) },
    ],
  });
  const more =
    overpaid &&
    html`<p class="help">${say("{amount} more was paid than is due.", { amount: money(overpaid) })}</p>`;
  const payees = needsButtons(visit, payouts) ? await payeesOf(visit) : undefined;
  const acts = payees && payouts.some(isUnpaid) && buttons(visit, shown, payees);
  const rests = payees && paidLess(payouts).map((payout) => restButtons(visit, shown, payees, payout));
  return card(html`<div class="stack">${listed}${more}${acts}${rests}</div>`, { title: say("Payouts") });
}

function payoutCell({ type, status, held, reason, reference }: Payout): Markup {
  const { title, tone } = held ? HELD : { ...STATES[status], title: say(STATES[status].title) };
  const note = reason === null ? held && say("Nothing pays it by itself.") : reasonText(reason);
  return html`${say(TYPES[type])} ${badge(title, tone)}${
    note && html`<small><bdi>${note}</bdi></small>`
  }${reference !== null && html`<small><bdi>${reference}</bdi></small>`}`;
}

function reasonText(reason: string): Label {
  return REASONS.get(reason) ?? ((reader) => translated(reason, reader));
}

function needsButtons(visit: Visit, payouts: readonly Payout[]): boolean {
  return visit.can("refunds_write") && payouts.some((payout) => isUnpaid(payout) || isOther(payout));
}

const isUnpaid = ({ status }: Payout) => status !== "paid";
const isOther = ({ reason }: Payout) => reason === AMOUNT_DIFFERS;

/** Returns a payout of each type of which another amount was paid than was asked for. */
function paidLess(payouts: readonly Payout[]): Payout[] {
  const other = payouts.filter(isOther);
  return other.filter(({ type }, i) => other.findIndex((each) => each.type === type) === i);
}

/** Returns what of a complete return's type no payout stands for; undefined for nothing. */
function restOf({ status, totals, payouts }: Return, type: Payout["type"]): Money | undefined {
  const { amount } = type === "refund" ? totals.refund : totals.storeCredit;
  const digits = minorDigits(amount.currency);
  const ofType = payouts.filter((payout) => payout.type === type);
  const rest = ofType.reduce(
    (left, payout) => left - minorOf(payout.amount.amount, digits),
    minorOf(amount.amount, digits),
  );
  return status === "complete" && rest > 0n ? moneyOf(rest, amount.currency) : undefined;
}

/** Returns the buttons of a payout that was paid less than was asked for: its rest is paid, or was paid elsewhere. */
function restButtons(visit: Visit, whole: Return, payees: Payees, row: Payout): Markup {
  const amount = restOf(whole, row.type);
  if (!amount || isPaidNothing(whole)) return html``;
  const shown: Return = { ...whole, payouts: [{ ...row, amount, status: "waiting", held: true }] };
  const fields = { hidden: { return: whole.id, type: row.type, ...amount }, row: row.id };
  return html`<div class="form-buttons">
    ${actButton(visit, { act: "pay", text: say("Pay the rest"), ...fields, confirm: payQuestion(shown, payees) })}
    ${actButton(visit, { act: "elsewhere", text: say("Paid elsewhere"), ...fields, confirm: elsewhereQuestion(shown) })}</div>`;
}

/**
 * Returns the buttons of all payouts of a return, or of those of the type of `row`, which is one of them. What a return no longer
 * gives isn't paid, but may have been.
 */
function buttons(visit: Visit, whole: Return, payees: Payees, row?: Payout): Markup {
  const payouts = row ? whole.payouts.filter(({ type }) => type === row.type) : whole.payouts;
  const shown = { ...whole, payouts };
  const open = payouts.filter(isUnpaid);
  const isTriedAgain = (row ? [row] : open).every(
    ({ status }) => status === "refused" || status === "unknown",
  );
  const hidden = { return: shown.id, ...(row && { type: row.type }) };
  const fields = { hidden, row: row?.id ?? payouts[0]?.id ?? "" };
  const pay =
    !isPaidNothing(shown) &&
    actButton(visit, {
      ...{ act: "pay", text: isTriedAgain ? say("Try again") : say("Pay"), ...fields },
      confirm: payQuestion(shown, payees),
    });
  return html`<div class="form-buttons">${pay}
    ${actButton(visit, {
      ...{ act: "elsewhere", text: say("Paid elsewhere"), ...fields },
      confirm: elsewhereQuestion(shown),
    })}</div>`;
}

/** The acts of pages with payouts: pay all that is due, or say that it was paid. */
export const PAYOUT_ACTS = {
  pay: payoutAct({}, say("Asked. What becomes of it stands here.")),
  elsewhere: payoutAct({ paidElsewhere: true }, say("Noted as paid.")),
};

function payoutAct(body: object, notice: Label): { needs: "refunds_write"; run: Act } {
  return {
    needs: "refunds_write",
    run: async ({ api, url, base }, form) => {
      const [type, amount, currency] = ["type", "amount", "currency"].map((name) => form.get(name));
      await api.post(at`/returns/${form.get("return")}/refund`, {
        ...{ ...body, ...(type && { type }) },
        ...(amount && { amount: { amount, currency } }),
      });
      return { to: url.pathname.slice(base.length) + url.search, notice };
    },
  };
}

const VIEWS = { path: "/payouts", needs: "returns_write" } as const;

/**
 * The queue of payouts that a person should look at: those that wait for a person, that were refused, that nothing is known of,
 * or that were paid with another amount.
 */
export const payoutsPage: ConsolePage = {
  path: "/payouts",
  needs: "returns_read",
  show: async (visit, state) => {
    const { url, base, ctx, store } = visit;
    const asked = ATTENTION.find(({ value }) => value === filterOf(url, "status"));
    const { value: sort = "", order } = orderIn(url, SORTS) ?? {};
    const attention = asked ? [asked] : ATTENTION;
    const [{ body, next }, { waiting: limits }, tabs] = await Promise.all([
      readPayouts(visit, { attention, sort }, { cursor: filterOf(url, "after"), size: 20 }),
      visit.api.get<Store>(at`/stores/${store.storeId}`),
      viewTabs(visit, VIEWS, state),
    ]);
    const now = ctx.now();
    const ids = [...new Set(body.payouts.map(({ returnId }) => returnId))];
    const [found, payees] = await Promise.all([
      returnsOf(visit, ids),
      needsButtons(visit, body.payouts) ? payeesOf(visit) : undefined,
    ]);
    const returns = new Map(found.map((each) => [each.id, each]));
    const listed = table({
      ...{ label: say("Payouts"), isDense: true },
      rows: body.payouts,
      sorted: { url, by: sort },
      empty: emptyState(
        asked?.none ?? say("No payouts to look at"),
        say("The payees have paid what they were asked for, or are being asked."),
      ),
      columns: [
        {
          title: say("Return"),
          kind: "main",
          cell: ({ returnId }) =>
            html`<a href="${base + at`/returns/${returnId}`}">${say("Return of {order}", { order: html`<bdi class="whole">${returns.get(returnId)?.order.name}</bdi>` })}</a>`,
        },
        { title: say("Payout"), cell: (payout) => payoutCell(payout) },
        { title: say("Amount"), kind: "number", cell: ({ amount }) => money(amount) },
        {
          title: say("Due since"),
          sorts: BY_DUE,
          cell: ({ createdAt }) => waitingSince(createdAt, now, limits),
        },
        {
          title: say("Actions"),
          kind: "actions",
          cell: (payout) => {
            const of = returns.get(payout.returnId);
            if (!of || !payees) return undefined;
            return (isUnpaid(payout) ? buttons : restButtons)(visit, of, payees, payout);
          },
        },
      ],
    });
    return {
      title: say("Payouts"),
      lead: say("Payouts that a person should look at."),
      body: html`${tabs}${filters(url, FILTERS, { sorts: SORTS })}${livePart(
        visit,
        "payouts",
        html`${listed}${pager(url, next, { rows: body.payouts.length, of: totalOf(body), order })}`,
      )}`,
    };
  },
  acts: { ...PAYOUT_ACTS, ...viewActs(VIEWS) },
};
