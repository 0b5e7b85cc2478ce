import { type Static, Type } from "@sinclair/typebox";
import { field } from "../../../lib/schema-types.ts";
import { Return } from "../schema.ts";

const Text = () => Type.Optional(Type.String());

export type ExternalRmaResponse = Static<typeof ExternalRmaResponse>;
export const ExternalRmaResponse = Type.Object(
  {
    integrationProvider: field(Type.String(), "The name of the integration.", "acme"),
    success: field(Type.Boolean(), "Whether it succeeded."),
    errorCode: field(Text(), "Why the integration failed, as a word.", "timeout"),
    errorMessage: field(Text(), "Why the integration failed.", "No response within 5 seconds."),
  },
  { title: "External RMA response" },
);

export type ReturnCreated = Static<typeof ReturnCreated>;
export const ReturnCreated = Type.Object({
  return: field(Return, "The return."),
  externalRMAResponses: field(Type.Array(ExternalRmaResponse), "What each integration responded."),
});
