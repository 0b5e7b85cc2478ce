import type { ReturnImage } from "../../../features/returns/images/schema.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { at, html } from "../../pages/html.ts";
import { newFormKey } from "../../pages/once.ts";
import { button, linkButton } from "../components/button.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { form } from "../components/form.ts";
import { personName } from "../components/person-name.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { productsOf } from "../returns/items.ts";
import type { Read } from "../returns/return.ts";
import { STATUS_WORDS, statusBadge, statusWord } from "../returns/statuses.ts";
import { allowedSteps, ENDS } from "../returns/steps.ts";
import { photosOf } from "../returns/unit-photos.ts";
import { say } from "../texts/texts.ts";
import { lastAct } from "./last-act.ts";
import { processReturn } from "./process-return.ts";
import { scanForm } from "./scan-form.ts";
import { countedText, countText, receivedText, undoLink } from "./scanned-units.ts";
import { ticksOf } from "./ticks.ts";
import { unitRow } from "./unit-row.ts";
import { unitPointer, unitsOf } from "./units.ts";

/** Several photos of a tablet. */
const MAX_BYTES = 40 * 1024 * 1024;

/** Warehouse mode, one return: what of it arrived, in which state, and what becomes of it. */
export const receivePage: ConsolePage = {
  path: "/warehouse/:returnId",
  section: "/warehouse",
  needs: "returns_write",
  limit: MAX_BYTES,
  show: receiveView,
  acts: { process: processReturn },
};

async function receiveView(visit: Visit, given: FormState): Promise<View> {
  const { api, base, params, url } = visit;
  const path = at`/returns/${params.returnId ?? ""}`;
  const [{ return: shown, order }, allowed, { images }, last] = await Promise.all([
    api.get<Read>(path),
    allowedSteps(visit, path),
    api.get<{ images: ReturnImage[] }>(`${path}/images`),
    lastAct(visit),
  ]);
  const state = stateOf(given, "process");
  const products = productsOf([order]);
  const { units, rest } = unitsOf(shown);
  const there = ticksOf(url);
  const counted = filterOf(url, "counted");
  const ends = ENDS.filter((to) => allowed.includes(to));
  const buttons = ends.map((to, i) =>
    button(say(to === "complete" ? "Process" : STATUS_WORDS[to].button), {
      ...{ name: "to", value: to, look: i === 0 ? "primary" : "plain" },
    }),
  );
  const rows = units.map((unit) => {
    const product = products.get(unit.item.orderItem.id);
    const photos = photosOf(images, unit.item.id, unit.count === 1 ? unit.number : undefined);
    const received = receivedText(unit, { state, there });
    return unitRow(visit, unit, { product, state, photos, returnId: shown.id, received });
  });
  const asked = html`${countText(units, { state, there })}<ol class="unit-rows">${rows}</ol>${rest > 0 && html`<p class="help">${say("and {count} more unit, processed as it is | and {count} more units, processed as they are", { count: rest })}</p>`}`;
  return {
    title: order.name,
    lead: html`${personName(shown.source)} ${statusBadge(shown.status)}`,
    parents: [{ title: say("Warehouse"), path: "/warehouse" }],
    actions: linkButton(say("Whole return"), base + at`/returns/${shown.id}`),
    body:
      ends.length === 0
        ? html`<div class="station">${scanForm(visit, { isMiss: true })}${emptyState(
            say("This return is {status}", { status: statusWord(shown.status) }),
            say("Nothing is left to do here. Scan the next."),
          )}${last}</div>`
        : html`<div class="station">${scanForm(visit, {
            beside: { returnId: shown.id, there },
            isMiss: counted !== undefined,
          })}${counted !== undefined && countedText(counted)}${undoLink(visit, there)}${last}${form(visit, {
            ...{ act: "process", state, upload: true, before: asked },
            shows: units.flatMap(({ name }) => [unitPointer(name, "received"), unitPointer(name, "grade")]),
            hidden: { key: newFormKey(state.value("key")) },
            fields: [
              {
                type: "text",
                name: "note",
                label: say("Note"),
                pointer: "/comment",
                control: { autocomplete: "off" },
              },
            ],
            buttons: html`${buttons}${linkButton(say("Back to scanning"), `${base}/warehouse`, "quiet")}`,
          })}</div>`,
  };
}
