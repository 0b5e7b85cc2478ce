import type { Location } from "../../../features/stores/schema.ts";
import { type Form, type FormState, stateOf } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { newFormKey, onceForForm, onceHeader } from "../../pages/once.ts";
import { button, linkButton } from "../components/button.ts";
import { card } from "../components/card.ts";
import { type Field, form } from "../components/form.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

const LOCATIONS = "/settings/locations";
const PARENTS = [{ title: say("Locations"), path: LOCATIONS }];

const ADDRESS = [
  ["line1", "Street and number", "address-line1"],
  ["line2", "Further line", "address-line2"],
  ["postalCode", "Postal code", "postal-code"],
  ["city", "City", "address-level2"],
  ["state", "State#address", "address-level1"],
  ["country", "Country", "country"],
] as const;

/** The form of a new location. */
export const newLocationPage: ConsolePage = {
  path: `${LOCATIONS}/new`,
  section: LOCATIONS,
  needs: "store_write",
  show: async (visit, state) => ({
    title: say("Add location"),
    parents: PARENTS,
    body: locationForm(visit, stateOf(state, "add"), "add"),
  }),
  acts: {
    add: async (visit, input) => {
      const location = locationOf(input);
      const once = await onceHeader(input, "location", JSON.stringify(location));
      const path = at`/stores/${visit.store.storeId}/locations`;
      await onceForForm(() => visit.api.post(path, location, once));
      return { to: LOCATIONS, notice: say("Added.") };
    },
  },
};

/** The form of a location that exists. */
export const locationPage: ConsolePage = {
  path: `${LOCATIONS}/:locationId`,
  section: LOCATIONS,
  needs: "store_write",
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
      return { to: LOCATIONS, notice: say("Saved.") };
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
        label: say("Name"),
        required: true,
        value: location?.name,
      },
      control: { maxlength: 200, autocomplete: "off" },
    },
    ...ADDRESS.map(
      ([name, label, autocomplete]): Field => ({
        ...{
          type: "text",
          name,
          label: say(label),
          pointer: `/address/${name}`,
          value: location?.address[name],
        },
        control: { maxlength: 200, autocomplete },
      }),
    ),
    {
      ...{ type: "text", name: "phoneNumber", label: say("Phone"), value: location?.phoneNumber },
      control: { maxlength: 50, autocomplete: "tel" },
    },
  ];
  if (!location?.isDefault) {
    fields.push({
      type: "checkbox",
      name: "isDefault",
      label: say("Returns of orders without a location go here"),
    });
  }
  return card(
    form(visit, {
      ...{ act, state, fields },
      ...(!location && { hidden: { key: newFormKey(state.value("key")) } }),
      buttons: html`${button(say(location ? "Save" : "Add location"), { look: "primary" })}${linkButton(
        say("Cancel"),
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
