import { FORMATS, type OrderImport } from "../../../features/orders/imports/schema.ts";
import { invalid } from "../../../lib/problem.ts";
import { type Form, type FormState, stateOf } from "../../pages/form.ts";
import { at, html, type Markup } from "../../pages/html.ts";
import { button } from "../components/button.ts";
import { card } from "../components/card.ts";
import { number } from "../components/count.ts";
import { emptyState } from "../components/empty-state.ts";
import { filterOf } from "../components/filters.ts";
import { form } from "../components/form.ts";
import { importState, isUnfinished } from "../components/import-state.ts";
import { pager } from "../components/pager.ts";
import { polledPart } from "../components/polled-part.ts";
import { table } from "../components/table.ts";
import { ago } from "../components/time.ts";
import type { ConsolePage, Redirect, View, Visit } from "../page.ts";
import { type Plain, say } from "../texts/texts.ts";

/** Of a file of as many characters as an import may have, as it is uploaded. */
const MAX_FILE_BYTES = 12 * 1024 * 1024;

const TITLES: Record<(typeof FORMATS)[number], Plain> = {
  jsonl: "JSON lines",
  shopify: "Shopify export",
  woocommerce: "WooCommerce export",
};

/** A file of orders is stored and imported in the background; the imports so far. */
export const importOrdersPage: ConsolePage = {
  path: "/order-imports",
  section: "/orders",
  needs: "orders_write",
  limit: MAX_FILE_BYTES,
  show: (visit, state) => importView(visit, stateOf(state, "import")),
  acts: { import: startImport },
};

async function importView(visit: Visit, state: FormState): Promise<View> {
  const { api, store, url } = visit;
  const { body, next } = await api.list<{ imports: OrderImport[] }>(
    at`/stores/${store.storeId}/order-imports`,
    { cursor: filterOf(url, "after"), size: 20 },
  );
  const isBusy = body.imports.some(isUnfinished);
  const listed = html`${importsTable(visit, body.imports)}${pager(url, next)}`;
  return {
    title: say("Import orders"),
    isBusy,
    parents: [{ title: say("Orders"), path: "/orders" }],
    body: html`${card(fileForm(visit, state), { title: say("New import") })}
      <div class="section-gap">${polledPart(visit, "imports", listed, isBusy)}</div>`,
  };
}

function fileForm(visit: Visit, state: FormState): Markup {
  const formats = FORMATS.map((value) => ({ value, title: say(TITLES[value]) }));
  return form(visit, {
    ...{ act: "import", state, upload: true },
    fields: [
      {
        ...{ type: "file", name: "upload", label: say("File"), pointer: "/upload" },
        help: html`${say("The CSV export of orders of a Shopify admin or of a WooCommerce export plugin, or a JSON order on each line. A larger file than 10,000,000 characters is imported in parts, or by the command line.")}`,
        control: { accept: ".csv,.jsonl,text/csv" },
      },
      {
        ...{ type: "textarea", name: "orders", label: say("Or paste the lines"), pointer: "/file" },
        control: { spellcheck: "false" },
      },
      {
        ...{ type: "select", name: "format", label: say("Format"), pointer: "/format" },
        options: [{ value: "", title: say("What its first line looks like") }, ...formats],
      },
    ],
    buttons: button(say("Import"), { look: "primary" }),
  });
}

function importsTable(visit: Visit, imports: OrderImport[]): Markup {
  const now = visit.ctx.now();
  return table({
    label: say("Imports"),
    rows: imports,
    empty: emptyState(
      say("No imports yet"),
      say("An import and the errors of its lines are listed here for 30 days."),
    ),
    columns: [
      {
        title: say("Started"),
        kind: "main",
        cell: ({ id, createdAt }) =>
          html`<a href="${visit.base + at`/order-imports/${id}`}">${ago(createdAt, now)}</a>`,
      },
      { title: say("By"), cell: ({ by }) => html`<bdi>${by}</bdi>` },
      { title: say("Format"), cell: ({ format }) => say(TITLES[format]) },
      {
        title: say("State"),
        cell: (row) => importState({ ...row, done: row.ordersDone, total: row.ordersTotal, unit: "order" }),
      },
      { title: say("Orders"), kind: "number", cell: ({ ordersTotal }) => number(ordersTotal) },
      { title: say("Created"), kind: "number", cell: ({ created }) => number(created) },
      { title: say("Updated"), kind: "number", cell: ({ updated }) => number(updated) },
      { title: say("Left out"), kind: "number", cell: ({ broken }) => number(broken) },
    ],
  });
}

async function startImport({ api, store }: Visit, input: Form): Promise<Redirect> {
  const file = (await input.file("upload")?.text()) ?? input.raw("orders");
  if (file.trim() === "") throw invalid({ detail: "Choose a file, or paste its lines.", pointer: "/upload" });
  const format = input.get("format");
  const { id } = await api.post<{ id: string }>(at`/stores/${store.storeId}/order-imports`, {
    file: file.replace(/^\ufeff/, ""),
    ...(format !== "" && { format }),
  });
  return { to: at`/order-imports/${id}`, notice: say("The file is being imported.") };
}
