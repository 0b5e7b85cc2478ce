import type { Static } from "@sinclair/typebox";
import type { InventoryLevel } from "../../../features/inventory/schema.ts";
import type { Location } from "../../../features/stores/schema.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { numberText } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filterOf, filters } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, View, Visit } from "../page.ts";

type Level = Static<typeof InventoryLevel>;

const NAMES = ["location_id", "sku", "product_id"];

/** Stock by location. */
export const inventoryPage: ConsolePage = {
  path: "/inventory",
  needs: "inventory_read",
  show: levelsView,
};

async function levelsView(visit: Visit): Promise<View> {
  const { url, base, api, store } = visit;
  const of = at`/stores/${store.storeId}`;
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const value = filterOf(url, name);
    if (value !== undefined) query.set(name, value);
  }
  const [{ locations }, { body, next }] = await Promise.all([
    visit.can("store_read") ? api.get<{ locations: Location[] }>(`${of}/locations`) : { locations: [] },
    api.list<{ inventory_levels: Level[] }>(`${of}/inventory-levels?${query}`, {
      cursor: filterOf(url, "after"),
    }),
  ]);
  const options = locations.map(({ id, name }) => ({ value: id, title: name }));
  const all: Filter[] = [
    { name: "location_id", label: "Location", type: "select", options },
    { name: "sku", label: "SKU", type: "text" },
    { name: "product_id", label: "Product id", type: "text" },
  ];
  const address = `${base}/inventory/import`;
  const start = html`<a class="button primary" href="${address}">Import a file</a>`;
  const canImport = visit.offers("/inventory/import");
  const empty =
    query.size > 0
      ? emptyState("No such stock", "No level matches these filters.")
      : emptyState("No stock yet", "Stock enters by the API, or as a file.", canImport ? start : undefined);
  return {
    title: "Inventory",
    lead: "Stock by product and location, the latest changes first.",
    actions: canImport ? start : undefined,
    body: html`${filters(url, all)}${livePart(
      visit,
      "levels",
      html`${levelsTable(visit, body.inventory_levels, empty)}${pager(url, next, { rows: body.inventory_levels.length })}`,
    )}`,
  };
}

function levelsTable(visit: Visit, levels: Level[], empty: Markup): Markup {
  const now = visit.ctx.now();
  return table({
    label: "Stock",
    isDense: true,
    rows: levels,
    empty,
    isDim: ({ quantity }) => quantity === 0,
    columns: [
      {
        title: "Product",
        kind: "main",
        cell: ({ id, product }) =>
          html`<a href="${visit.base + at`/inventory/levels/${id}`}"><bdi>${product.title}</bdi></a><small><bdi>${product.sku ?? product.id}</bdi></small>`,
      },
      { title: "Location", cell: ({ location }) => html`<bdi>${location.name}</bdi>` },
      { title: "On hand", kind: "number", cell: ({ quantity }) => numberText(quantity) },
      { title: "Committed", kind: "number", cell: ({ committed }) => numberText(committed) },
      { title: "Reserved", kind: "number", cell: ({ reserved }) => numberText(reserved) },
      {
        title: "Available",
        kind: "number",
        cell: ({ available }) => html`<strong>${numberText(available)}</strong>`,
      },
      { title: "Changed", cell: ({ updated_at }) => ago(updated_at, now) },
    ],
  });
}
