import type { Store } from "../../../features/stores/schema.ts";
import { FIRST_STATUSES, MIN_WITHDRAWAL_DAYS } from "../../../features/stores/settings-schema.ts";
import { type Form, type FormState, stateOf } from "../../pages/form.ts";
import { at, html, type Label, type Markup } from "../../pages/html.ts";
import { button } from "../components/button.ts";
import { card, details } from "../components/card.ts";
import { type Field, form } from "../components/form.ts";
import type { ConsolePage, Redirect, View, Visit } from "../page.ts";
import { STATUS_WORDS } from "../returns/statuses.ts";
import { say } from "../texts/texts.ts";

const PATH = "/settings/shoppers";
const WAYS = [
  { name: "email", label: say("Find orders by e-mail address") },
  { name: "phone", label: say("Find orders by phone number") },
  { name: "postal_code", label: say("Find orders by postal code") },
] as const;
const STATUSES = [
  { value: "", title: say("As other new returns") },
  ...FIRST_STATUSES.map((value) => ({ value, title: say(STATUS_WORDS[value].title) })),
];

/** Settings: the page where shoppers return, withdrawal, and the mails to shoppers. */
export const shopperSettingsPage: ConsolePage = {
  path: PATH,
  needs: "store_read",
  menuNeeds: "store_write",
  show: async (visit, state) => {
    const store = await visit.api.get<Store>(at`/stores/${visit.store.storeId}`);
    return view(visit, store, state);
  },
  acts: {
    page: {
      needs: "store_write",
      run: (visit, input) =>
        save(visit, {
          shopperPage: {
            enabled: input.get("enabled") === "on",
            findBy: WAYS.map(({ name }) => name).filter((name) => input.get(name) === "on"),
            origins: input.get("origins").split(/\s+/).filter(Boolean),
            logoUrl: input.get("logoUrl") || null,
            color: input.get("color") || null,
          },
        }),
    },
    withdrawal: {
      needs: "store_write",
      run: (visit, input) =>
        save(visit, {
          withdrawal: {
            enabled: input.get("withdrawalEnabled") === "on",
            days: numberIn(input, "days"),
            status: input.get("status") || null,
          },
        }),
    },
    mail: {
      needs: "store_write",
      run: (visit, input) =>
        save(visit, {
          mail: {
            enabled: input.get("mailEnabled") === "on",
            from: input.get("from") || null,
            replyTo: input.get("replyTo") || null,
          },
        }),
    },
  },
};

async function save({ api, store }: Visit, change: object): Promise<Redirect> {
  await api.patch(at`/stores/${store.storeId}`, change);
  return { to: PATH, notice: say("Saved.") };
}

/** What is no number is refused by the API. */
function numberIn(input: Form, name: string): number | string {
  const text = input.get(name);
  return /^\d+$/.test(text) ? Number(text) : text;
}

function view(visit: Visit, store: Store, state: FormState): View {
  const address = at`/r/${store.id}`;
  const preview =
    store.shopperPage.enabled &&
    html`<a class="button" href="${address}" hx-boost="false">${say("Open the page")}</a>`;
  const sections = [
    part(visit, state, { act: "page", title: say("Shopper page"), fields: pageFields(store) }),
    part(visit, state, { act: "withdrawal", title: say("Withdrawal"), fields: withdrawalFields(store) }),
    part(visit, state, { act: "mail", title: say("Mail to shoppers"), fields: mailFields(store) }),
  ];
  return {
    title: say("Shoppers"),
    lead: say("Shoppers return by themselves at {address}.", { address: html`<code>${address}</code>` }),
    actions: preview || undefined,
    body: html`<div class="sections">${sections}</div>`,
  };
}

type Part = { act: string; title: Label; fields: Field[] };

/** A form for those who may change the part, its values for the others. */
function part(visit: Visit, state: FormState, { act, title, fields }: Part): Markup {
  const buttons = button(say("Save"), { look: "primary" });
  const content = visit.can("store_write")
    ? form(visit, { act, state: stateOf(state, act), fields, buttons })
    : details(fields.map((each) => [each.label, html`<bdi>${shown(each)}</bdi>`]));
  return card(html`<h2>${title}</h2>${content}`);
}

function shown(field: Field): Label {
  const { type, value = "" } = field;
  if (type === "checkbox") return say(value === "on" ? "Yes" : "No");
  if (type === "select") return field.options.find((option) => option.value === value)?.title ?? value;
  return value || say("None#value");
}

function pageFields({ shopperPage }: Store): Field[] {
  const { enabled, findBy, origins, logoUrl, color } = shopperPage;
  return [
    {
      ...{ type: "checkbox", name: "enabled", label: say("Let shoppers return by themselves") },
      ...{
        value: enabled ? "on" : "",
        help: say("While it is off the page is not found. It turns mail on."),
      },
    },
    ...WAYS.map(({ name, label }): Field => {
      const value = findBy.includes(name) ? "on" : "";
      return { type: "checkbox", name, label, value, pointer: "/shopperPage/findBy" };
    }),
    {
      ...{ type: "textarea", name: "origins", label: say("Shop pages that may show it in a frame") },
      ...{ value: origins.join("\n"), pointer: "/shopperPage/origins" },
      help: say("One origin a line, such as https://shop.example."),
    },
    {
      ...{ type: "url", name: "logoUrl", label: say("Logo"), value: logoUrl ?? "" },
      ...{ pointer: "/shopperPage/logoUrl", help: say("An https address of a picture.") },
    },
    {
      ...{
        type: "text",
        name: "color",
        label: say("Color"),
        value: color ?? "",
        pointer: "/shopperPage/color",
      },
      help: say("Such as #0b6e4f. The text on it is black or white, whichever is more legible."),
      control: { maxlength: 7, size: 8, spellcheck: "false" },
    },
  ];
}

function withdrawalFields({ withdrawal }: Store): Field[] {
  return [
    {
      ...{ type: "checkbox", name: "withdrawalEnabled", label: say("Offer withdrawal from the contract") },
      ...{ value: withdrawal.enabled ? "on" : "", pointer: "/withdrawal/enabled" },
      help: say("Shops that sell to consumers in the EU must offer it. It turns mail on."),
    },
    {
      ...{ type: "number", name: "days", label: say("Days"), required: true, value: String(withdrawal.days) },
      ...{ pointer: "/withdrawal/days", control: { min: MIN_WITHDRAWAL_DAYS, max: 365 } },
      help: say("From the delivery of the last parcel, {days} at least.", { days: MIN_WITHDRAWAL_DAYS }),
    },
    {
      ...{ type: "select", name: "status", label: say("Returns of withdrawals are"), options: STATUSES },
      ...{ value: withdrawal.status ?? "", pointer: "/withdrawal/status" },
    },
  ];
}

function mailFields({ mail, withdrawal }: Store): Field[] {
  return [
    {
      ...{ type: "checkbox", name: "mailEnabled", label: say("Send mails to shoppers") },
      ...{ value: mail.enabled ? "on" : "", pointer: "/mail/enabled" },
      ...(withdrawal.enabled && {
        help: say("While it is off, no receipts of withdrawals are sent either."),
      }),
    },
    {
      ...{ type: "email", name: "from", label: say("Sender"), value: mail.from ?? "", pointer: "/mail/from" },
      help: say("Empty for the sender of the service."),
    },
    {
      type: "email",
      name: "replyTo",
      label: say("Replies go to"),
      value: mail.replyTo ?? "",
      pointer: "/mail/replyTo",
    },
  ];
}
