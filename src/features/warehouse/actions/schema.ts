import { Type } from "@sinclair/typebox";
import { checkedByVerb } from "../../../core/http/body/body-schema.ts";
import { Text as BoundedText, field } from "../../../lib/schema-types.ts";
import { MAX_UNITS } from "../../returns/create/new-return-schema.ts";

/** The maximum number of units of a return, and the characters of each id in a string. */
export const MAX_IDS = MAX_UNITS;
const MAX_ID_CHARACTERS = "9007199254740991,".length;

const Text = (description: string) => Type.Optional(BoundedText({ description }));

export const ReturnPath = Type.Object({
  return_id: Type.String({ description: "The numeric id; ignored if the query identifies the return." }),
});

const referenceParameters = {
  service_return_id: Text("The service's own id of the return. Takes precedence over all others."),
  order_name: Text(
    "The order's name, exactly, else with or without a leading `#`. Used without `service_return_id`.",
  ),
  order_id: Text(
    "The order's `order_id` or `provider_order_id`, as this API shows them. A value that means two orders finds no return. Used without `service_return_id` and `order_name`.",
  ),
};

/** The query parameters that identify a return. */
export const ReferenceQuery = Type.Object(referenceParameters);

export const RemoveQuery = Type.Object({
  ...referenceParameters,
  line_item_id: Type.Optional(
    BoundedText({
      maxLength: MAX_IDS * MAX_ID_CHARACTERS,
      description: "One or several ids (`line_items[].line_item_id`), separated by commas.",
    }),
  ),
});

const Id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Ids = BoundedText({ maxLength: MAX_IDS * MAX_ID_CHARACTERS });
const OneOrSeveral = Type.Union([Ids, Id, Type.Array(Type.Union([Ids, Id]), { maxItems: MAX_IDS })]);
const AT_MOST = `At most ${MAX_IDS} ids.`;

/** Used if the query has no `line_item_id`. Any other body is ignored. */
export const RemoveBody = checkedByVerb(
  Type.Object(
    {
      line_item_id: field(Type.Optional(OneOrSeveral), AT_MOST, "5501"),
      line_item_ids: field(Type.Optional(OneOrSeveral), AT_MOST, [90112, 90113]),
    },
    { title: "Warehouse line item removal" },
  ),
);

export const NoteBody = checkedByVerb(
  Type.Object(
    {
      content: field(
        BoundedText({ minLength: 1, maxLength: 255 }),
        "The text of the note.",
        "Arrived wet; photographed.",
      ),
    },
    { title: "New warehouse note" },
  ),
);

const ActionError = Type.Object(
  {
    errors: field(
      Type.Object({
        message: field(Type.String(), "What went wrong.", "No return found with this ID."),
        code: field(Type.Optional(Type.String()), "The code of the error.", "UNPROCESSABLE_RETURN"),
      }),
      "What went wrong.",
    ),
  },
  { title: "Warehouse action error" },
);

const Message = Type.Object({
  message: field(Type.String(), "What went wrong.", "No return found with this ID."),
});

/** The errors of remove with status 422. */
export const RemovalError = Type.Union([Type.Object({ error: field(Message, "Why it failed.") }), Message], {
  title: "Warehouse removal error",
  description:
    'Without an id `{"error":{"message":"The line item id field is required."}}`; in another state `{"message":"Return cannot be modified."}`; `{"message":"There are no line items that qualify for removal"}` or `{"message":"Not all line items qualify for removal"}` if an id is not a line item of the return, or is exchanged.',
});

export const NoteError = Type.Object(
  { errors: field(Message, "What went wrong.") },
  {
    title: "Warehouse note error",
    description:
      '`{"errors":{"message":"Content is required and must be less than 255 characters."}}`, although 255 are accepted.',
  },
);

export const NoNotes = Type.Literal(false, {
  title: "Warehouse no notes",
  description: "The return has no notes: the body is `false`.",
});

/** `true`, or an error with the same status. */
export const ActionResult = Type.Union([Type.Literal(true), ActionError], {
  title: "Warehouse action result",
});

export const Notes = Type.Union(
  [
    Type.Array(
      Type.Object({
        id: field(Type.Integer(), "The numeric id.", 2825514),
        content: field(Type.String(), "The text of the note.", "Second note"),
        created_at: field(Type.String(), "When it was created.", "2026-03-02 15:01:10"),
      }),
    ),
    ActionError,
  ],
  { title: "Warehouse notes" },
);
