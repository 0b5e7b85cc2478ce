import { html, type Markup } from "../../pages/html.ts";
import { filterOf } from "../components/filters.ts";
import type { Visit } from "../page.ts";
import { statusWord } from "../returns/statuses.ts";
import { undoForm } from "../returns/undo-form.ts";
import { say } from "../texts/texts.ts";
import { undoOf, undoText } from "../undo.ts";
import { readIfKnown } from "./read-if-known.ts";

/** Returns the last act of warehouse mode as it goes along in the addresses of scans, so that it can be undone later. */
export function lastOf({ url, undo }: Visit): string | undefined {
  return filterOf(url, "last") ?? (undo && undoText(undo));
}

/** Returns what was processed before, with a button that takes it back; nothing while a message above says so. */
export async function lastAct(visit: Visit): Promise<Markup | undefined> {
  const last = undoOf(filterOf(visit.url, "last"));
  const [id] = last?.ids ?? [];
  if (!last || id === undefined || visit.undo) return undefined;
  const shown = await readIfKnown(visit, id);
  // What was reopened or changed since can't be taken back any more.
  if (shown?.status !== "complete") return undefined;
  return html`<div class="last-act"><span>${say("Before: {order}, {status}", { order: html`<bdi>${shown.order.name}</bdi>`, status: statusWord(shown.status) })}</span>${undoForm(visit, { requestId: last.requestId, ids: [id] })}</div>`;
}
