import type { ReturnTransitions } from "../../../features/returns/read/history-schema.ts";
import type { Return } from "../../../features/returns/schema.ts";
import type { Status } from "../../../features/returns/status.ts";
import { type FormState, stateOf, UNSENT } from "../../pages/form.ts";
import { attributes, html, type Markup } from "../../pages/html.ts";
import { actButton, type Question } from "../components/act-button.ts";
import type { Visit } from "../page.ts";
import { joined, say } from "../texts/texts.ts";
import { sumText } from "./compensation.ts";
import { reasonField } from "./rejection.ts";
import { STATUS_WORDS } from "./statuses.ts";

/** The step that comes next as a rule. */
const USUAL: Partial<Record<Status, Status>> = {
  pre_shipment: "open",
  open: "in_transit",
  in_transit: "delivered",
  delivered: "complete",
  needs_review: "open",
  in_review: "complete",
  flagged: "in_review",
};

/** Returns what the API says that the status of a return allows; `path` is the API's of the return. */
export async function allowedSteps({ api }: Visit, path: string): Promise<readonly Status[]> {
  return (await api.get<ReturnTransitions>(`${path}/transitions`)).allowed;
}

/** What a return may become in warehouse mode, the usual one first. */
export const ENDS = ["complete", "flagged", "needs_review"] as const;

/** Whether warehouse mode has anything to do with a return that may become these. */
export function isProcessed(allowed: readonly Status[]): boolean {
  return ENDS.some((to) => allowed.includes(to));
}

type Offered = { shown: Return; allowed: readonly Status[]; state: FormState };

/** Returns the steps that a return allows, the usual one first. */
export function steps(visit: Visit, { shown, allowed, state: given }: Offered): Markup | undefined {
  const state = stateOf(given, "step");
  if (!visit.can("returns_write")) return undefined;
  const usual = allowed.find((to) => to === USUAL[shown.status]);
  const others = allowed.filter((to) => to !== usual);
  const buttons = others.map((to) => stepButton(visit, { shown, to, state }));
  // A question that is asked again is in sight.
  const open = others.some((to) => confirmation(shown, to, state)?.isOpen);
  const rest =
    buttons.length > 2
      ? html`<details class="menu steps-menu" ${attributes({ open })}><summary class="button plain">${say("More steps")}</summary>
        <div class="menu-panel">${buttons}</div></details>`
      : buttons;
  return html`${usual && stepButton(visit, { shown, to: usual, state, isUsual: true })}${rest}`;
}

type Step = { shown: Return; to: Status; state: FormState; isUsual?: boolean };

function stepButton(visit: Visit, { shown, to, state, isUsual = false }: Step): Markup {
  const isBack = to === "open" && (shown.status === "complete" || shown.status === "rejected");
  const confirm = confirmation(shown, to, state);
  return actButton(visit, {
    act: "step",
    text: say(isBack ? "Reopen" : STATUS_WORDS[to].button),
    look: isUsual ? "primary" : to === "rejected" || to === "deleted" ? "danger" : "plain",
    hidden: { to },
    ...(confirm && { confirm }),
  });
}

function confirmation({ order, totals }: Return, to: Status, state: FormState): Question | undefined {
  if (to === "complete") {
    const text = joined(
      [say("Given: {sums}.", { sums: sumText([totals]) }), say("Every item is completed.")],
      " ",
    );
    return { title: say("Complete the return of {order}?", { order: order.name }), text };
  }
  if (to === "rejected") {
    const isOpen = state.faults.some(({ pointer }) => pointer === "/reason");
    return {
      ...{ title: say("Reject the return of {order}?", { order: order.name }), isOpen },
      text: joined(
        [
          say("Not given: {sums}.", { sums: sumText([totals]) }),
          say("Every item is rejected. It can be reopened."),
        ],
        " ",
      ),
      fields: reasonField(isOpen ? state : UNSENT),
    };
  }
  if (to === "deleted") {
    const text = say("Its units can be returned again. This can't be undone.");
    return { title: say("Delete the return of {order}?", { order: order.name }), text };
  }
  return undefined;
}
