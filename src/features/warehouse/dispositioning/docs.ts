import type { Version } from "../versions.ts";

const LINES = `- 1 to 20 line items, of any of the store's returns, in a body of at most 5 MB. All of them are recorded or none.
- An id that is no line item of a return, is that of a cancelled return, or comes twice is 422 under \`items.0.line_item_id\`.
- Recording a line item again replaces what was recorded of it; the same again changes nothing. Fields that are left out or null are removed.`;

const ERRORS = {
  422: "A field is invalid, an id is no line item of a return that is not cancelled, or comes twice, or the return is full.",
};

const BY = {
  return_processor: "kim@shop.example",
  note: "Seam torn",
  inspected_at: "2026-03-04 12:00:00",
};

/** Returns the documentation of grading in a version. */
export function gradeDocs({ categories }: Version) {
  const isWords = categories === "words";
  const category = isWords
    ? "grade_b"
    : { subject: "Item condition grade", title: "Grade B", grade: "grade_b" };
  const line = {
    line_item_id: 90112,
    description: "Worn once",
    condition_category: category,
    ...BY,
    images: ["https://shop.example/image.png"],
  };
  const rule = isWords
    ? "`condition_category` is one of seven words here; from the version `2026-10` on it is an object."
    : "`condition_category` is an object from this version on. Its `grade` is what earlier versions have, and a text in its place is 422.";
  return {
    operationId: isWords ? "gradeLineItems" : "gradeLineItemsByObject",
    summary: isWords ? "Grade line items" : "Grade line items, from 2026-10 on",
    description: `Records in which condition line items arrived, and returns them. The list and the details show it as \`condition\`, the main API as the item's \`grade\` and \`assessments\`.

${LINES}
- ${rule}`,
    "x-example": { items: [line] },
    "x-errors": ERRORS,
    "x-response-examples": { 200: [line] },
    "x-extension": true,
  };
}

const ASSESSED = { line_item_id: 90112, disposition_outcome: "back_to_stock", ...BY };

export const ASSESS_DOCS = {
  operationId: "assessLineItems",
  summary: "Assess line items",
  description: `Records what becomes of line items, and returns them. The list and the details show it as \`disposition\`, the main API as the item's \`outcome\` and \`assessments\`. \`back_to_stock\` puts the unit back into stock, and any other outcome takes it out again.

${LINES}`,
  "x-example": { items: [ASSESSED] },
  "x-errors": ERRORS,
  "x-extension": true,
};
