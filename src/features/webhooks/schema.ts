import { type Static, Type } from "@sinclair/typebox";
import { Attempts, AttemptsWithHeaders, DeliveryEventType } from "../../core/delivery/schema.ts";
import { DateTime, field, Key, Maybe, Nullable, OneOf, Text } from "../../lib/schema-types.ts";
import { ById, CreatedAt, UpdatedAt } from "../../lib/shared-fields.ts";

export const Token = Text({
  pattern: "^[!-~]+$",
  maxLength: 4_096,
  description: "Visible ASCII characters, sent as `Authorization: Bearer <token>`.",
  examples: ["subscriber-token"],
});

const Auth = Type.Object({ bearer: field(Type.Object({ token: Token }), "A bearer token.") });

const Callback = Type.Object({
  url: field(
    Text({ minLength: 1, maxLength: 2_048 }),
    "The URL that events are posted to: https, without userinfo, not a private address.",
    "https://hooks.example.com/aftersale",
  ),
  auth: field(Maybe(Auth), "The credential that your server expects; null for none."),
});

export const TOPICS = ["return", "withdrawal", "mail"] as const;

const Topic = field(
  OneOf(TOPICS),
  "What the webhook is about: changes of returns, withdrawals, or what becomes of mails.",
);

const ExternalId = Maybe(
  Key({ description: "The subscriber's own id, unique per store.", examples: ["returns-to-erp"] }),
);

export type WebhookBody = Static<typeof WebhookBody>;
export const WebhookBody = Type.Object(
  {
    webhook: field(
      Type.Object({
        topic: Topic,
        callback: field(Callback, "Where events are sent."),
        externalId: ExternalId,
        backfill: field(
          Maybe(Type.Boolean({ default: false })),
          "Sends an event of every existing return; of the topic `return` alone.",
        ),
      }),
      "The webhook.",
    ),
  },
  { title: "New webhook" },
);

export type WebhookChange = Static<typeof WebhookChange>;
export const WebhookChange = Type.Object(
  {
    webhook: field(
      Type.Object({ callback: field(Callback, "Where events are sent."), externalId: ExternalId }),
      "The webhook.",
    ),
  },
  { title: "Webhook update" },
);

const SigningSecret = Type.String({
  description: "A Standard Webhooks secret: `whsec_` and base64.",
  examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwtTqfHc2TzWs="],
});

const webhook = {
  id: field(Type.String(), "The webhook's id.", "whk_01m7yxtp7n0000bs57pyqkysjs"),
  topic: Topic,
  callback: field(
    Type.Object({
      url: field(Type.String(), "The address.", "https://hooks.example.com/aftersale"),
      auth: field(Nullable(Auth), "The credential that your server expects; null for none."),
    }),
    "Where events are sent.",
  ),
  externalId: field(Nullable(Type.String()), "Your own id.", "returns-to-erp"),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
};

export type Webhook = Static<typeof Webhook>;
export const Webhook = Type.Object(webhook, { title: "Webhook" });

export const WebhookCreated = Type.Object(
  {
    webhook: field(
      Type.Object({ ...webhook, signingSecret: SigningSecret }, { title: "Webhook with secret" }),
      "The webhook.",
    ),
    signingSecret: SigningSecret,
  },
  { title: "Created webhook" },
);

export const SecretRotated = Type.Object(
  { signingSecret: SigningSecret },
  { title: "Rotated signing secret" },
);

export const ReplayBody = Type.Object(
  { start: field(DateTime(), "Inclusive: events with this `at` or a later one.") },
  { title: "Replay" },
);

export const DeliveryStatus = OneOf(["pending", "delivered", "discarded"], { title: "Delivery status" });

export type Delivery = Static<typeof Delivery>;
export const Delivery = Type.Object(
  {
    deliveryId: field(Type.String(), "Sent to receivers as `webhook-id`.", "whe_01m7yyk8yk0000xw5hwcne6n3w"),
    returnId: field(
      Type.String(),
      "The return; of other topics the id of the withdrawal or mail.",
      "ret_01m7yyk8y70000t1eshc79ng9c",
    ),
    sequence: field(Type.Integer(), "Sent to receivers as `webhook-sequence`.", 2),
    type: field(DeliveryEventType, "Why the event was sent."),
    at: field(DateTime(), "When the event was written."),
    status: field(DeliveryStatus, "Whether it waits, was delivered, or was discarded."),
    attempts: field(Attempts, "The attempts, oldest first."),
  },
  { title: "Delivery" },
);

