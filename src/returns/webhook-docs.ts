import { RECEIVING } from "../openapi/receiver-sample.ts";
import { RETURN, RETURN_ORDER } from "./docs-examples.ts";
import { ReturnWebhook } from "./webhook-schema.ts";

const SENT =
  "Sent to the `callback.url` of each webhook with the topic `return`: at a return's creation, every change of its status, each comment and note, and every amendment that changes something. `return` and `order` are as *Get a return with its order* gives them, frozen at the moment of the change. The events of one return come in order, each after the one before was delivered or discarded; other returns are not waited for. An event may come more than once: deduplicate by `return.id` and `at`. A replay tells it again under a new `webhook-id` and the next numbers, a redelivery under its own. A test tells of a return with the id `test`. With `callback.auth` null there is no `Authorization` header.";

const EXAMPLE = {
  type: "created",
  at: RETURN.createdAt,
  merchantName: "Linen & Co",
  return: RETURN,
  order: RETURN_ORDER,
};

/** What the documentation says of the calls that the service makes to subscribers. */
export const WEBHOOKS = {
  return: {
    post: {
      operationId: "receiveReturn",
      summary: "Return created or changed",
      description: `${SENT}\n\n${RECEIVING}`,
      tags: ["Webhooks"],
      parameters: [
        header("webhook-id", "Names the event; the same on every attempt."),
        header("webhook-timestamp", "When this attempt was made, in seconds since 1970.", {
          pattern: "^\\d+$",
        }),
        header(
          "webhook-signature",
          "One or more signatures of Standard Webhooks, `v1,<base64>`, with a space between: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the webhook's signing secret.",
        ),
        header("webhook-sequence", "The event's number among those of this return: 1, 2, 3 and so on.", {
          pattern: "^[1-9]\\d*$",
        }),
        header(
          "x-request-id",
          "The request that changed the return: its answer had the same, and so has the log.",
        ),
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: ReturnWebhook, example: EXAMPLE } },
      },
      responses: {
        "2XX": { description: "Delivered, if the answer comes within 10 seconds. Its body is not used." },
        "3XX": { description: "As any other failure: a redirect is not followed." },
        "4XX": {
          description:
            "Tried again, 8 times in all unless configured, the last within 4 hours of the first; then discarded. `Retry-After` is honoured up to an hour.",
        },
        "5XX": { description: "Tried again as above." },
      },
      security: [{ subscriber: [] }, {}],
    },
  },
};

function header(name: string, description: string, schema: object = {}) {
  return { in: "header", name, required: true, description, schema: { type: "string", ...schema } };
}
