import type { HistoryEntry } from "../../../features/returns/read/history-schema.ts";
import type { Status } from "../../../features/returns/status.ts";
import { invalid } from "../../../lib/problem.ts";
import type { Form } from "../../pages/form.ts";
import { at, html, type Markup, type PerReader } from "../../pages/html.ts";
import { button } from "../components/button.ts";
import type { Visit } from "../page.ts";
import { joined, say } from "../texts/texts.ts";
import type { Undoable } from "../undo.ts";
import { type BulkResult, changeStatuses, inSlices, MAX_SELECTED, returnsOf } from "./bulk.ts";
import { statusWord } from "./statuses.ts";

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
    ${ids.map((id) => html`<input type="hidden" name="id" value="${id}">`)}${button(say("Undo"))}</form>`;
}

/**
 * Reopens the returns that a request has completed or rejected. One that was changed after that stays as it is, and is
 * named.
 */
export async function undoChange(visit: Visit, form: Form): Promise<BulkResult> {
  const ids = [...new Set(form.all("id"))];
  if (ids.length === 0 || ids.length > MAX_SELECTED) throw invalid({ detail: "There is nothing to undo." });
  const changes = await inSlices(ids, async (id) => {
    const last = await lastChange(visit, id);
    return last?.requestId === form.get("request") ? { id, from: last.from } : undefined;
  });
  const unchanged = changes.map(({ id }) => id);
  const results = unchanged.length > 0 ? await changeStatuses(visit, { ids: unchanged, status: "open" }) : [];
  const reopened = new Set(results.filter(({ status }) => status === 200).map(({ id }) => id));
  const before = changes.filter(({ id }) => reopened.has(id)).map(({ from }) => from);
  const count = say("{count} return reopened. | {count} returns reopened.", { count: reopened.size });
  const notice = joined([count, ...beforeText(before)], " ");
  const others = ids.filter((id) => !reopened.has(id));
  if (others.length === 0) return { notice, alert: undefined, undo: undefined };
  const named = (await returnsOf(visit, others.slice(0, MAX_NAMED))).map(({ order }) => order.name);
  const more =
    others.length > named.length ? [say("{count} more", { count: others.length - named.length })] : [];
  const stay = say(
    "{count} changed meanwhile and stays as is: {names}. | {count} changed meanwhile and stay as is: {names}.",
    { count: others.length, names: joined([...named, ...more], ", ") },
  );
  const alert = joined([notice, stay], " ");
  return { notice, alert, undo: undefined };
}

/** Says what reopened returns were, where they weren't open: only that leads on from their end. */
function beforeText(before: readonly (Status | null)[]): PerReader[] {
  const others = [...new Set(before)].flatMap((from) =>
    from === null || from === "open" ? [] : statusWord(from),
  );
  if (others.length === 0) return [];
  const statuses = joined(others, ", ");
  return [
    before.length === 1
      ? say("Its status was {statuses} before, and is open now.", { statuses })
      : say("They were {statuses} before, and are open now.", { statuses }),
  ];
}

async function lastChange({ api }: Visit, id: string): Promise<HistoryEntry | undefined> {
  const { history } = await api.get<{ history: HistoryEntry[] }>(at`/returns/${id}/history`);
  return history.at(-1);
}
