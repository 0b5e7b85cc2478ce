import { Type } from "@sinclair/typebox";
import { checkedByVerb } from "../../http/body-schema.ts";
import { Text as BoundedText } from "../../lib/schema-types.ts";
import { MAX_UNITS } from "../../returns/schema.ts";

/** As many as a return has units, and so many characters that they need in a text. */
export const MAX_IDS = MAX_UNITS;
const MAX_ID_CHARACTERS = "9007199254740991,".length;

const Text = (description: string) => Type.Optional(BoundedText({ description }));

export const ReturnPath = Type.Object({
  return_id: Type.String({ description: "The compatible id; anything when the query names the return." }),
});

const naming = {
  service_return_id: Text("The service's own id of the return. Decides alone when it is given."),
  order_name: Text("The order's name, with or without a leading `#`. Decides when nothing above is given."),
  order_id: Text("The order's id. Decides when nothing above is given."),
};

/** The ways to name a return beside the path. */
export const Naming = Type.Object(naming);

export const RemoveQuery = Type.Object({
  ...naming,
  line_item_id: Type.Optional(
    BoundedText({
      maxLength: MAX_IDS * MAX_ID_CHARACTERS,
      description: "One id or several joined by commas, as in `line_items[].line_item_id`.",
    }),
  ),
});

const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Ids = BoundedText({ maxLength: MAX_IDS * MAX_ID_CHARACTERS });
const OneOrSeveral = Type.Union([Ids, Id, Type.Array(Type.Union([Ids, Id]), { maxItems: MAX_IDS })], {
  description: `At most ${MAX_IDS} together.`,
});

/**
 * Read where the query has no `line_item_id`; without a body, or with anything else in it, nothing is said by
 * it.
 */
export const RemoveBody = checkedByVerb(
  Type.Object(
    { line_item_id: Type.Optional(OneOrSeveral), line_item_ids: Type.Optional(OneOrSeveral) },
    { title: "Warehouse line item removal" },
  ),
);

export const NoteBody = checkedByVerb(
  Type.Object({ content: BoundedText({ minLength: 1, maxLength: 255 }) }, { title: "New warehouse note" }),
);

const Refused = Type.Object(
  { errors: Type.Object({ message: Type.String(), code: Type.Optional(Type.String()) }) },
  { title: "Warehouse action error" },
);

const Message = Type.Object({ message: Type.String() });

/** What remove refuses with status 422. */
export const NotRemoved = Type.Union([Type.Object({ error: Message }), Message], {
  title: "Warehouse removal error",
  description:
    'Without an id `{"error":{"message":"The line item id field is required."}}`; in another state `{"message":"Return cannot be modified."}`; `{"message":"There are no line items that qualify for removal"}` or `{"message":"Not all line items qualify for removal"}` when an id is no line item of the return, or one that is exchanged.',
});

export const NotNoted = Type.Object(
  { errors: Message },
  {
    title: "Warehouse note error",
    description:
      '`{"errors":{"message":"Content is required and must be less than 255 characters."}}`, though 255 are taken.',
  },
);

export const NoNotes = Type.Literal(false, {
  title: "Warehouse no notes",
  description: "The return has no notes: the body is `false`.",
});

/** `true`, or with the same status why not. */
export const Done = Type.Union([Type.Literal(true), Refused], { title: "Warehouse action result" });

export const Notes = Type.Union(
  [
    Type.Array(Type.Object({ id: Type.Integer(), content: Type.String(), created_at: Type.String() })),
    Refused,
  ],
  { title: "Warehouse notes" },
);
