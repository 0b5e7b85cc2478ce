import { type Static, Type } from "@sinclair/typebox";
import { Attempts, DeliveryEventType } from "../../core/delivery/schema.ts";
import { ById, DateTime, Key, Maybe, Nullable, OneOf, Text } from "../../lib/schema-types.ts";

export const Token = Text({
  pattern: "^[!-~]+$",
  maxLength: 4_096,
  description: "Visible ASCII characters, sent as `Authorization: Bearer <token>`.",
  examples: ["subscriber-token"],
});

const Auth = Type.Object({ bearer: Type.Object({ token: Token }) });

const Callback = Type.Object({
  url: Text({
    minLength: 1,
    maxLength: 2_048,
    description: "The URL that events are posted to: https, without userinfo, not a private address.",
  }),
  auth: Maybe(Auth),
});

const ExternalId = Maybe(Key({ description: "The subscriber's own id, unique per store." }));

export type WebhookBody = Static<typeof WebhookBody>;
export const WebhookBody = Type.Object(
  {
    webhook: Type.Object({
      topic: OneOf(["return"]),
      callback: Callback,
      externalId: ExternalId,
      backfill: Maybe(
        Type.Boolean({ default: false, description: "Sends an event of every existing return." }),
      ),
    }),
  },
  { title: "New webhook" },
);

export type WebhookChange = Static<typeof WebhookChange>;
export const WebhookChange = Type.Object(
  { webhook: Type.Object({ callback: Callback, externalId: ExternalId }) },
  { title: "Webhook update" },
);

const SigningSecret = Type.String({ description: "A Standard Webhooks secret: `whsec_` and base64." });

const webhook = {
  id: Type.String(),
  topic: OneOf(["return"]),
  callback: Type.Object({ url: Type.String(), auth: Nullable(Auth) }),
  externalId: Nullable(Type.String()),
  createdAt: DateTime(),
  updatedAt: DateTime(),
};

export type Webhook = Static<typeof Webhook>;
export const Webhook = Type.Object(webhook, { title: "Webhook" });

export const WebhookCreated = Type.Object(
  {
    webhook: Type.Object({ ...webhook, signingSecret: SigningSecret }, { title: "Webhook with secret" }),
    signingSecret: SigningSecret,
  },
  { title: "Created webhook" },
);

export const SecretRotated = Type.Object(
  { signingSecret: SigningSecret },
  { title: "Rotated signing secret" },
);

export const ReplayBody = Type.Object(
  { start: DateTime({ description: "Inclusive: events with this `at` or a later one." }) },
  { title: "Replay" },
);

export const DeliveryStatus = OneOf(["pending", "delivered", "discarded"], { title: "Delivery status" });

export type Delivery = Static<typeof Delivery>;
export const Delivery = Type.Object(
  {
    deliveryId: Type.String({ description: "Sent to receivers as `webhook-id`." }),
    returnId: Type.String(),
    sequence: Type.Integer({ description: "Sent to receivers as `webhook-sequence`." }),
    type: DeliveryEventType,
    at: DateTime(),
    status: DeliveryStatus,
    attempts: Attempts,
  },
  { title: "Delivery" },
);

export type DeliveryDetail = Static<typeof DeliveryDetail>;
export const DeliveryDetail = Type.Object(
  {
    ...Delivery.properties,
    requestId: Type.String({ description: "The request that changed the return." }),
    payload: Type.String({ description: "The body as it is sent." }),
  },
  { title: "Delivery with payload" },
);

export type WebhookHealth = Static<typeof WebhookHealth>;
export const WebhookHealth = Type.Object(
  {
    failingSince: Nullable(
      DateTime({ description: "Since when every attempt has failed; null after a success." }),
    ),
    disabledAt: Nullable(DateTime()),
    enabled: Type.Boolean({ description: "Whether events are sent; those of a disabled webhook wait." }),
    pending: Type.Integer({ description: "Events that wait, at most 10,000 are counted." }),
    oldestPendingAt: Nullable(DateTime({ description: "Since when the oldest of them waits." })),
    delivered: Type.Integer({
      description: "Events of the last 24 hours that were delivered, at most 10,000 are counted.",
    }),
    discarded: Type.Integer({
      description: "Events of the last 24 hours that were given up, at most 10,000 are counted.",
    }),
  },
  { title: "Webhook health" },
);

export type WebhookHistoryEntry = Static<typeof WebhookHistoryEntry>;
export const WebhookHistoryEntry = Type.Object(
  {
    type: OneOf(["disabled", "enabled"]),
    at: DateTime(),
    by: Nullable(Type.String({ description: "Who did it by name; null for the service itself." })),
    byId: ById(),
    requestId: Nullable(Type.String()),
    failingSince: Nullable(
      DateTime({ description: "Since when every attempt had failed, when the service disabled it." }),
    ),
  },
  { title: "Webhook history entry" },
);
