import type { Static } from "@sinclair/typebox";
import type { InventoryLevel } from "../../../features/inventory/schema.ts";
import type { Location } from "../../../features/stores/schema.ts";
import type { FormState } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { number } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { type Filter, filterOf, filters } from "../components/filters.ts";
import { livePart } from "../components/live-part.ts";
import { BY_CHANGE, CHANGED, type Counted, orderIn, totalOf } from "../components/order.ts";
import { pager } from "../components/pager.ts";
import { table } from "../components/table.ts";
import { productCell } from "../components/thumb.ts";
import { ago } from "../components/time.ts";
import { viewActs, viewTabs } from "../components/view-tabs.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { AVAILABLE, COUNTS } from "./counts.ts";

type Level = Static<typeof InventoryLevel>;

const NAMES = ["location_id", "sku", "product_id"];
const VIEWS = { path: "/inventory", needs: "inventory_write" } as const;

/** Stock by location. */
export const inventoryPage: ConsolePage = {
  path: "/inventory",
  needs: "inventory_read",
  show: levelsView,
  acts: viewActs(VIEWS),
};

async function levelsView(visit: Visit, state: FormState): Promise<View> {
  const { url, base, api, store } = visit;
  const of = at`/stores/${store.storeId}`;
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const value = filterOf(url, name);
    if (value !== undefined) query.set(name, value);
  }
  const isFiltered = query.size > 0;
  const { value: sort = "", order } = orderIn(url, BY_CHANGE) ?? {};
  query.set("sort", sort);
  query.set("include", "count");
  const [{ locations }, { body, next }, tabs] = await Promise.all([
    visit.can("store_read") ? api.get<{ locations: Location[] }>(`${of}/locations`) : { locations: [] },
    api.list<{ inventory_levels: Level[] } & Counted>(`${of}/inventory-levels?${query}`, {
      cursor: filterOf(url, "after"),
    }),
    viewTabs(visit, VIEWS, state),
  ]);
  const options = locations.map(({ id, name }) => ({ value: id, title: name }));
  const all: Filter[] = [
    { name: "location_id", label: say("Location"), type: "select", options },
    { name: "sku", label: say("SKU"), type: "text" },
    { name: "product_id", label: say("Product id"), type: "text" },
  ];
  const address = `${base}/inventory/import`;
  const start = html`<a class="button" href="${address}">${say("Import a file")}</a>`;
  const canImport = visit.offers("/inventory/import");
  const empty = isFiltered
    ? emptyState(say("No such stock"), say("No level matches these filters."))
    : emptyState(
        say("No stock yet"),
        say("Stock enters by the API, or as a file."),
        canImport ? start : undefined,
      );
  return {
    title: say("Inventory"),
    lead: say("Stock by product and location."),
    actions: canImport ? start : undefined,
    body: html`${tabs}${filters(url, all, { sorts: BY_CHANGE })}${livePart(
      visit,
      "levels",
      html`<div class="levels">${levelsTable(visit, body.inventory_levels, { empty, sort })}</div>${pager(
        url,
        next,
        {
          ...{ rows: body.inventory_levels.length, of: totalOf(body), order },
        },
      )}`,
    )}`,
  };
}

function levelsTable(
  visit: Visit,
  levels: Level[],
  { empty, sort }: { empty: Markup; sort: string },
): Markup {
  const now = visit.ctx.now();
  return table({
    label: say("Stock"),
    isDense: true,
    rows: levels,
    empty,
    sorted: { url: visit.url, by: sort },
    isDim: ({ quantity }) => quantity === 0,
    columns: [
      {
        title: say("Product"),
        kind: "main",
        cell: ({ id, product }) =>
          productCell(
            visit,
            { name: product.title, imageUrl: product.image_url },
            html`<a href="${visit.base + at`/inventory/levels/${id}`}"><bdi>${product.title}</bdi></a><small><bdi>${product.sku ?? product.id}</bdi></small>`,
          ),
      },
      { title: say("Location"), cell: ({ location }) => html`<bdi>${location.name}</bdi>` },
      ...COUNTS.filter(({ name }) => name !== "buildable").map(({ name, title, counts }) => ({
        ...{ title, counts, kind: "number" as const },
        cell: (level: Level) => number(level[name]),
      })),
      {
        ...{ ...AVAILABLE, kind: "number" },
        cell: ({ available }) => html`<strong>${number(available)}</strong>`,
      },
      { title: say("Changed"), sorts: CHANGED, cell: ({ updated_at }) => ago(updated_at, now) },
    ],
  });
}
