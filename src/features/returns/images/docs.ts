const IMAGE = {
  commentId: "com_01m5zk7wq10000h2v8d3c6x9ty",
  itemId: "rit_01m5zk7wq10000h2v8d3c6x9ty",
  unit: 1,
  url: "http://localhost:3000/v2.2/returns/ret_01m5zk7wq10000h2v8d3c6x9ty/comments/com_01m5zk7wq10000h2v8d3c6x9ty/image",
  by: "warehouse",
  byId: "cli_01m5zk7wq10000h2v8d3c6x9ty",
  at: "2026-03-10T09:00:44.007Z",
};

/** The documentation of each operation. */
export const DOCS = {
  list: {
    operationId: "listReturnImages",
    summary: "List a return's images",
    description:
      "Lists the images of a return, oldest first, with the item and the unit that each shows. An image that was added as a comment shows no item.",
    "x-extension": true,
  },
  add: {
    operationId: "addReturnImage",
    summary: "Add an image of a unit",
    description: `Adds an image of an item of the return, or of one of its units, as warehouses take one of each unit that arrives.

- The image is a comment too: it is in \`return.notes\` and in the return's timeline, and webhooks receive the change.
- It is a PNG, JPEG, GIF or WebP, detected from its bytes. The body may have up to 10 MB, and a return at most 1,000 notes.`,
    "x-errors": {
      400: "A field is invalid, the return has no such item or unit; or it has as many notes as it may have (`return_too_large`).",
    },
    "x-example": { image: { content: "iVBORw0KGgo=", itemId: IMAGE.itemId, unit: 1 } },
    "x-extension": true,
  },
};
