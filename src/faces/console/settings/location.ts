import type { Location } from "../../../features/stores/schema.ts";
import { type Form, type FormState, stateOf } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { button, linkButton } from "../components/button.ts";
import { card } from "../components/card.ts";
import { type Field, form } from "../components/form.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import type { Texts } from "../texts/texts-shape.ts";

const LOCATIONS = "/settings/locations";
const PARENTS = [{ title: say(({ names }) => names.locations), path: LOCATIONS }];

const word = (name: keyof Texts["locations"]) => say(({ locations }) => locations[name]);

const ADDRESS = [
  ["line1", "address-line1"],
  ["line2", "address-line2"],
  ["postalCode", "postal-code"],
  ["city", "address-level2"],
  ["state", "address-level1"],
  ["country", "country"],
] as const;

/** The form of a new location. */
export const newLocationPage: ConsolePage = {
  path: `${LOCATIONS}/new`,
  section: LOCATIONS,
  needs: "store_write",
  isTranslated: true,
  show: async (visit, state) => ({
    title: say(({ acts }) => acts.newLocation),
    parents: PARENTS,
    body: locationForm(visit, stateOf(state, "add"), "add"),
  }),
  acts: {
    add: async (visit, input) => {
      await visit.api.post(at`/stores/${visit.store.storeId}/locations`, locationOf(input));
      return { to: LOCATIONS, notice: say(({ parts }) => parts.added) };
    },
  },
};

/** The form of a location that exists. */
export const locationPage: ConsolePage = {
  path: `${LOCATIONS}/:locationId`,
  section: LOCATIONS,
  needs: "store_write",
  isTranslated: true,
  show: async (visit, state) => {
    const location = await visit.api.get<Location>(apiPath(visit));
    return {
      title: location.name,
      parents: PARENTS,
      body: locationForm(visit, stateOf(state, "save"), "save", location),
    };
  },
  acts: {
    save: async (visit, input) => {
      await visit.api.put(apiPath(visit), locationOf(input));
      return { to: LOCATIONS, notice: say(({ parts }) => parts.saved) };
    },
  },
};

function apiPath({ store, params }: Visit): string {
  return at`/stores/${store.storeId}/locations/${params.locationId ?? ""}`;
}

function locationForm(visit: Visit, state: FormState, act: string, location?: Location): Markup {
  const fields: Field[] = [
    {
      ...{
        type: "text",
        name: "name",
        label: say(({ parts }) => parts.name),
        required: true,
        value: location?.name,
      },
      control: { maxlength: 200, autocomplete: "off" },
    },
    ...ADDRESS.map(
      ([name, autocomplete]): Field => ({
        ...{
          type: "text",
          name,
          label: word(name),
          pointer: `/address/${name}`,
          value: location?.address[name],
        },
        control: { maxlength: 200, autocomplete },
      }),
    ),
    {
      ...{ type: "text", name: "phoneNumber", label: word("phone"), value: location?.phoneNumber },
      control: { maxlength: 50, autocomplete: "tel" },
    },
  ];
  if (!location?.isDefault) {
    fields.push({
      type: "checkbox",
      name: "isDefault",
      label: word("isDefault"),
    });
  }
  return card(
    form(visit, {
      ...{ act, state, fields },
      buttons: html`${button(
        say(({ parts, acts }) => (location ? parts.save : acts.newLocation)),
        { look: "primary" },
      )}${linkButton(
        say(({ parts }) => parts.cancel),
        visit.base + LOCATIONS,
      )}`,
    }),
  );
}

function locationOf(input: Form) {
  return {
    name: input.get("name"),
    address: Object.fromEntries(ADDRESS.map(([name]) => [name, input.get(name)])),
    phoneNumber: input.get("phoneNumber"),
    isDefault: input.get("isDefault") === "on",
  };
}
