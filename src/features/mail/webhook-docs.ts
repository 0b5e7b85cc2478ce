import { RECEIVING } from "../../core/openapi/receiver-sample.ts";
import { type Mail, MailWebhook } from "./schema.ts";

const MAIL: Mail = {
  id: "mai_01m7yyk8y70000t1eshc79ng9c",
  to: "ada@example.com",
  kind: "return_received",
  language: "en",
  returnId: "ret_01m7yyk8y70000t1eshc79ng9c",
  withdrawalId: null,
  status: "waiting",
  messageId: "<mai_01m7yyk8y70000t1eshc79ng9c@shop.example>",
  attempts: 0,
  error: null,
  answer: null,
  subject: "Your return of order 1001",
  text: "We have received your return of order 1001.\n\nLinen & Co\n",
  createdAt: "2026-03-02T10:00:00.000Z",
  attemptedAt: null,
};

/** The payload of a test event: a mail that no store has. */
export const TEST_MAIL = { mail: { ...MAIL, id: "test", returnId: "test", to: "test@example.com" } };

/** The documentation of the requests about mails that the service sends to subscribers. */
export const mailWebhook = (parameters: object[], responses: object) => ({
  post: {
    operationId: "receiveMail",
    summary: "Mail queued, sent or failed",
    description: `Sent to the \`callback.url\` of each webhook with the topic \`mail\` when a mail to a shopper is queued, was sent, or has failed for good.

- A store without a mail server of the service sends its own mails by \`queued\`: \`mail.subject\` and \`mail.text\` are what to write.
- The events of one mail are sent in order. Mails do not wait for each other.
- An event may be sent more than once: deduplicate by \`mail.id\`, \`type\` and \`at\`.
- A test sends a mail with the id \`test\`.
- Mails to people who use the console have no events.

${RECEIVING}`,
    tags: ["Webhooks"],
    parameters,
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: MailWebhook,
          example: { type: "queued", at: MAIL.createdAt, merchantName: "Linen & Co", mail: MAIL },
        },
      },
    },
    responses,
    security: [{ subscriber: [] }, {}],
  },
});
