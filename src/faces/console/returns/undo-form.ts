import type { HistoryEntry } from "../../../features/returns/read/history-schema.ts";
import { invalid } from "../../../lib/problem.ts";
import type { Form } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { button } from "../components/button.ts";
import type { Visit } from "../page.ts";
import type { Undoable } from "../undo.ts";
import { type BulkResult, changeStatuses, inSlices, MAX_SELECTED, returnsOf } from "./bulk.ts";

/** Of the returns that couldn't be reopened, those that are named. */
const MAX_NAMED = 5;

/** Returns the button that takes an act back, for any page: the list of returns does it. */
export function undoForm({ base, url, formToken }: Visit, { requestId, ids }: Undoable): Markup {
  const list = `${base}/returns`;
  const isList = url.pathname === list;
  // Where it was done on a return's own page, or in warehouse mode, the return is shown there again.
  const back = url.pathname.startsWith(`${base}/warehouse`) ? "warehouse" : "return";
  const hidden = {
    ...{ _act: "undo", _token: formToken, request: requestId },
    ...(!isList && ids.length === 1 && { back }),
  };
  return html`<form class="inline" method="post" action="${isList ? list + url.search : list}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${ids.map((id) => html`<input type="hidden" name="id" value="${id}">`)}${button("Undo")}</form>`;
}

/**
 * Reopens the returns that a request has completed or rejected. One that was changed after that stays as it is, and is
 * named.
 */
export async function undoChange(visit: Visit, form: Form): Promise<BulkResult> {
  const ids = [...new Set(form.all("id"))];
  if (ids.length === 0 || ids.length > MAX_SELECTED) throw invalid({ detail: "There is nothing to undo." });
  const unchanged = await inSlices(ids, async (id) =>
    (await isLastChange(visit, id, form.get("request"))) ? id : undefined,
  );
  const results = unchanged.length > 0 ? await changeStatuses(visit, { ids: unchanged, status: "open" }) : [];
  const reopened = new Set(results.filter(({ status }) => status === 200).map(({ id }) => id));
  const notice = `${reopened.size} ${reopened.size === 1 ? "return" : "returns"} reopened.`;
  const others = ids.filter((id) => !reopened.has(id));
  if (others.length === 0) return { notice, alert: undefined, undo: undefined };
  const named = (await returnsOf(visit, others.slice(0, MAX_NAMED))).map(({ order }) => order.name);
  const more = others.length > named.length ? [`${others.length - named.length} more`] : [];
  const alert = `${notice} ${others.length} changed meanwhile and ${others.length === 1 ? "stays" : "stay"} as is: ${[...named, ...more].join(", ")}.`;
  return { notice, alert, undo: undefined };
}

/** Whether a request is the last one that has changed a return's status. */
async function isLastChange({ api }: Visit, id: string, requestId: string): Promise<boolean> {
  const { history } = await api.get<{ history: HistoryEntry[] }>(at`/returns/${id}/history`);
  return history.at(-1)?.requestId === requestId;
}
