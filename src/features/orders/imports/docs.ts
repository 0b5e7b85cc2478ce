import { attachmentDocs } from "../../../core/http/attachment-docs.ts";

const TOO_MANY = "The store has 5 unfinished imports (`too_many_at_once`).";

/** The documentation of each operation. */
export const DOCS = {
  list: {
    operationId: "listOrderImports",
    summary: "List order imports",
    description:
      "Lists the imports of orders, newest first. They are kept for 30 days, unless the operator has set another time.",
    "x-extension": true,
  },
  start: {
    operationId: "startOrderImport",
    summary: "Start an order import",
    description: `Stores a file of up to 10,000,000 characters, and creates or updates its orders in the background, 250 at a time, each time in one transaction with the progress.

- \`jsonl\`: on each line an order as *Create an order* takes it, or as *Create or update an order of a shop* does.
- \`shopify\`: the CSV export of orders of a Shopify admin. \`orderId\` is \`Id\`, else \`Name\`; the id of a line is its SKU, else its name, and repeats get \`-2\`; \`Refunded Amount\` is noted as a refund.
- \`woocommerce\`: the CSV of an export plugin, with a row for each line of an order (\`Order Number\`, \`Item Name\`, \`Item Cost\` or \`order_id\`, \`item_name\`, \`item_total\`), or with a row for each order (\`line_items\` or \`line_item_1\`). Times are in the \`timeZone\` of the store's policy, else in that of the store.
- Amounts are those of the file, in its currency, else in the store's; whether prices include the tax follows from its totals.
- An order of WooCommerce comes in once it is paid, as by its connector, or if the store has it; another one is left out, with an error line.
- An order with a line that isn't valid is left out whole, with an error for each such line. A file without an order, or of no such format, is 400.
- Importing a file again changes nothing. An order that another source keeps up to date, such as a connector, is changed only by lines with a later \`updatedAt\`. An order of a connected shop that a file of another shop has by the same number, known by its time of creation, stays as it is, with an error line.
- When a process of the service ends meanwhile, another one goes on after the last orders that were stored. A store has at most 5 unfinished imports. \`cli order import\` takes files of any size.`,
    "x-errors": { 429: TOO_MANY },
    "x-example": {
      file: '{"orderId":"WEB-20420","createdAt":"2026-03-01T10:00:00Z","lineItems":[{"id":"1","productId":"mug","title":"Mug","quantity":1,"price":9.5}],"totalPrice":9.5}\n',
    },
    "x-extension": true,
  },
  read: {
    operationId: "readOrderImport",
    summary: "Get an order import",
    description: "Returns how far an import has come, and the errors of its lines.",
    "x-extension": true,
  },
  resume: {
    operationId: "resumeOrderImport",
    summary: "Resume an order import",
    description: "Lets an import that has failed go on where it has ended.",
    "x-errors": { 409: "The import has not failed (`import_not_failed`).", 429: TOO_MANY },
    "x-extension": true,
  },
  errors: {
    operationId: "readOrderImportErrors",
    summary: "Download the errors of an order import",
    description:
      "Returns the errors of the lines that were read so far, each with its number, column and reason, as a CSV file for spreadsheets.",
    responses: { 200: attachmentDocs("text/csv") },
    "x-extension": true,
  },
};
