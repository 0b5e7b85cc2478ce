import { FORMATS, type OrderImport } from "../../../features/orders/imports/schema.ts";
import { html } from "../../pages/html.ts";
import { number } from "../components/count.ts";
import { tile } from "../components/tile.ts";
import { EITHER, importPages } from "../imports/import-pages.ts";
import { type Plain, say } from "../texts/texts.ts";

const TITLES: Record<(typeof FORMATS)[number], Plain> = {
  jsonl: "JSON lines",
  shopify: "Shopify export",
  woocommerce: "WooCommerce export",
};

const READ = { name: say("Orders read"), counts: say("Orders of the file that were read so far") };
const CREATED = { name: say("Created#orders"), counts: say("Orders that the store didn't have") };
const UPDATED = { name: say("Updated"), counts: say("Orders that the store had, and that were changed") };
const UNCHANGED = {
  name: say("Unchanged"),
  counts: say("Orders that the store had as the file has them, or newer"),
};
const LEFT_OUT = {
  name: say("Left out"),
  counts: say(
    "Orders with a line that is not valid, or that are not paid; each stands in the file of errors",
  ),
};

/** Files of orders. */
export const orderImportPages = importPages<OrderImport>({
  ...{ api: "order-imports", path: "/order-imports", onePath: "/order-imports" },
  ...{ parent: { title: "Orders", path: "/orders" }, title: "Import orders", oneTitle: "Order import" },
  ...{ reading: "orders_read", writing: "orders_write", unit: "order", pasted: "orders" },
  progressOf: ({ ordersDone: done, ordersTotal: total, createdAt: startedAt, finishedAt }) => ({
    ...{ done, total, startedAt, finishedAt },
  }),
  stopped: ({ done, total }) =>
    done === 0
      ? say("No order of the file was read.")
      : say(
          "The first of {total} orders was read; the others were not. | The first {count} of {total} orders were read; the others were not.",
          { count: done, total },
        ),
  fields: () => [
    {
      ...{ type: "file", name: "upload", label: say("File"), pointer: "/upload", required: true },
      help: html`${say("The CSV export of orders of a Shopify admin or of a WooCommerce export plugin, or a JSON order on each line. A larger file than 10,000,000 characters is imported in parts, or by the command line.")}`,
      control: { ...EITHER, accept: ".csv,.jsonl,text/csv" },
    },
    {
      ...{
        type: "textarea",
        name: "orders",
        label: say("Or paste the lines"),
        pointer: "/file",
        required: true,
      },
      control: { ...EITHER, spellcheck: "false" },
    },
    {
      ...{ type: "select", name: "format", label: say("Format"), pointer: "/format", required: true },
      control: EITHER,
      options: [
        { value: "", title: say("Recognized by the first line") },
        ...FORMATS.map((value) => ({ value, title: say(TITLES[value]) })),
      ],
    },
  ],
  options: (input) => (input.get("format") === "" ? {} : { format: input.get("format") }),
  before: () => [{ title: say("Format"), cell: ({ format }) => say(TITLES[format]) }],
  after: () => [
    { title: say("Orders"), kind: "number", cell: ({ ordersTotal }) => number(ordersTotal) },
    { ...CREATED, title: CREATED.name, kind: "number", cell: ({ created }) => number(created) },
    { ...UPDATED, title: UPDATED.name, kind: "number", cell: ({ updated }) => number(updated) },
    { ...LEFT_OUT, title: LEFT_OUT.name, kind: "number", cell: ({ broken }) => number(broken) },
  ],
  tiles: ({ ordersDone, ordersTotal: total, created, updated, unchanged, broken }) => [
    tile({ ...READ, value: number(ordersDone), note: say("of {total}", { total: number(total) }) }),
    tile({ ...CREATED, value: number(created) }),
    tile({ ...UPDATED, value: number(updated) }),
    tile({ ...UNCHANGED, value: number(unchanged) }),
    tile({ ...LEFT_OUT, value: number(broken), tone: broken > 0 ? "bad" : undefined }),
  ],
});
