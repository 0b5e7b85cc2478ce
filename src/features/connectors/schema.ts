import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { field, Maybe, Nullable, OneOf, Text } from "../../lib/schema-types.ts";
import { CONNECTOR_KINDS, CONNECTORS } from "./kinds.ts";

const MAX_CREDENTIAL_CHARACTERS = 1_000;

const KIND = CONNECTOR_KINDS.map((kind) => `\`${kind}\``).join(", ");

/** In a path. */
export const Kind = Type.String({ description: `The shop's software: ${KIND}.` });

const ConnectorState = OneOf(["ok", "failing", "off"], { title: "Connector state" });

export type ShownConnector = Static<typeof ShownConnector>;
export const ShownConnector = Type.Object(
  {
    kind: field(OneOf(CONNECTOR_KINDS), "The shop's software.", "medusa"),
    url: field(
      Nullable(Type.String()),
      "The address of the shop that was given; null where it follows from the credentials.",
      "https://shop.example.com",
    ),
    enabled: field(
      Type.Boolean(),
      "Whether orders are taken from the shop, and their returns refunded and restocked there.",
    ),
    state: field(
      ConnectorState,
      "`ok`; `failing` since the shop could not be read for the last time; `off` while it is not enabled.",
    ),
    lastSuccessAt: field(
      Nullable(Type.String({ format: "date-time" })),
      "When the shop was read with success last; null before the first time.",
    ),
    lastError: field(
      Nullable(Type.String()),
      "Why the shop could not be read, or else which order was rejected last, and why, or else why the shop refused the change of its stock that it was asked for last. Null where all is well.",
      null,
    ),
    lag: field(
      Nullable(Type.Integer({ minimum: 0 })),
      "How many seconds ago the shop was read to its end: orders that had changed there by then are here. Null before the first time.",
      42,
    ),
    webhookUrl: field(
      Type.String(),
      "The address for webhooks of the shop.",
      "https://returns.example.com/hooks/medusa/demo",
    ),
  },
  { title: "Connector" },
);

export type ConnectorBody = Static<typeof ConnectorBody>;
export const ConnectorBody = Type.Object(
  {
    url: field(
      Maybe(Text({ minLength: 1, maxLength: 2_048 })),
      "The address of the shop: https, without userinfo, query or fragment, not a private address. Null where it follows from the credentials.",
      "https://shop.example.com",
    ),
    enabled: field(
      Type.Optional(Type.Boolean()),
      "Whether orders are taken from the shop, and their returns refunded and restocked there; a new connector is enabled.",
    ),
    credentials: field(
      Type.Optional(Type.Object(credentialFields(), { title: "Connector credentials" })),
      "What the shop's API and webhooks need: the fields of its kind. Stored encrypted and never shown.",
    ),
  },
  { title: "Connector input" },
);

export type RejectedOrder = Static<typeof RejectedOrder>;
export const RejectedOrder = Type.Object(
  {
    orderId: field(Type.String(), "The shop's id of the order.", "20418"),
    reason: field(
      Type.String(),
      "What is wrong with it, and where.",
      "lineItems[0].quantity must be an integer.",
    ),
    rejectedAt: field(Type.String({ format: "date-time" }), "When it was rejected last."),
    retryAt: field(Type.String({ format: "date-time" }), "When it is read from the shop again."),
  },
  { title: "Rejected order" },
);

/** The fields of all kinds of shops; which of them are needed is for each kind to say. */
function credentialFields() {
  const fields = CONNECTORS.flatMap(({ kind, credentials }) =>
    Object.entries<TSchema>(credentials.properties).map(([name, schema]) => ({ kind, name, schema })),
  );
  const named = [...Map.groupBy(fields, ({ name }) => name)].map(([name, of]) => {
    const texts = of.map(({ kind, schema }) => `For \`${kind}\`: ${schema.description}`);
    const { examples = [] } = of[0]?.schema ?? {};
    const text = Text({ minLength: 1, maxLength: MAX_CREDENTIAL_CHARACTERS });
    return [name, field(Type.Optional(text), texts.join(" "), ...examples)] as const;
  });
  return Object.fromEntries(named);
}
