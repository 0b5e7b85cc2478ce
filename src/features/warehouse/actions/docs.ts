const IDENTIFIED =
  "The return is identified by the first of these that is present: `service_return_id`, `order_name` or `order_id` in the query, then the id in the path.";
const NOT_FOUND =
  'An unknown return is status 200 with `{"errors":{"message":"No return found with this ID."}}`.';
const WRONG_STATE =
  'In any other state the response is status 200 with `{"errors":{"message":"Return is closed and therefore cannot be processed.","code":"UNPROCESSABLE_RETURN"}}`; the message has the return\'s state, and in `review` the code is `UNPROCESSABLE_FLAGGED_RETURN`.';
const IGNORED = "The body and unknown parameters are ignored.";

/** The documentation of each operation, Loop's peculiarities included. */
export const DOCS = {
  process: {
    operationId: "processReturn",
    summary: "Process a return",
    description: `Completes an \`open\` return: it becomes \`closed\`, and \`complete\` in the main API. Returns \`true\`. ${WRONG_STATE} This applies to a second call, too. ${IDENTIFIED} ${NOT_FOUND} ${IGNORED}`,
  },
  flag: {
    operationId: "flagReturn",
    summary: "Flag a return for review",
    description: `Moves an \`open\` return to \`review\`, and to \`flagged\` in the main API. Returns \`true\`. A return in \`review\` also becomes \`flagged\`, or keeps its status if the transition is not allowed (from \`pre_shipment\` and \`flagged\`). ${WRONG_STATE} ${IDENTIFIED} ${NOT_FOUND} ${IGNORED}`,
  },
  close: {
    operationId: "closeReturn",
    summary: "Close a return without outcomes",
    description: `Moves a return that is \`open\` or in \`review\` to \`closed\` without a refund, and to \`rejected\` in the main API: its items cannot be returned again. Returns \`true\`. ${WRONG_STATE} ${IDENTIFIED} ${NOT_FOUND} ${IGNORED}`,
  },
  cancel: {
    operationId: "cancelReturn",
    summary: "Cancel a return",
    description: `Moves an \`open\` return to \`cancelled\`, and to \`deleted\` in the main API: its items can be returned again. Returns \`true\`. ${WRONG_STATE} ${IDENTIFIED} ${NOT_FOUND} ${IGNORED}`,
  },
  remove: {
    operationId: "removeLineItems",
    summary: "Remove line items from a return",
    description: `Removes line items from an \`open\` return, recalculates its amounts and processes it. Returns \`true\`.

- Send all ids in one call, in the query's \`line_item_id\` or else in the JSON body's \`line_item_id\` or \`line_item_ids\`. Each line item is one unit.
- Removed units can be returned again. Removing the last one cancels the return, which keeps its line items.
- Items with a refund or store credit qualify. Exchanged items do not: an \`outcome\` of \`exchange\`, a refund of another type, and in a return with an exchange the items without a refund, or all items if each has one.
- Either all ids are removed or none.
- A refund that the merchant adjusted is reduced in proportion.

${IDENTIFIED} ${NOT_FOUND}`,
    "x-optional-body": true,
    "x-example": { line_item_ids: [90112, 90113] },
  },
  note: {
    operationId: "addNote",
    summary: "Add a note to a return",
    description: `Adds \`content\`, 1 to 255 characters and not blank, to the return's notes, in any state; in the main API it is in \`notes\`. A return takes 1,000 notes, and 2 MB of notes and what the main API adds to it; beyond that it is 422. Returns \`true\`. ${IDENTIFIED} ${NOT_FOUND}`,
    "x-example": { content: "Arrived wet; photographed." },
  },
  notes: {
    operationId: "listNotes",
    summary: "List a return's notes",
    description: `Returns an array, newest first: the note of the creation, comments, and notes of the warehouse. The \`content\` of an image comment is the URL of its image, which requires the same credential. \`created_at\` is in UTC. A return without notes is 422 with the body \`false\`. ${IDENTIFIED} ${NOT_FOUND}`,
    "x-response-examples": {
      200: [
        { id: 2825514, content: "Second note", created_at: "2026-03-02 15:01:10" },
        { id: 2825499, content: "First note", created_at: "2026-03-02 14:59:02" },
      ],
      422: false,
    },
  },
};
