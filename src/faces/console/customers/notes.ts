import { addNote, type CustomerNote, deleteNote, notesOf } from "../../../features/activity/notes/notes.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { newFormKey } from "../../pages/once.ts";
import { actButton } from "../components/act-button.ts";
import { button } from "../components/button.ts";
import { card } from "../components/card.ts";
import { form } from "../components/form.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

/** Who may answer a customer may note something about them. */
const NEEDS = "orders_write";

/** Returns the card of the notes about a customer, with a form to those who may add one. */
export async function notesCard(
  visit: Visit,
  customerId: string,
  given: FormState,
): Promise<Markup | undefined> {
  const { storeCtx, store } = visit;
  const notes = await notesOf(storeCtx, store.storeId, customerId);
  const mayChange = visit.can(NEEDS);
  if (notes.length === 0 && !mayChange) return undefined;
  const add = form(visit, {
    ...{ act: "note", state: stateOf(given, "note"), buttons: button(say("Add note")) },
    hidden: { key: newFormKey(stateOf(given, "note").value("key")) },
    fields: [
      {
        type: "textarea",
        name: "text",
        label: say("Note"),
        required: true,
        control: { rows: 2, maxlength: 2_000 },
      },
    ],
  });
  const list = html`<ol class="notes">${notes.map((note) => noteItem(visit, note, mayChange))}</ol>`;
  return card(html`${notes.length > 0 && list}${mayChange && add}`, {
    title: say("Notes"),
    lead: say("For the store's people; exported and erased with the customer."),
  });
}

/** The acts of a page of a customer that change the notes. */
export const NOTE_ACTS: NonNullable<ConsolePage["acts"]> = {
  note: {
    needs: NEEDS,
    run: async ({ storeCtx, store, person, params: { customerId = "" } }, input) => {
      const note = { customerId, text: input.get("text"), person, key: newFormKey(input.get("key")) };
      await addNote(storeCtx, store.storeId, note);
      return { to: at`/customers/${customerId}`, notice: say("Noted.") };
    },
  },
  "delete-note": {
    needs: NEEDS,
    run: async ({ api, storeCtx, store, params: { customerId = "" } }, input) => {
      await api.get(at`/stores/${store.storeId}/customers/${customerId}`);
      await deleteNote(storeCtx, store.storeId, { customerId, id: input.get("note") });
      return { to: at`/customers/${customerId}`, notice: say("Note deleted.") };
    },
  },
};

function noteItem(visit: Visit, { id, text, by, at: moment }: CustomerNote, mayChange: boolean): Markup {
  const remove = actButton(visit, {
    ...{ act: "delete-note", text: say("Delete"), look: "quiet", hidden: { note: id } },
    confirm: { title: say("Delete this note?"), text: say("It can't be undone.") },
  });
  return html`<li><p class="quote" dir="auto">${text}</p>
    <div class="note-foot"><small><bdi>${by}</bdi>, ${ago(moment, visit.ctx.now())}</small>${mayChange && remove}</div></li>`;
}
