import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Maybe, Nullable, Text } from "../../lib/schema-types.ts";

export type Integration = Static<typeof Integration>;
export const Integration = Type.Object(
  {
    id: Type.String({ description: "`int_…`." }),
    provider: Type.String({ description: "Its name in `externalRMAResponses` of a new return." }),
    url: Type.String({ description: "The URL that new returns are posted to." }),
    hasToken: Type.Boolean({ description: "Whether requests carry a bearer token, which is never shown." }),
    createdAt: DateTime(),
  },
  { title: "Integration" },
);

const Provider = Text({
  minLength: 1,
  maxLength: 200,
  description: "What it is called, in `externalRMAResponses` of a new return too.",
});
const Url = Text({
  minLength: 1,
  maxLength: 2_048,
  description: "The URL that new returns are posted to: https, without userinfo, not a private address.",
});
const Token = Maybe(
  Text({
    pattern: "^[!-~]+$",
    maxLength: 4_096,
    description: "Visible ASCII characters, sent as `Authorization: Bearer <token>`; null for none.",
    examples: ["integration-token"],
  }),
);

export type IntegrationBody = Static<typeof IntegrationBody>;
export const IntegrationBody = Type.Object(
  { provider: Provider, url: Url, token: Token },
  { title: "New integration" },
);

export type IntegrationChange = Static<typeof IntegrationChange>;
export const IntegrationChange = Type.Object(
  { provider: Type.Optional(Provider), url: Type.Optional(Url), token: Token },
  { title: "Integration update" },
);

export type IntegrationTest = Static<typeof IntegrationTest>;
export const IntegrationTest = Type.Object(
  {
    accepted: Type.Boolean({ description: "Whether it would have accepted a return: its status was 2xx." }),
    status: Nullable(
      Type.Integer({ description: "The status code of its response; null without one.", examples: [200] }),
    ),
    durationMs: Type.Integer({ description: "How long the request took.", examples: [184] }),
    responseBody: Nullable(
      Type.String({
        description: "The beginning of its response, up to 4 kB, without the token; null without one.",
        examples: ['{"rma":"RMA-1"}'],
      }),
    ),
    error: Nullable(
      Type.String({
        description: "Why there is no response; null with one.",
        examples: ["connection refused"],
      }),
    ),
  },
  { title: "Integration test" },
);
