import { requestContextOf } from "../../../core/http/request-context.ts";
import type { StatusChanges, StatusResult } from "../../../features/returns/bulk/schema.ts";
import type { Return } from "../../../features/returns/schema.ts";
import { mayBecome } from "../../../features/returns/status.ts";
import { invalid, Problem } from "../../../lib/problem.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { at, attributes, html, type Label, type Markup } from "../../pages/html.ts";
import { questionDialog } from "../components/act-button.ts";
import { sentenceText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { joined, say } from "../texts/texts.ts";
import type { Undoable } from "../undo.ts";
import { sumText } from "./compensation.ts";
import { reasonField, reasonOf } from "./rejection.ts";

export const CHOICES = [
  {
    to: "open",
    text: "Approve",
    look: "primary",
    title: "Approve returns",
    ask: "Approve {count} return? | Approve {count} returns?",
    done: "{count} return approved. | {count} returns approved.",
    failed: "{count} not approved.",
    left: "{count} more can't be approved, and stays as is. | {count} more can't be approved, and stay as is.",
    none: "None of the selected returns can be approved.",
    noneMatches: "None of the returns that match can be approved.",
  },
  {
    to: "complete",
    text: "Complete#act",
    look: "plain",
    title: "Complete returns",
    ask: "Complete {count} return? | Complete {count} returns?",
    done: "{count} return completed. | {count} returns completed.",
    failed: "{count} not completed.",
    left: "{count} more can't be completed, and stays as is. | {count} more can't be completed, and stay as is.",
    none: "None of the selected returns can be completed.",
    noneMatches: "None of the returns that match can be completed.",
  },
  {
    to: "rejected",
    text: "Reject",
    look: "danger",
    title: "Reject returns",
    ask: "Reject {count} return? | Reject {count} returns?",
    done: "{count} return rejected. | {count} returns rejected.",
    failed: "{count} not rejected.",
    left: "{count} more can't be rejected, and stays as is. | {count} more can't be rejected, and stay as is.",
    none: "None of the selected returns can be rejected.",
    noneMatches: "None of the returns that match can be rejected.",
  },
] as const;
const MAX_NAMED = 5;
/** As many as the API changes in one request. */
export const MAX_SELECTED = 100;
const READ_AT_ONCE = 10;

/** What a change of several returns has done, what was not possible, and what can be undone. */
export type BulkResult = { notice: Label; alert: Label | undefined; undo: Undoable | undefined };

/**
 * Returns the form around the rows, with the buttons for those that are selected; `matching` is how many match on all pages,
 * where they can be selected together.
 */
export function bulkActs(
  visit: Visit,
  returns: readonly Return[],
  rows: Markup,
  matching: number | undefined,
): Markup {
  if (returns.length === 0 || !visit.can("returns_write")) return rows;
  const buttons = CHOICES.map(
    ({ to, text, look }) =>
      html`<button class="${`button ${look}`}" name="to" value="${to}">${say(text)}</button>`,
  );
  return html`<form method="post" action="${visit.url.pathname + visit.url.search}">
    <input type="hidden" name="_act" value="change"><input type="hidden" name="_token" value="${visit.formToken}">
    ${rows}
    <div class="bulk-acts">${
      matching !== undefined &&
      html`<label class="all-matching"><input type="checkbox" name="all" value="yes"> <span>${say("All {matching} that match", { matching })} <span class="when-checked">${say("are selected")}</span></span></label>`
    }<span class="selected-count" ${attributes(SELECTED)}>${say("With selected:")}</span>${buttons}</div>
  </form>`;
}

/** What the script says of what is selected; it fills in the number. */
const SELECTED = {
  "data-none": say("With selected:"),
  "data-some": say("{number} selected:", { number: "{number}" }),
  "data-whole": say("All {number} shown selected:", { number: "{number}" }),
};

type Choice = (typeof CHOICES)[number];
type Selection = { choice: Choice; ids: string[] };

/** Returns what is to be done with what is selected. Throws 400 without it. */
export function choiceIn({ get }: Pick<Form, "get">): Choice {
  const choice = CHOICES.find(({ to }) => to === get("to"));
  if (!choice) throw invalid({ detail: "Choose what to do with the selected returns." });
  return choice;
}

/** Returns what is to be done, and the returns that are selected. Throws 400 without either. */
export function selectionIn({ get, all }: Pick<Form, "get" | "all">): Selection {
  const ids = [...new Set(all("id"))];
  if (ids.length === 0) throw invalid({ detail: "Select at least one return." });
  if (ids.length > MAX_SELECTED) throw invalid({ detail: `Select at most ${MAX_SELECTED} returns.` });
  return { choice: choiceIn({ get }), ids };
}

/** Returns the dialog that names number and sum before the selected returns are changed; none before an approval. Throws 400 if none can be. */
export async function questionOf(
  visit: Visit,
  { choice, ids }: Selection,
  state: FormState,
): Promise<Markup | undefined> {
  const { to, text, look, ask, left, none } = choice;
  if (to === "open") return undefined;
  const able = (await returnsOf(visit, ids)).filter(({ status }) => mayBecome(status, to));
  if (able.length === 0) throw invalid({ detail: none });
  const others = ids.length - able.length;
  const rest = others > 0 ? [say(left, { count: others })] : [];
  const sums = sumText(able.map(({ totals }) => totals));
  const action = visit.url.pathname + visit.url.search;
  const hidden = { _act: "change", _token: visit.formToken, to, confirmed: "yes" };
  const question = {
    title: say(ask, { count: able.length }),
    ...(to === "rejected"
      ? {
          text: joined([say("Not given: {sums}.", { sums }), say("They can be reopened."), ...rest], " "),
          fields: reasonField(state),
        }
      : { text: joined([say("Given: {sums}.", { sums }), say("Every item is completed."), ...rest], " ") }),
    isOpen: true,
  };
  return html`<form method="post" action="${action}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${ids.map((id) => html`<input type="hidden" name="id" value="${id}">`)}
    ${questionDialog("confirm-change", question, { text: say(text), look, cancelTo: action })}</form>`;
}

/** Returns the returns that the store has. */
export function returnsOf({ api }: Visit, ids: readonly string[]): Promise<Return[]> {
  return inSlices(ids, async (id) => (await api.get<{ return: Return }>(at`/returns/${id}`)).return);
}

/** Returns what is read of each return that there is; as many are read at a time as keeps others from waiting. */
export async function inSlices<Result>(
  ids: readonly string[],
  read: (id: string) => Promise<Result | undefined>,
): Promise<Result[]> {
  const found: Result[] = [];
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const slice = ids.slice(from, from + READ_AT_ONCE);
    const all = await Promise.all(slice.map((id) => read(id).catch(unlessUnknown)));
    for (const each of all) if (each !== undefined) found.push(each);
  }
  return found;
}

