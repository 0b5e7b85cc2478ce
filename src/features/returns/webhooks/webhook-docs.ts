import { RECEIVING } from "../../../core/openapi/receiver-sample.ts";
import { mailWebhook } from "../../mail/webhook-docs.ts";
import { RETURN, RETURN_ORDER } from "../docs-examples.ts";
import { ReturnWebhook } from "./webhook-schema.ts";

const DESCRIPTION = `Sent to the \`callback.url\` of each webhook with the topic \`return\` when a return is created or changes.

- Changes are: a new status, a comment or note, and an update that changes something.
- \`return\` and \`order\` are a snapshot at the time of the change, in the form of *Get a return with its order*.
- The events of one return are sent in order, each after the previous one was delivered or discarded. Returns do not wait for each other.
- An event may be sent more than once: deduplicate by \`return.id\` and \`at\`.
- A replay sends it again with a new \`webhook-id\` and the next sequence numbers, a redelivery with its own.
- A test sends a return with the id \`test\`.
- With \`callback.auth\` null there is no \`Authorization\` header.`;

const EXAMPLE = {
  type: "created",
  at: RETURN.createdAt,
  merchantName: "Linen & Co",
  return: RETURN,
  order: RETURN_ORDER,
};

/** The headers of every request to a subscriber, and what its responses mean. */
export const PARAMETERS = [
  header("webhook-id", "The event's id; the same on every attempt."),
  header("webhook-timestamp", "The time of this attempt, in seconds since 1970.", {
    pattern: "^\\d+$",
  }),
  header(
    "webhook-signature",
    "One or more Standard Webhooks signatures, `v1,<base64>`, separated by spaces: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the webhook's signing secret.",
  ),
  header(
    "webhook-sequence",
    "The event's sequence number within this return, mail or withdrawal: 1, 2, 3 and so on.",
    {
      pattern: "^[1-9]\\d*$",
    },
  ),
  header("x-request-id", "The id of the request that changed the return, as in its response and in the log."),
];
export const RESPONSES = {
  "2XX": { description: "Delivered, if the response arrives within 10 seconds. Its body is ignored." },
  "3XX": { description: "Failed, as 4XX: redirects are not followed." },
  "4XX": {
    description:
      "Failed. Retried up to 8 attempts by default, the last within 4 hours of the first, then discarded. `Retry-After` is honoured up to an hour.",
  },
  "5XX": { description: "Failed, as 4XX." },
};

/** The documentation of the requests that the service sends to subscribers. */
export const WEBHOOKS = {
  return: {
    post: {
      operationId: "receiveReturn",
      summary: "Return created or changed",
      description: `${DESCRIPTION}\n\n${RECEIVING}`,
      tags: ["Webhooks"],
      parameters: PARAMETERS,
      requestBody: {
        required: true,
        content: { "application/json": { schema: ReturnWebhook, example: EXAMPLE } },
      },
      responses: RESPONSES,
      security: [{ subscriber: [] }, {}],
    },
  },
  mail: mailWebhook(PARAMETERS, RESPONSES),
};

function header(name: string, description: string, schema: object = {}) {
  return { in: "header", name, required: true, description, schema: { type: "string", ...schema } };
}
