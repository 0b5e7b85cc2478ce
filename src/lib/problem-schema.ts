import { Type } from "@sinclair/typebox";
import { PROBLEM_CODES, type ProblemCode } from "./problem-codes.ts";
import { OneOf } from "./schema-types.ts";

/** An error response of the main API. */
export const Problem = Type.Object(
  {
    type: Type.String({ default: "about:blank" }),
    title: Type.String(),
    status: Type.Integer(),
    code: OneOf(Object.keys(PROBLEM_CODES) as ProblemCode[], {
      description: "A stable word for programs; the introduction lists them. New ones may be added.",
    }),
    detail: Type.String(),
    instance: Type.String(),
    allowed: Type.Optional(
      Type.Array(Type.String(), {
        description: "With `return_transition_refused`: the statuses that the return can change to.",
      }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          detail: Type.String(),
          pointer: Type.Optional(Type.String()),
          parameter: Type.Optional(Type.String()),
          header: Type.Optional(Type.String()),
        }),
      ),
    ),
  },
  { title: "Problem details" },
);
