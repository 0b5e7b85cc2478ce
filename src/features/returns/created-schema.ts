import { type Static, Type } from "@sinclair/typebox";
import { Return } from "./schema.ts";

const Text = () => Type.Optional(Type.String());

export type ExternalRmaResponse = Static<typeof ExternalRmaResponse>;
export const ExternalRmaResponse = Type.Object(
  {
    integrationProvider: Type.String(),
    success: Type.Boolean(),
    errorCode: Text(),
    errorMessage: Text(),
  },
  { title: "External RMA response" },
);

export type ReturnCreated = Static<typeof ReturnCreated>;
export const ReturnCreated = Type.Object({
  return: Return,
  externalRMAResponses: Type.Array(ExternalRmaResponse),
});
