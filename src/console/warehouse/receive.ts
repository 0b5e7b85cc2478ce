import { Problem } from "../../lib/problem.ts";
import { mayBecome, type Status } from "../../returns/status.ts";
import { button, linkButton } from "../components/button.ts";
import { emptyState } from "../components/empty-state.ts";
import { form } from "../components/form.ts";
import { personName } from "../components/person-name.ts";
import { type Form, type FormState, stateOf } from "../form.ts";
import { at, html } from "../html.ts";
import type { Page, Redirect, View, Visit } from "../page.ts";
import { titlesOf } from "../returns/items.ts";
import { addImage, type Read } from "../returns/return.ts";
import { STATUS_WORDS, statusBadge } from "../returns/statuses.ts";
import { unitRow } from "./unit-row.ts";
import { itemPatches, judgedUnits, unitsOf } from "./units.ts";

/** Several photos of a tablet. */
const MAX_BYTES = 40 * 1024 * 1024;
const ENDS = ["complete", "flagged", "needs_review"] as const;

/** Warehouse mode, one return: what of it arrived, in which state, and what becomes of it. */
export const receivePage: Page = {
  path: "/warehouse/:returnId",
  section: "/warehouse",
  needs: "returns_write",
  limit: MAX_BYTES,
  show: receiveView,
  acts: { process },
};

async function receiveView(visit: Visit, given: FormState): Promise<View> {
  const { api, base, params } = visit;
  const { return: shown, order } = await api.get<Read>(at`/returns/${params.returnId ?? ""}`);
  const state = stateOf(given, "process");
  const titles = titlesOf(order);
  const { units, rest } = unitsOf(shown);
  const ends = ENDS.filter((to) => mayBecome(shown.status, to));
  const buttons = ends.map((to, i) =>
    button(to === "complete" ? "Process" : STATUS_WORDS[to].button, {
      ...{ name: "to", value: to, look: i === 0 ? "primary" : "plain" },
    }),
  );
  const rows = units.map((unit) =>
    unitRow(unit, titles.get(unit.item.orderItem.id) || unit.item.productId, state),
  );
  const asked = html`<ol class="unit-rows">${rows}</ol>${rest > 0 && html`<p class="help">and ${rest} more units, which are processed as they are</p>`}`;
  return {
    title: order.name,
    lead: html`${personName(shown.source)} ${statusBadge(shown.status)}`,
    parents: [{ title: "Warehouse", path: "/warehouse" }],
    actions: linkButton("Whole return", base + at`/returns/${shown.id}`),
    body:
      ends.length === 0
        ? emptyState(
            `This return is ${STATUS_WORDS[shown.status].title.toLowerCase()}`,
            "Nothing is left to do here.",
            linkButton("Scan the next", `${base}/warehouse`, "primary"),
          )
        : html`<div class="station">${form(visit, {
            ...{ act: "process", state, upload: true, before: asked },
            fields: [
              {
                type: "text",
                name: "note",
                label: "Note",
                pointer: "/comment",
                control: { autocomplete: "off" },
              },
            ],
            buttons: html`${buttons}${linkButton("Back to scanning", `${base}/warehouse`, "quiet")}`,
          })}</div>`,
  };
}

/** Stores what was found, then the photos and the note, and at last changes the status. */
async function process(visit: Visit, form: Form): Promise<Redirect> {
  const { api, person, params } = visit;
  const path = at`/returns/${params.returnId ?? ""}`;
  const { return: shown, order } = await api.get<Read>(path);
  const to = ENDS.find((each) => each === form.get("to")) ?? "complete";
  requirePossible(shown.status, to);
  const judged = judgedUnits(shown, form);
  if (judged.length > 0) await api.patch(path, { items: itemPatches(judged, person.name) });
  for (const { unit } of judged) {
    const photo = form.file(`photo-${unit.name}`);
    if (photo) await addImage(visit, photo, path);
  }
  const note = form.get("note");
  if (note) await api.post(`${path}/comments`, { comment: { message: note } });
  await api.put(`${path}/status`, { status: to });
  const missing = judged.filter(({ isReceived }) => !isReceived).length;
  const end = missing > 0 ? ` Not received: ${missing}.` : "";
  return { to: "/warehouse", notice: `${order.name}: ${STATUS_WORDS[to].title.toLowerCase()}.${end}` };
}

/** So that nothing is stored for a return that was ended meanwhile; the API decides once more. */
function requirePossible(from: Status, to: Status): void {
  if (mayBecome(from, to)) return;
  const detail = `A return that is ${from} cannot become ${to}.`;
  throw new Problem({ code: "return_transition_refused", status: 409, detail });
}
