import { type Static, type TObject, Type } from "@sinclair/typebox";
import { Text as BoundedText, Email, field, Maybe, OneOf } from "../../../lib/schema-types.ts";
import { MAX_ANSWER_CHARACTERS } from "../../returns/additions-schema.ts";
import { type Category, categorySchema } from "../categories.ts";
import type { Version } from "../versions.ts";

const MAX_LINES = 20;
const MAX_IMAGES = 5;
const MAX_URL_CHARACTERS = 2_048;

const common = {
  // The list of returns shows ids as strings, the details as numbers.
  line_item_id: field(
    Type.Union([
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      BoundedText({ pattern: "^\\d{1,16}$", maxLength: 16 }),
    ]),
    "The id of a piece, as the list and the details show it.",
    90112,
  ),
  return_processor: field(
    Maybe(Email({ maxLength: 100 })),
    "The e-mail address of the person who inspected the piece.",
  ),
  note: field(Maybe(BoundedText({ maxLength: MAX_ANSWER_CHARACTERS })), "A note about it.", "Seam torn"),
  inspected_at: field(
    Maybe(BoundedText({ maxLength: 64 })),
    "A date, or a date and time, with `Z` or an offset, or without for UTC.",
    "2026-03-04 12:00:00",
  ),
};

const graded = {
  ...common,
  description: field(BoundedText({ minLength: 1, maxLength: 255 }), "The condition in words.", "Worn once"),
  images: field(
    Maybe(
      Type.Array(BoundedText({ maxLength: MAX_URL_CHARACTERS, pattern: "^https?://\\S+$" }), {
        maxItems: MAX_IMAGES,
      }),
    ),
    "Addresses of pictures.",
    ["https://shop.example/image.png"],
  ),
};

export type GradedLine = Static<TObject<typeof graded>> & { condition_category?: Category | null };

/** Returns the schema of a graded line item in a version. */
export function gradedLine(version: Version) {
  const title = `Warehouse graded line item${version.categories === "words" ? "" : " with category"}`;
  return Type.Object(
    { ...graded, condition_category: field(Maybe(categorySchema(version)), "The group of the condition.") },
    { title },
  );
}

export type AssessedLine = Static<typeof AssessedLine>;
export const AssessedLine = Type.Object(
  {
    ...common,
    disposition_outcome: field(
      OneOf(["back_to_stock", "resale_hold", "recycle", "donate", "missing"]),
      "What becomes of the piece.",
    ),
  },
  { title: "Warehouse assessed line item" },
);

/** Returns the schema of a request about line items. */
export function linesBody<Line extends TObject>(line: Line) {
  const input = Type.Object(line.properties as Line["properties"], { title: `${line.title} input` });
  return Type.Object(
    { items: field(Type.Array(input, { minItems: 1, maxItems: MAX_LINES }), "The lines.") },
    { title: `${line.title}s input` },
  );
}
