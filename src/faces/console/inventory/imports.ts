import type { StockImport } from "../../../features/inventory/imports/schema.ts";
import { html, type Markup } from "../../pages/html.ts";
import { number } from "../components/count.ts";
import { tile } from "../components/tile.ts";
import { EITHER, importPages } from "../imports/import-pages.ts";
import { say } from "../texts/texts.ts";

const READ = { name: say("Lines read"), counts: say("Lines of the file that were read so far") };
const LEVELS = { name: say("Levels changed"), counts: say("Levels that this import has created or changed") };
const SKIPPED = {
  name: say("Lines skipped"),
  counts: say("Lines that are not valid; each stands in the file of errors"),
};

/** Files of stock. */
export const stockImportPages = importPages<StockImport>({
  ...{ api: "inventory-imports", path: "/inventory/import", onePath: "/inventory/imports" },
  ...{ parent: { title: "Inventory", path: "/inventory" }, title: "Import stock", oneTitle: "Stock import" },
  ...{ reading: "inventory_read", writing: "inventory_write", unit: "line", pasted: "file" },
  progressOf: ({ lines_done, lines_total, created_at, finished_at }) => ({
    ...{ done: lines_done, total: lines_total, startedAt: created_at, finishedAt: finished_at },
  }),
  stopped: ({ done, total }) =>
    done === 0
      ? say("No line of the file was read.")
      : say(
          "The first of {total} lines was read; the others were not. | The first {count} of {total} lines were read; the others were not.",
          { count: done, total },
        ),
  fields: () => [
    {
      ...{ type: "file", name: "upload", label: say("File"), pointer: "/upload", required: true },
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
      control: { ...EITHER, accept: ".csv,.jsonl,text/csv" },
    },
    {
      ...{ type: "textarea", name: "file", label: say("Or paste the lines"), required: true },
      control: { ...EITHER, spellcheck: "false" },
    },
  ],
  options: () => ({}),
  before: () => [],
  after: () => [
    { title: say("Lines"), kind: "number", cell: ({ lines_total }) => number(lines_total) },
    { ...LEVELS, title: LEVELS.name, kind: "number", cell: ({ changed }) => number(changed) },
    { ...SKIPPED, title: SKIPPED.name, kind: "number", cell: ({ broken }) => number(broken) },
  ],
  tiles: ({ lines_done, lines_total: total, changed, broken }) => [
    tile({ ...READ, value: number(lines_done), note: say("of {total}", { total: number(total) }) }),
    tile({ ...LEVELS, value: number(changed) }),
    tile({ ...SKIPPED, value: number(broken), tone: broken > 0 ? "bad" : undefined }),
  ],
});

/** Returns names of columns. */
function codes(names: readonly string[]): Markup {
  return html`${names.map((name, i) => html`${i > 0 && ", "}<code>${name}</code>`)}`;
}
