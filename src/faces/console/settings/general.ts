import type { Store } from "../../../features/stores/schema.ts";
import { FIRST_STATUSES } from "../../../features/stores/settings-schema.ts";
import { type Form, type FormState, stateOf } from "../../pages/form.ts";
import { at, html, type Label, type Markup } from "../../pages/html.ts";
import { button } from "../components/button.ts";
import { card, details } from "../components/card.ts";
import { type Field, form } from "../components/form.ts";
import { table } from "../components/table.ts";
import { exactTime } from "../components/time.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { STATUS_WORDS } from "../returns/statuses.ts";
import { say } from "../texts/texts.ts";

const PATH = "/settings";

/** Settings: the store's name, currency, time zone and the status of new returns. */
export const generalPage: ConsolePage = {
  path: PATH,
  needs: "store_read",
  menuNeeds: "store_write",
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
          timeZone: input.get("timeZone") || undefined,
          firstStatus: input.get("firstStatus"),
          waiting: { ...daysIn(input, "soonDays"), ...daysIn(input, "lateDays") },
        };
        await visit.api.patch(at`/stores/${visit.store.storeId}`, change);
        return { to: PATH, notice: say("Saved.") };
      },
    },
  },
};

function generalView(visit: Visit, store: Store, state: FormState): View {
  const unchanging = card(
    details([
      [say("Id"), html`<code>${store.id}</code>`],
      [say("Created"), exactTime(store.createdAt)],
      ...(visit.can("store_write") ? [] : shown(store)),
    ]),
  );
  return {
    title: say("General"),
    body: html`<div class="sections">${visit.can("store_write") && edit(visit, store, state)}${unchanging}
      ${store.history.length > 0 && card(history(store), { title: say("Changes") })}</div>`,
  };
}

const SETTINGS = {
  name: say("Name"),
  currency: say("Currency"),
  timeZone: say("Time zone"),
  firstStatus: say("New returns are"),
} as const;

function history({ history: changes }: Store): Markup {
  return table({
    label: say("Changes"),
    rows: changes,
    empty: html``,
    isDense: true,
    columns: [
      { title: say("Setting"), kind: "main", cell: ({ setting }) => SETTINGS[setting] },
      { title: say("Was"), cell: (change) => html`<bdi>${shownValue(change, change.from)}</bdi>` },
      { title: say("Became"), cell: (change) => html`<bdi>${shownValue(change, change.to)}</bdi>` },
      {
        title: say("When"),
        cell: ({ at: moment, by }) =>
          html`${exactTime(moment)}<small>${say("by {name}", { name: html`<bdi>${by}</bdi>` })}</small>`,
      },
    ],
  });
}

function shownValue({ setting }: Store["history"][number], value: string): Label {
  const status = FIRST_STATUSES.find((each) => setting === "firstStatus" && each === value);
  return status ? say(STATUS_WORDS[status].title) : value;
}

/** Returns the time zones that can be chosen; the store's own may have another name of its place. */
function timeZones({ timeZone }: Store): { value: string; title: string }[] {
  const names = new Set(["UTC", timeZone, ...Intl.supportedValuesOf("timeZone")]);
  return [...names].map((value) => ({ value, title: value.replaceAll("_", " ") }));
}

/** A field that is left empty changes nothing; what is no number is refused where it is checked. */
function daysIn(input: Form, name: string): Record<string, number | string> {
  const text = input.get(name);
  if (text === "") return {};
  return { [name]: /^\d{1,4}$/.test(text) ? Number(text) : text };
}

function shown({ name, currency, timeZone, firstStatus, waiting }: Store): [Label, Label][] {
  return [
    [SETTINGS.name, name],
    [SETTINGS.currency, currency],
    [SETTINGS.timeZone, timeZone],
    [SETTINGS.firstStatus, say(STATUS_WORDS[firstStatus].title)],
    [
      say("Waiting is marked"),
      say("after {soon} days, as late after {late}", { soon: waiting.soonDays, late: waiting.lateDays }),
    ],
  ];
}

function daysField({ waiting }: Store, name: keyof Store["waiting"]): Field {
  return {
    ...{
      type: "number",
      name,
      label: say(name === "soonDays" ? "Mark what waits after, in days" : "Mark it as late after, in days"),
      pointer: `/waiting/${name}`,
      required: true,
      value: String(waiting[name]),
    },
    control: { min: 1, max: 365 },
  };
}

function edit(visit: Visit, store: Store, state: FormState) {
  return card(
    form(visit, {
      ...{
        act: "save",
        state,
        buttons: button(say("Save"), { look: "primary" }),
      },
      fields: [
        {
          type: "text",
          name: "name",
          label: SETTINGS.name,
          required: true,
          value: store.name,
          control: { maxlength: 200 },
        },
        {
          ...{
            type: "text",
            name: "currency",
            label: SETTINGS.currency,
            required: true,
            value: store.currency,
          },
          help: say("Of later orders that name none, such as EUR."),
          control: { maxlength: 3, size: 4, autocapitalize: "characters", spellcheck: "false" },
        },
        {
          ...{ type: "select", name: "timeZone", label: SETTINGS.timeZone, required: true },
          ...{ value: store.timeZone, options: timeZones(store) },
          help: say(
            "Times in the console are those of this zone, and so are the days of its charts and filters.",
          ),
        },
        {
          ...{ type: "choices", name: "firstStatus", label: SETTINGS.firstStatus, value: store.firstStatus },
          options: FIRST_STATUSES.map((value) => ({
            value,
            title: say(STATUS_WORDS[value].title),
            text: say(STATUS_WORDS[value].means),
          })),
        },
        daysField(store, "soonDays"),
        daysField(store, "lateDays"),
      ],
    }),
  );
}
