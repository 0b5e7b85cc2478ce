import type { StatusResult } from "../../../features/returns/bulk/schema.ts";
import type { Return } from "../../../features/returns/schema.ts";
import { invalid } from "../../../lib/problem.ts";
import type { Form } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import type { Visit } from "../page.ts";

const CHOICES = [
  { to: "open", text: "Approve", done: "approved", look: "primary" },
  { to: "complete", text: "Complete", done: "completed", look: "plain" },
  { to: "rejected", text: "Reject", done: "rejected", look: "danger" },
] as const;
const MAX_NAMED = 5;

/** What a change of several returns has done, and what was not possible. */
export type BulkResult = { notice: string; alert: string | undefined };

/** Returns the form around the rows, with the buttons for those that are selected. */
export function bulkActs(visit: Visit, returns: readonly Return[], rows: Markup): Markup {
  if (returns.length === 0 || !visit.can("returns_write")) return rows;
  const buttons = CHOICES.map(
    ({ to, text, look }) =>
      html`<button class="${`button ${look}`}" name="to" value="${to}">${text}</button>`,
  );
  return html`<form method="post" action="${visit.url.pathname + visit.url.search}">
    <input type="hidden" name="_act" value="change"><input type="hidden" name="_token" value="${visit.formToken}">
    ${rows}
    <div class="bulk-acts"><span>With selected:</span>${buttons}</div>
  </form>`;
}

/**
 * Changes the selected returns, and returns what was done and what failed: a change that is refused for one return
 * doesn't stop the others. Throws 400 without a selection or a choice.
 */
export async function changeSelected({ api, store }: Visit, form: Form): Promise<BulkResult> {
  const choice = CHOICES.find(({ to }) => to === form.get("to"));
  const ids = [...new Set(form.all("id"))];
  if (ids.length === 0) throw invalid({ detail: "Select at least one return." });
  if (!choice) throw invalid({ detail: "Choose what to do with the selected returns." });
  const { results } = await api.post<{ results: StatusResult[] }>(
    at`/stores/${store.storeId}/returns/status`,
    {
      ids,
      status: choice.to,
    },
  );
  const failed = results.filter(({ status }) => status !== 200);
  const done = results.length - failed.length;
  const notice = `${done} ${done === 1 ? "return" : "returns"} ${choice.done}.`;
  if (failed.length === 0) return { notice, alert: undefined };
  const reasons = Map.groupBy(failed, ({ detail }) => detail ?? "");
  const named = [...reasons].slice(0, MAX_NAMED).map(([detail, { length }]) => `${length}: ${detail}`);
  return { notice, alert: `${notice} ${failed.length} not ${choice.done}. ${named.join(" ")}` };
}
