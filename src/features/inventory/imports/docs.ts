import { attachmentDocs } from "../../../core/http/attachment-docs.ts";

/** The documentation of each operation. */
export const DOCS = {
  list: {
    operationId: "listInventoryImports",
    summary: "List inventory imports",
    description:
      "Lists the imports that were started in the background, newest first. They are kept for 30 days, unless the operator has set another time.",
    "x-extension": true,
  },
  start: {
    operationId: "startInventoryImport",
    summary: "Start an inventory import",
    description: `Stores a file of up to 10,000,000 characters and 200,000 lines, and imports it in the background, as *Import inventory levels* does: 500 lines at a time, each in one transaction with the progress.

- A file without a valid header or without a row is 400. A line that isn't valid is skipped and reported.
- When a process of the service ends meanwhile, another one goes on after the last 500 lines that were stored.
- A store has at most 5 unfinished imports.`,
    "x-errors": { 429: "The store has 5 unfinished imports (`too_many_at_once`)." },
    "x-example": {
      file: 'product_id,title,location_id,quantity\nlinen-shirt-m,"Linen shirt, M",loc_01kb3e8m9g0000q2x7d4n8wvf5,40\n',
    },
    "x-extension": true,
  },
  read: {
    operationId: "readInventoryImport",
    summary: "Get an inventory import",
    description: "Returns how far an import has come, and the errors of its lines.",
    "x-extension": true,
  },
  resume: {
    operationId: "resumeInventoryImport",
    summary: "Resume an inventory import",
    description: "Lets an import that has failed go on where it has ended.",
    "x-errors": {
      409: "The import has not failed (`import_not_failed`).",
      429: "The store has 5 unfinished imports (`too_many_at_once`).",
    },
    "x-extension": true,
  },
  errors: {
    operationId: "readInventoryImportErrors",
    summary: "Download the errors of an inventory import",
    description:
      "Returns the numbers of the lines that were skipped so far, with the reasons, as a CSV file for spreadsheets.",
    responses: {
      200: attachmentDocs("text/csv"),
    },
    "x-extension": true,
  },
};
