import type { HistoryEntry } from "../../../features/returns/read/history-schema.ts";
import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import type { Status } from "../../../features/returns/status.ts";
import { invalid, Problem } from "../../../lib/problem.ts";
import { MAX_TEXT_CHARACTERS } from "../../../lib/schema-types.ts";
import { isLongerThan } from "../../../lib/text.ts";
import type { Form } from "../../pages/form.ts";
import { at } from "../../pages/html.ts";
import { onceForForm, onceHeader } from "../../pages/once.ts";
import type { Redirect, Visit } from "../page.ts";
import { undoable } from "../returns/bulk.ts";
import { productsOf } from "../returns/items.ts";
import type { Read } from "../returns/return.ts";
import { statusWord } from "../returns/statuses.ts";
import { allowedSteps, ENDS } from "../returns/steps.ts";
import { joined, say } from "../texts/texts.ts";
import { inTurn, type Step } from "./in-turn.ts";
import { itemPatches, type Judged, judgedUnits, requireJudged, unitText } from "./units.ts";

type Target = { visit: Visit; form: Form; path: string; shown: Return; order: ReturnOrder };

/**
 * Stores the findings, then the photos and the note, and at last changes the status. Each is a request that may be
 * repeated: the form carries a key, under which the API adds a photo or a note once.
 */
export async function processReturn(visit: Visit, form: Form): Promise<Redirect> {
  const { api, params } = visit;
  const path = at`/returns/${params.returnId ?? ""}`;
  const { return: shown, order } = await api.get<Read>(path);
  const to = ENDS.find((each) => each === form.get("to")) ?? "complete";
  const isDone = shown.status === to && (await isOwnChange(visit, path, to));
  if (!isDone) await requirePossible(visit, { path, from: shown.status, to });
  if (to === "complete") requireJudged(shown, form);
  const judged = judgedUnits(shown, form);
  const steps = await additions({ visit, form, path, shown, order }, judged);
  if (!isDone) {
    steps.push({
      title: say("the status {status}", { status: statusWord(to) }),
      run: () => api.put(`${path}/status`, { status: to }),
    });
  }
  await inTurn(steps, visit.reader);
  const missing = judged.filter(({ isReceived }) => !isReceived).length;
  const done = say("{order}: {status}.", { order: order.name, status: statusWord(to) });
  const end = say("Not received: {missing}.", { missing });
  return {
    ...{ to: "/warehouse", notice: missing > 0 ? joined([done, end], " ") : done },
    undo: isDone ? undefined : undoable(visit, to, [shown.id]),
  };
}

async function additions({ visit, form, path, order }: Target, judged: Judged[]): Promise<Step[]> {
  const { api, person } = visit;
  const products = productsOf([order]);
  const steps: Step[] = [];
  if (judged.length > 0) {
    const patch = { items: itemPatches(judged, person.name) };
    steps.push({ title: say("what was found"), run: () => api.patch(path, patch) });
  }
  for (const { unit } of judged) {
    const photo = form.file(`photo-${unit.name}`);
    if (!photo) continue;
    const name = products.get(unit.item.orderItem.id)?.name || unit.item.productId;
    const which = unitText(unit);
    const title = say("photo of {product}", { product: joined(which ? [name, which] : [name], ", ") });
    steps.push({
      title,
      run: async () => {
        const content = new Uint8Array(await photo.arrayBuffer()).toBase64();
        const image = { content, itemId: unit.item.id, ...(unit.count === 1 && { unit: unit.number }) };
        const once = await onceHeader(form, unit.name, content);
        await onceForForm(() => api.post(`${path}/images`, { image }, once));
      },
    });
  }
  const message = form.get("note");
  if (isLongerThan(message, MAX_TEXT_CHARACTERS)) {
    // Before anything is stored.
    throw invalid({ detail: `A note has at most ${MAX_TEXT_CHARACTERS} characters.`, pointer: "/comment" });
  }
  if (message) {
    const once = await onceHeader(form, "note", message);
    const run = () => onceForForm(() => api.post(`${path}/comments`, { comment: { message } }, once));
    steps.push({ title: say("the note"), run });
  }
  return steps;
}

/** Whether the person's own last request has changed the status, whose response may have been lost. */
async function isOwnChange({ api, person }: Visit, path: string, to: Status): Promise<boolean> {
  const { history } = await api.get<{ history: HistoryEntry[] }>(`${path}/history`);
  const last = history.at(-1);
  return last?.to === to && last.from !== to && last.by === person.name;
}

/** So that nothing is stored for a return that was ended meanwhile; the API decides once more. */
async function requirePossible(
  visit: Visit,
  { path, from, to }: { path: string; from: Status; to: Status },
): Promise<void> {
  const allowed = await allowedSteps(visit, path);
  if (allowed.includes(to)) return;
  const detail = `A return that is ${from} cannot become ${to}.`;
  throw new Problem({ code: "return_transition_refused", status: 409, detail, allowed: [...allowed] });
}
