import { Type } from "@sinclair/typebox";
import { RECEIVING } from "../../core/openapi/receiver-sample.ts";
import { DateTime, field, MeaningOf } from "../../lib/schema-types.ts";
import { WITHDRAWAL } from "./docs.ts";
import { Withdrawal } from "./schema.ts";

/** The payload of webhooks with the topic `withdrawal`. */
export const WithdrawalWebhook = Type.Object(
  {
    type: field(MeaningOf({ created: "The statement was received." }), "Why the event was sent."),
    at: field(DateTime(), "When the withdrawal was received."),
    merchantName: field(Type.String(), "The store's name.", "Linen & Co"),
    withdrawal: field(Withdrawal, "The withdrawal."),
  },
  { title: "Withdrawal webhook" },
);

/** The documentation of the requests about withdrawals that the service sends to subscribers. */
export const withdrawalWebhook = (parameters: object[], responses: object) => ({
  post: {
    operationId: "receiveWithdrawal",
    summary: "Withdrawal received",
    description: `Sent to the \`callback.url\` of each webhook with the topic \`withdrawal\` when a consumer has withdrawn from a contract. Its return, if there is one, has an event of its own under the topic \`return\`.

- An event may be sent more than once: deduplicate by \`withdrawal.id\`.
- A test sends a withdrawal with the id \`test\`.

${RECEIVING}`,
    tags: ["Webhooks"],
    parameters,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: WithdrawalWebhook,
          example: {
            type: "created",
            at: WITHDRAWAL.createdAt,
            merchantName: "Linen & Co",
            withdrawal: WITHDRAWAL,
          },
        },
      },
    },
    responses,
    security: [{ subscriber: [] }, {}],
  },
});
