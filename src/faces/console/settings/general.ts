import type { Store } from "../../../features/stores/schema.ts";
import { FIRST_STATUSES } from "../../../features/stores/settings-schema.ts";
import { type FormState, stateOf } from "../../pages/form.ts";
import { at, html } from "../../pages/html.ts";
import { button } from "../components/button.ts";
import { card, details } from "../components/card.ts";
import { form } from "../components/form.ts";
import { exactTime } from "../components/time.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { STATUS_WORDS } from "../returns/statuses.ts";

const PATH = "/settings";

/** Settings: the store's name, currency and the status of new returns. */
export const generalPage: ConsolePage = {
  path: PATH,
  needs: "store_read",
  show: async (visit, state) => {
    const store = await visit.api.get<Store>(at`/stores/${visit.store.storeId}`);
    return generalView(visit, store, stateOf(state, "save"));
  },
  acts: {
    save: {
      needs: "store_write",
      run: async (visit, input) => {
        const change = {
          name: input.get("name"),
          currency: input.get("currency").toUpperCase(),
          firstStatus: input.get("firstStatus"),
        };
        await visit.api.patch(at`/stores/${visit.store.storeId}`, change);
        return { to: PATH, notice: "Saved." };
      },
    },
  },
};

function generalView(visit: Visit, store: Store, state: FormState): View {
  const unchanging = card(
    details([
      ["Id", html`<code>${store.id}</code>`],
      ["Created", exactTime(store.createdAt)],
      ...(visit.can("store_write") ? [] : shown(store)),
    ]),
  );
  return {
    title: "General",
    body: html`<div class="sections">${visit.can("store_write") && edit(visit, store, state)}${unchanging}</div>`,
  };
}

function shown({ name, currency, firstStatus }: Store): [string, string][] {
  return [
    ["Name", name],
    ["Currency", currency],
    ["New returns are", STATUS_WORDS[firstStatus].title],
  ];
}

function edit(visit: Visit, store: Store, state: FormState) {
  return card(
    form(visit, {
      ...{ act: "save", state, buttons: button("Save", { look: "primary" }) },
      fields: [
        {
          type: "text",
          name: "name",
          label: "Name",
          required: true,
          value: store.name,
          control: { maxlength: 200 },
        },
        {
          ...{ type: "text", name: "currency", label: "Currency", required: true, value: store.currency },
          help: "Of later orders that name none, such as EUR.",
          control: { maxlength: 3, size: 4, autocapitalize: "characters", spellcheck: "false" },
        },
        {
          ...{ type: "choices", name: "firstStatus", label: "New returns are", value: store.firstStatus },
          options: FIRST_STATUSES.map((value) => {
            const { title, means: text } = STATUS_WORDS[value];
            return { value, title, text };
          }),
        },
      ],
    }),
  );
}
