import { Type } from "@sinclair/typebox";
import { PROBLEM_CODES, type ProblemCode } from "./problem-codes.ts";
import { field, OneOf } from "./schema-types.ts";

/** An error response of the main API. */
export const Problem = Type.Object(
  {
    type: field(
      Type.String({ default: "about:blank" }),
      "`about:blank`: `title` says what the status means.",
      "about:blank",
    ),
    title: field(Type.String(), "The phrase of the status.", "Conflict"),
    status: field(Type.Integer(), "The response's status code.", 409),
    code: field(
      OneOf(Object.keys(PROBLEM_CODES) as ProblemCode[]),
      "A stable word for programs; the introduction lists them. New ones may be added.",
    ),
    detail: field(
      Type.String(),
      "What went wrong, for people. It may change.",
      "The order A-1 already exists.",
    ),
    instance: field(
      Type.String(),
      "This occurrence, by the request's id.",
      "urn:uuid:7f3c0e8a-4a55-4d12-9a3d-1f5a0e6b8c21",
    ),
    allowed: field(
      Type.Optional(Type.Array(Type.String())),
      "With `return_transition_refused`: the statuses that the return can change to.",
      ["in_transit", "delivered"],
    ),
    decisions: field(
      Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
      "With `not_eligible`: what the store's policy says of each line, as *Decide what may be returned* has it.",
      [{ lineItemId: "WEB-20418-1", eligible: false, until: "2026-04-04T22:00:00.000Z" }],
    ),
    errors: field(
      Type.Optional(
        Type.Array(
          Type.Object({
            detail: field(Type.String(), "What is wrong, for people.", "Expected a string."),
            pointer: field(
              Type.Optional(Type.String()),
              "The JSON pointer of the value in the body.",
              "/lineItems/0/quantity",
            ),
            parameter: field(
              Type.Optional(Type.String()),
              "The name of the query or path parameter.",
              "created_at_min",
            ),
            header: field(Type.Optional(Type.String()), "The name of the request's header.", "X-Page-Size"),
          }),
        ),
      ),
      "Of an invalid request, what is wrong and where.",
    ),
  },
  { title: "Problem details" },
);