export type DeliveryDetail = Static<typeof DeliveryDetail>;
export const DeliveryDetail = Type.Object(
  {
    ...Delivery.properties,
    attempts: field(AttemptsWithHeaders, "The attempts, oldest first."),
    requestId: field(
      Type.String(),
      "The request that changed the return.",
      "0a2c5b1e-6f2d-4c0b-9b57-1c8f3f6f2f10",
    ),
    payload: field(Type.String(), "The body as it is sent.", "{}"),
    nextAttemptAt: field(
      Nullable(DateTime()),
      "When it is sent next; null for a delivery that has ended, waits for an earlier one, or is of a disabled webhook.",
    ),
  },
  { title: "Delivery with payload" },
);

/** How many hours of deliveries health can be asked for, each counted up to a number. */
export const HEALTH_HOURS = 24;
export const MAX_COUNTED_PER_HOUR = 2_000;

export const HealthQuery = Type.Object({
  per: Type.Optional(
    OneOf(["hour"], {
      description: `Adds \`perHour\`, the deliveries of each of the last ${HEALTH_HOURS} hours.`,
    }),
  ),
});

export type HourOfDeliveries = Static<typeof HourOfDeliveries>;
const HourOfDeliveries = Type.Object(
  {
    since: field(DateTime(), "The first moment, inclusive."),
    delivered: field(Type.Integer(), "Events of the hour that were delivered.", 31),
    discarded: field(Type.Integer(), "Events of the hour that were given up.", 0),
    pending: field(Type.Integer(), "Events of the hour that wait.", 0),
  },
  { title: "Deliveries of an hour" },
);

export type WebhookHealth = Static<typeof WebhookHealth>;
export const WebhookHealth = Type.Object(
  {
    failingSince: field(Nullable(DateTime()), "Since when every attempt has failed; null after a success."),
    disabledAt: field(Nullable(DateTime()), "When the webhook was disabled; null if it is in use."),
    enabled: field(Type.Boolean(), "Whether events are sent; those of a disabled webhook wait."),
    pending: field(Type.Integer(), "Events that wait, at most 10,000 are counted.", 0),
    oldestPendingAt: field(Nullable(DateTime()), "Since when the oldest of them waits."),
    nextAttemptAt: field(
      Nullable(DateTime()),
      "When the next of them is sent, in the past if that is due; null if none waits, and of a disabled webhook.",
    ),
    delivered: field(
      Type.Integer(),
      "Events of the last 24 hours that were delivered, at most 10,000 are counted.",
      412,
    ),
    discarded: field(
      Type.Integer(),
      "Events of the last 24 hours that were given up, at most 10,000 are counted.",
      0,
    ),
    perHour: field(
      Type.Optional(Type.Array(HourOfDeliveries)),
      `What became of the events of each hour, the oldest first, at most ${MAX_COUNTED_PER_HOUR} of each kind are counted.`,
    ),
  },
  { title: "Webhook health" },
);

export type WebhookHistoryEntry = Static<typeof WebhookHistoryEntry>;
export const WebhookHistoryEntry = Type.Object(
  {
    type: field(OneOf(["disabled", "enabled"]), "What kind of object it is."),
    at: field(DateTime(), "When it happened."),
    by: field(Nullable(Type.String()), "Who did it by name; null for the service itself.", "warehouse"),
    byId: ById,
    requestId: field(
      Nullable(Type.String()),
      "The id of the request that did it.",
      "6a7b5d92-7d4c-4c62-8a3b-2d0e1f5c9b10",
    ),
    failingSince: field(
      Nullable(DateTime()),
      "Since when every attempt had failed, when the service disabled it.",
    ),
  },
  { title: "Webhook history entry" },
);
