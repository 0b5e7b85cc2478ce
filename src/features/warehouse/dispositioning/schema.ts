import { type Static, type TObject, Type } from "@sinclair/typebox";
import { Text as BoundedText, Email, Maybe, OneOf } from "../../../lib/schema-types.ts";
import { MAX_ANSWER_CHARACTERS } from "../../returns/additions-schema.ts";
import { type Category, categorySchema } from "../categories.ts";
import type { Version } from "../versions.ts";

const MAX_LINES = 20;
const MAX_IMAGES = 5;
const MAX_URL_CHARACTERS = 2_048;

const common = {
  // The list of returns shows ids as strings, the details as numbers.
  line_item_id: Type.Union(
    [
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      BoundedText({ pattern: "^\\d{1,16}$", maxLength: 16 }),
    ],
    { description: "The id of a piece, as the list and the details show it.", examples: [90112] },
  ),
  return_processor: Maybe(
    Email({ maxLength: 100, description: "The e-mail address of the person who inspected the piece." }),
  ),
  note: Maybe(BoundedText({ maxLength: MAX_ANSWER_CHARACTERS })),
  inspected_at: Maybe(
    BoundedText({
      maxLength: 64,
      description: "A date, or a date and time, with `Z` or an offset, or without for UTC.",
    }),
  ),
};

const graded = {
  ...common,
  description: BoundedText({ minLength: 1, maxLength: 255 }),
  images: Maybe(
    Type.Array(BoundedText({ maxLength: MAX_URL_CHARACTERS, pattern: "^https?://\\S+$" }), {
      maxItems: MAX_IMAGES,
    }),
  ),
};

export type GradedLine = Static<TObject<typeof graded>> & { condition_category?: Category | null };

/** Returns the schema of a graded line item in a version. */
export function gradedLine(version: Version) {
  const title = `Warehouse graded line item${version.categories === "words" ? "" : " with category"}`;
  return Type.Object({ ...graded, condition_category: Maybe(categorySchema(version)) }, { title });
}

export type AssessedLine = Static<typeof AssessedLine>;
export const AssessedLine = Type.Object(
  {
    ...common,
    disposition_outcome: OneOf(["back_to_stock", "resale_hold", "recycle", "donate", "missing"]),
  },
  { title: "Warehouse assessed line item" },
);

/** Returns the schema of a request about line items. */
export function linesBody<Line extends TObject>(line: Line) {
  const input = Type.Object(line.properties as Line["properties"], { title: `${line.title} input` });
  return Type.Object(
    { items: Type.Array(input, { minItems: 1, maxItems: MAX_LINES }) },
    { title: `${line.title}s input` },
  );
}
