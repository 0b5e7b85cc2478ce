import type { StockImport } from "../../../features/inventory/imports/schema.ts";
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
import { say } from "../texts/texts.ts";

/** Of a file of 100,000 lines and more, as it is uploaded. */
const MAX_FILE_BYTES = 12 * 1024 * 1024;

/** A file of stock is stored and imported in the background; the imports so far. */
export const importPage: ConsolePage = {
  path: "/inventory/import",
  section: "/inventory",
  needs: "inventory_write",
  limit: MAX_FILE_BYTES,
  show: (visit, state) => importView(visit, stateOf(state, "import")),
  acts: { import: startImport },
};

async function importView(visit: Visit, state: FormState): Promise<View> {
  const { api, store, url } = visit;
  const { body, next } = await api.list<{ imports: StockImport[] }>(
    at`/stores/${store.storeId}/inventory-imports`,
    { cursor: filterOf(url, "after"), size: 20 },
  );
  const isBusy = body.imports.some(isUnfinished);
  const listed = html`${importsTable(visit, body.imports)}${pager(url, next)}`;
  return {
    title: say("Import stock"),
    isBusy,
    parents: [{ title: say("Inventory"), path: "/inventory" }],
    body: html`${card(fileForm(visit, state), { title: say("New import") })}
      <div class="section-gap">${polledPart(visit, "imports", listed, isBusy)}</div>`,
  };
}

function fileForm(visit: Visit, state: FormState): Markup {
  return form(visit, {
    ...{ act: "import", state, upload: true },
    fields: [
      {
        ...{ type: "file", name: "upload", label: say("File"), pointer: "/upload" },
        help: say(
          "CSV with a header, or JSON lines. Required columns: {required}; also {title} (required for new products), {others}. What has no column stays as it is.",
          {
            required: codes(["product_id", "location_id", "quantity"]),
            title: codes(["title"]),
            others: codes([
              "sku",
              "upc",
              "image_url",
              "committed",
              "reserved",
              "buildable",
              "kind",
              "external_ids",
            ]),
          },
        ),
        control: { accept: ".csv,.jsonl,text/csv" },
      },
      {
        ...{ type: "textarea", name: "file", label: say("Or paste the lines") },
        control: { spellcheck: "false" },
      },
    ],
    buttons: button(say("Import"), { look: "primary" }),
  });
}

/** Returns names of columns. */
function codes(names: readonly string[]): Markup {
  return html`${names.map((name, i) => html`${i > 0 && ", "}<code>${name}</code>`)}`;
}

function importsTable(visit: Visit, imports: StockImport[]): Markup {
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
        cell: ({ id, created_at }) =>
          html`<a href="${visit.base + at`/inventory/imports/${id}`}">${ago(created_at, now)}</a>`,
      },
      { title: say("By"), cell: ({ by }) => html`<bdi>${by}</bdi>` },
      {
        title: say("State"),
        cell: (row) => importState({ ...row, done: row.lines_done, total: row.lines_total, unit: "line" }),
      },
      { title: say("Lines"), kind: "number", cell: ({ lines_total }) => number(lines_total) },
      { title: say("Levels changed"), kind: "number", cell: ({ changed }) => number(changed) },
      { title: say("Lines skipped"), kind: "number", cell: ({ broken }) => number(broken) },
    ],
  });
}

async function startImport({ api, store }: Visit, input: Form): Promise<Redirect> {
  const file = (await input.file("upload")?.text()) ?? input.raw("file");
  if (file.trim() === "") throw invalid({ detail: "Choose a file, or paste its lines.", pointer: "/upload" });
  const { id } = await api.post<{ id: string }>(at`/stores/${store.storeId}/inventory-imports`, {
    file: file.replace(/^\ufeff/, ""),
  });
  return { to: at`/inventory/imports/${id}`, notice: say("The file is being imported.") };
}