/** Returns undefined for the error of an unknown return, and throws any other. */
function unlessUnknown(error: unknown): undefined {
  if (error instanceof Problem && error.parts.status === 404) return undefined;
  throw error;
}

/**
 * Changes the selected returns, and returns what was done and what failed: a change that is refused for one return
 * doesn't stop the others. Throws 400 without a selection or a choice.
 */
export async function changeSelected(visit: Visit, form: Form): Promise<BulkResult> {
  const { choice, ids } = selectionIn(form);
  const reason = choice.to === "rejected" ? { reason: reasonOf(form) } : {};
  const results = await changeStatuses(visit, { ids, status: choice.to, ...reason });
  const failed = results.filter(({ status }) => status !== 200);
  const changed = results.filter(({ status }) => status === 200).map(({ id }) => id);
  const undo = undoable(visit, choice.to, changed);
  const notice = say(choice.done, { count: changed.length });
  if (failed.length === 0) return { notice, alert: undefined, undo };
  const reasons = Map.groupBy(failed, ({ detail }) => detail ?? "");
  const named = [...reasons]
    .slice(0, MAX_NAMED)
    .map(([detail, { length }]) => joined([String(length), sentenceText(detail)], ": "));
  return {
    notice,
    alert: joined(
      [...(changed.length > 0 ? [notice] : []), say(choice.failed, { count: failed.length }), ...named],
      " ",
    ),
    undo,
  };
}

/** Returns what can be undone of returns whose status this request has changed. */
export function undoable({ request }: Visit, to: string, ids: readonly string[]): Undoable | undefined {
  if (ids.length === 0 || !["complete", "rejected"].includes(to)) return undefined;
  return { requestId: requestContextOf(request).requestId, ids };
}

/** Changes returns, each by itself. Returns what became of each. */
export async function changeStatuses({ api, store }: Visit, changes: StatusChanges): Promise<StatusResult[]> {
  const path = at`/stores/${store.storeId}/returns/status`;
  return (await api.post<{ results: StatusResult[] }>(path, changes)).results;
}
