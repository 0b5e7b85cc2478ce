const NAMED =
  "The return is named by the compatible id in the path, or in the query by `service_return_id`, `order_name` or `order_id`; of those that are given the first in this order decides: `service_return_id`, `order_name`, `order_id`, the path.";
const NONE = '`{"errors":{"message":"No return found with this ID."}}` with status 200 when there is none.';
const REFUSED =
  'A refusal has the status 200, too, and changes nothing: `{"errors":{"message":"Return is closed and therefore cannot be processed.","code":"UNPROCESSABLE_RETURN"}}`, with the return\'s state in the message and the code `UNPROCESSABLE_FLAGGED_RETURN` in `review`.';
const IGNORED = "A body and unknown parameters are ignored.";

const DONE = { 200: true };

/** What the documentation says of each operation, the oddities of that platform included. */
export const DOCS = {
  process: {
    operationId: "processReturn",
    summary: "Process a return",
    description: `Completes a return that is \`open\`: it becomes \`closed\` at once, and \`complete\` in the main API. Answers \`true\`. ${REFUSED} So does a second call. ${NAMED} ${NONE} ${IGNORED}`,
    "x-response-examples": DONE,
  },
  flag: {
    operationId: "flagReturn",
    summary: "Flag a return for review",
    description: `Takes a return that is \`open\` to \`review\`, and to \`flagged\` in the main API. One that is in \`review\` already is answered \`true\` as well: it becomes \`flagged\` where the transitions lead there and stays as it is where they don't (in \`pre_shipment\`, or flagged before). ${REFUSED} ${NAMED} ${NONE} ${IGNORED}`,
    "x-response-examples": DONE,
  },
  close: {
    operationId: "closeReturn",
    summary: "Close a return without outcomes",
    description: `Takes a return that is \`open\` or in \`review\` to \`closed\` without paying anything back, and to \`rejected\` in the main API: its items can't be returned again. Answers \`true\`. ${REFUSED} ${NAMED} ${NONE} ${IGNORED}`,
    "x-response-examples": DONE,
  },
  cancel: {
    operationId: "cancelReturn",
    summary: "Cancel a return",
    description: `Takes a return that is \`open\` to \`cancelled\`, and to \`deleted\` in the main API: its items can be returned again. Answers \`true\`. ${REFUSED} ${NAMED} ${NONE} ${IGNORED}`,
    "x-response-examples": DONE,
  },
  remove: {
    operationId: "removeLineItems",
    summary: "Remove line items from a return",
    description: `Takes line items out of a return that is \`open\`, works its money out anew and processes it, all in one: give all ids in one call. What was removed can be returned again; removing the last line item cancels the return, which keeps showing what it held. \`line_item_id\` in the query decides; without it a JSON body's \`line_item_id\` or \`line_item_ids\`. A line item is one unit and goes by the id that this API shows. Refunds and store credit qualify; what is exchanged doesn't: an item whose \`outcome\` is \`exchange\` or whose refund is of another type, and in a return with an exchange the items that pay nothing back, or all of them where each pays. A refund that the merchant adjusted is reduced in proportion. Answers \`true\`. ${NAMED} ${NONE} A refusal changes nothing: all ids qualify, or none is removed.`,
    "x-optional-body": true,
    "x-example": { line_item_ids: [90112, 90113] },
    "x-response-examples": DONE,
  },
  note: {
    operationId: "addNote",
    summary: "Add a note to a return",
    description: `Adds \`content\`, of 1 to 255 characters and not blank, to the return's notes, whatever its state; the main API shows it under \`notes\`. Answers \`true\`. ${NAMED} ${NONE}`,
    "x-example": { content: "Arrived wet; photographed." },
    "x-response-examples": DONE,
  },
  notes: {
    operationId: "listNotes",
    summary: "List a return's notes",
    description: `A bare list, the newest first: the note given at creation, comments and notes of the warehouse. The \`content\` of an image comment is the address of its picture, which takes the same credential. \`created_at\` is in UTC. A return without notes is 422 with the body \`false\`. ${NAMED} ${NONE}`,
    "x-response-examples": {
      200: [
        { id: 2825514, content: "Second note", created_at: "2026-03-02 15:01:10" },
        { id: 2825499, content: "First note", created_at: "2026-03-02 14:59:02" },
      ],
      422: false,
    },
  },
};
