import type { Static } from "@sinclair/typebox";
import type { ImportResult, InventoryLevel } from "../inventory/schema.ts";
import { invalid } from "../lib/problem.ts";
import type { Location } from "../stores/schema.ts";
import { button } from "./components/button.ts";
import { card } from "./components/card.ts";
import { numberText } from "./components/count.ts";
import { emptyState } from "./components/empty-state.ts";
import { type Filter, filterOf, filters } from "./components/filters.ts";
import { form } from "./components/form.ts";
import { livePart } from "./components/live-part.ts";
import { pager } from "./components/pager.ts";
import { table } from "./components/table.ts";
import { tile, tiles } from "./components/tile.ts";
import { ago } from "./components/time.ts";
import { type Form, type FormState, stateOf } from "./form.ts";
import { at, html, type Markup } from "./html.ts";
import type { Page, View, Visit } from "./page.ts";

type Level = Static<typeof InventoryLevel>;

const MAX_FILE_BYTES = 8 * 1024 * 1024;
const NAMES = ["location_id", "sku", "product_id"];

/** Stock by location. */
export const inventoryPage: Page = {
  path: "/inventory",
  needs: "inventory_read",
  show: levelsView,
};

/** A file of stock is read, and its faults are listed line by line. */
export const importPage: Page = {
  path: "/inventory/import",
  section: "/inventory",
  needs: "inventory_write",
  limit: MAX_FILE_BYTES,
  show: (visit, state) => importView(visit, stateOf(state, "import")),
  acts: { import: importFile },
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
      html`${levelsTable(visit, body.inventory_levels, empty)}${pager(url, next)}`,
    )}`,
  };
}

function levelsTable(visit: Visit, levels: Level[], empty: Markup): Markup {
  const now = visit.ctx.now();
  return table({
    label: "Stock",
    rows: levels,
    empty,
    isDim: ({ quantity }) => quantity === 0,
    columns: [
      {
        title: "Product",
        kind: "main",
        cell: ({ product }) =>
          html`<bdi>${product.title}</bdi><small><bdi>${product.sku ?? product.id}</bdi></small>`,
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

const PARENTS = [{ title: "Inventory", path: "/inventory" }];

async function importView(visit: Visit, state: FormState): Promise<View> {
  return {
    title: "Import stock",
    parents: PARENTS,
    body: card(
      form(visit, {
        ...{ act: "import", state, upload: true },
        fields: [
          {
            ...{ type: "file", name: "upload", label: "File", pointer: "/upload" },
            help: html`CSV with a header, or JSON lines. Required columns: <code>product_id</code>, <code>title</code>,
              <code>location_id</code>, <code>quantity</code>; also <code>sku</code>, <code>upc</code>, <code>image_url</code>,
              <code>committed</code>, <code>reserved</code>, <code>buildable</code>, <code>kind</code>.`,
            control: { accept: ".csv,.jsonl,text/csv" },
          },
          {
            ...{ type: "textarea", name: "file", label: "Or paste the lines" },
            control: { spellcheck: "false" },
          },
        ],
        buttons: button("Import", { look: "primary" }),
      }),
    ),
  };
}

async function importFile(visit: Visit, input: Form): Promise<View> {
  const file = (await input.file("upload")?.text()) ?? input.raw("file");
  if (file.trim() === "") throw invalid({ detail: "Choose a file, or paste its lines.", pointer: "/upload" });
  const result = await visit.api.post<ImportResult>(
    at`/stores/${visit.store.storeId}/inventory-levels/import`,
    { file: file.replace(/^\ufeff/, "") },
  );
  return resultView(visit, result);
}

function resultView({ base }: Visit, { lines, changed, broken, errors }: ImportResult): View {
  const faults = table({
    label: "Lines that were skipped",
    rows: errors,
    empty: html``,
    columns: [
      { title: "Line", kind: "main", cell: ({ line }) => numberText(line) },
      { title: "What is wrong", cell: ({ detail }) => detail },
    ],
  });
  return {
    title: broken === 0 ? "Stock imported" : "Stock imported in part",
    parents: PARENTS,
    actions: html`<a class="button plain" href="${`${base}/inventory/import`}">Import another file</a>`,
    body: html`${tiles([
      tile({ name: "Lines read", value: numberText(lines) }),
      tile({ name: "Levels changed", value: numberText(changed), href: `${base}/inventory` }),
      tile({ name: "Lines skipped", value: numberText(broken), tone: broken > 0 ? "bad" : undefined }),
    ])}${errors.length > 0 && html`<h2 class="section-title">Skipped lines</h2>${faults}`}
    ${broken > errors.length && html`<p class="lead">The first ${errors.length} are listed.</p>`}`,
  };
}
