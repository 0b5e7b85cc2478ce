import { CONNECTORS } from "../../../features/connectors/kinds.ts";
import type { ShownConnector } from "../../../features/connectors/schema.ts";
import type { Integration } from "../../../features/integrations/schema.ts";
import type { Payout } from "../../../features/returns/payouts/schema.ts";
import type { Return } from "../../../features/returns/schema.ts";
import { at, type Content, html } from "../../pages/html.ts";
import type { Question } from "../components/act-button.ts";
import { personName } from "../components/person-name.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { sumsText } from "./compensation.ts";

/** The names of those who may be asked to pay: the shops that orders come from, and the store's own program. */
export type Payees = { shops: string[]; program: string | undefined };

/** An API page has at most so many. */
const MAX_INTEGRATIONS = 250;

/** Returns who a store's payouts may be asked of. */
export async function payeesOf({ api, store }: Visit): Promise<Payees> {
  const path = at`/stores/${store.storeId}`;
  const [{ connectors }, { body }] = await Promise.all([
    api.get<{ connectors: ShownConnector[] }>(`${path}/connectors`),
    api.list<{ integrations: Integration[] }>(`${path}/integrations`, { size: MAX_INTEGRATIONS }),
  ]);
  const kinds = new Set(connectors.filter(({ enabled }) => enabled).map(({ kind }) => kind));
  return {
    shops: CONNECTORS.filter(({ kind }) => kinds.has(kind)).map(({ title }) => title),
    program: body.integrations.find(({ kind }) => kind === "refunds")?.provider,
  };
}

/** Returns what is asked before the payouts of a return are paid: how much, to whom, and by whom. */
export function payQuestion({ order, source, payouts }: Return, payees: Payees): Question {
  const open = payouts.filter(isUnpaid);
  // What waits and isn't held is paid by itself.
  const asked = open.filter(({ status, held }) => status !== "waiting" || held);
  const paid = asked.length > 0 ? asked : open;
  return {
    title: say("Pay what the return of {order} owes?", { order: html`<bdi>${order.name}</bdi>` }),
    text: html`${sumSentence(source, paid)} ${sentencesOf(paid, payees)}`,
  };
}

/** Returns what is asked before the payouts of a return are noted as paid: how much, and to whom. */
export function elsewhereQuestion({ source, payouts }: Return): Question {
  return {
    title: say("Was it paid elsewhere?"),
    text: html`${sumSentence(source, payouts.filter(isUnpaid))} ${say("Nothing is sent to the payee any more.")}`,
  };
}

function isUnpaid({ status }: Payout): boolean {
  return status !== "paid";
}

function sumSentence(source: Return["source"], payouts: Payout[]): Content {
  const of = (kind: string) => payouts.filter(({ type }) => type === kind).map(({ amount }) => amount);
  const sums = sumsText({ refunds: of("refund"), storeCredits: of("store_credit"), exchanges: [] });
  return say("To {customer}: {sums}.", { customer: personName(source), sums });
}

/** What is unknown is asked of the payee that was asked before. */
function sentencesOf(paid: Return["payouts"], payees: Payees): Content {
  const isUnknown = ({ status }: { status: string }) => status === "unknown";
  const again = paid.some(isUnknown) && say("What is unknown is asked again where it was asked before.");
  if (paid.every(isUnknown)) return again;
  return again ? html`${again} ${payeeSentence(payees)}` : payeeSentence(payees);
}

function payeeSentence({ shops, program }: Payees): Content {
  const payee = program !== undefined && html`<bdi>${program}</bdi>`;
  const named = shops.join(", ");
  if (named === "")
    return payee
      ? say("{payee} is asked to pay it.", { payee })
      : say("Nothing is sent before the store has a payee.");
  return payee
    ? say("The shop that the order came from ({shops}) is asked to pay it, else {payee}.", {
        shops: named,
        payee,
      })
    : say("The shop that the order came from is asked to pay it: {shops}.", { shops: named });
}
