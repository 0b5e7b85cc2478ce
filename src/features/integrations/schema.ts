import { type Static, Type } from "@sinclair/typebox";
import { field, Maybe, Nullable, OneOf, Text } from "../../lib/schema-types.ts";
import { CreatedAt } from "../../lib/shared-fields.ts";

export const INTEGRATION_KINDS = ["authorizations", "refunds"] as const;

const Kind = OneOf(INTEGRATION_KINDS, { title: "Integration kind" });

export type Integration = Static<typeof Integration>;
export const Integration = Type.Object(
  {
    id: field(Type.String(), "`int_…`.", "int_01m5fk20v50000a6d2k8p4r7xn"),
    kind: field(
      Kind,
      "What it does: it issues return authorizations, or pays what returns owe. A store has one of kind `refunds` at most.",
    ),
    provider: field(Type.String(), "Its name in `externalRMAResponses` of a new return.", "acme"),
    url: field(
      Type.String(),
      "The URL that new returns, or payouts, are posted to.",
      "https://rma.example.com/returns",
    ),
    hasToken: field(Type.Boolean(), "Whether requests carry a bearer token, which is never shown."),
    createdAt: CreatedAt,
  },
  { title: "Integration" },
);

export type CreatedIntegration = Static<typeof CreatedIntegration>;
export const CreatedIntegration = Type.Object(
  {
    ...Integration.properties,
    signingSecret: field(
      Type.Optional(Type.String()),
      "Of kind `refunds`: what its requests are signed with, as those of webhooks. It is never shown again.",
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    ),
  },
  { title: "Created integration" },
);

const Provider = Text({
  minLength: 1,
  maxLength: 200,
  description: "What it is called, in `externalRMAResponses` of a new return too.",
  examples: ["acme"],
});
const Url = Text({
  minLength: 1,
  maxLength: 2_048,
  description: "The URL that new returns are posted to: https, without userinfo, not a private address.",
  examples: ["https://rma.example.com/returns"],
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
  {
    kind: field(Type.Optional(Kind), "What it does; `authorizations` without it."),
    ...{ provider: Provider, url: Url, token: Token },
  },
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
    accepted: field(Type.Boolean(), "Whether it would have accepted a return: its status was 2xx."),
    status: field(Nullable(Type.Integer()), "The status code of its response; null without one.", 200),
    durationMs: field(Type.Integer(), "How long the request took.", 184),
    responseBody: field(
      Nullable(Type.String()),
      "The beginning of its response, up to 4 kB, without the token; null without one.",
      '{"rma":"RMA-1"}',
    ),
    error: field(Nullable(Type.String()), "Why there is no response; null with one.", null),
  },
  { title: "Integration test" },
);
