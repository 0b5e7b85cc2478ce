import type { Location } from "../../../features/stores/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { countryText } from "../components/address.ts";
import { badge } from "../components/badge.ts";
import { linkButton } from "../components/button.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

const PATH = "/settings/locations";

/** Settings: where stock is and where returns go. */
export const locationsPage: ConsolePage = {
  path: PATH,
  needs: "store_read",
  menuNeeds: "store_write",
  show: async (visit) => {
    const cursor = filterOf(visit.url, "after");
    const path = at`/stores/${visit.store.storeId}/locations`;
    const { body, next } = await visit.api.list<{ locations: Location[] }>(path, { cursor });
    return locationsView(visit, body.locations, next);
  },
};

function locationsView(visit: Visit, locations: Location[], next: string | undefined): View {
  const add = visit.can("store_write")
    ? linkButton(say("Add location"), `${visit.base}${PATH}/new`, "primary")
    : undefined;
  const list = table({
    label: say("Locations"),
    rows: locations,
    empty: emptyState(
      say("No locations yet"),
      say("Returns go to the first one, until another becomes the default."),
      add,
    ),
    columns: [
      {
        title: say("Name"),
        kind: "main",
        cell: ({ id, name, isDefault }) =>
          html`${visit.can("store_write") ? html`<a href="${visit.base + PATH + at`/${id}`}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}${
            isDefault && html` ${badge(say("Default"), "good")}`
          }<small><code>${id}</code></small>`,
      },
      { title: say("Address"), cell: ({ address }) => addressLine(address) },
      { title: say("Phone"), cell: ({ phoneNumber }) => phoneNumber },
    ],
  });
  return {
    title: say("Locations"),
    lead: say("Where stock is and where returns go."),
    actions: locations.length > 0 ? add : undefined,
    body: html`${list}${pager(visit.url, next)}`,
  };
}

function addressLine({ line1, line2, postalCode, city, state, country }: Location["address"]): Markup {
  const place = [[city, state].filter(Boolean).join(", "), postalCode].filter(Boolean).join(" ");
  const parts = [line1, line2, place, country && countryText(country)].filter(Boolean);
  return html`<bdi>${parts.map((part, i) => html`${i > 0 && ", "}${part}`)}</bdi>`;
}
