import { HISTORY } from "../docs-examples.ts";

/** The OpenAPI text of the operation. */
export const DOCS = {
  read: {
    operationId: "readReturnTimeline",
    summary: "Get a return's timeline",
    description: `Returns what happened to a return, newest first: changes of its status, its notes and comments, what it has done to the stock, the withdrawal that has made it, the mails about it and that withdrawal without what they say, and the deliveries of its events with what the receivers responded.

- Deliveries are included for a secret with the scope \`webhooks_read\`, those of deleted webhooks never.
- A page ends early at 4 MB. The state of a delivery or a mail is that of the moment when its page is read.`,
    "x-response-examples": {
      200: {
        timeline: [
          {
            type: "delivery",
            at: "2026-03-04T09:30:00.020Z",
            requestId: "01956001-9e00-7000-8000-000000000001",
            webhookId: "whk_01m5fp3a2c0000g7s5j1r8q4ty",
            url: "https://example.com/hooks/returns",
            deliveryId: "whe_01m5fq8e200000t3b6y2d9k0mz",
            sequence: 1,
            eventType: "created",
            status: "delivered",
            attempts: [
              {
                at: "2026-03-04T09:30:00.110Z",
                status: 200,
                durationMs: 84,
                error: null,
                answer: "ok",
              },
            ],
          },
          {
            ...{ type: "mail", at: "2026-03-04T09:30:00.000Z" },
            requestId: "01956001-9e00-7000-8000-000000000001",
            ...{ mailId: "mai_01m7yyk8y70000t1eshc79ng9c", to: "ada@example.com", kind: "return_arrived" },
            ...{ status: "sent", attempts: 1, error: null, attemptedAt: "2026-03-04T09:30:00.410Z" },
          },
          {
            ...{ type: "note", at: "2026-03-04T09:30:00.000Z", by: "Support desk", message: "Arrived wet" },
            byId: "cli_01m5zk7wq10000h2v8d3c6x7rw",
          },
          {
            ...{ type: "stock", at: "2026-03-04T09:20:00.000Z", by: "Warehouse" },
            byId: "cli_01m5zk7wq10000h2v8d3c6x7rw",
            requestId: "01956001-9e00-7000-8000-000000000001",
            ...{ stock: "restocked", units: 2, itemId: "rit_01m5zk7wq40000b6m9t2y4e8gs" },
            ...{ productId: "linen-shirt-m", locationId: "loc_01kb3e8m9g0000q2x7d4n8wvf5", reason: null },
            shop: { status: "done", reason: null, attempts: 1 },
          },
          { type: "status", ...HISTORY[0] },
          {
            ...{ type: "withdrawal", at: "2026-03-04T09:15:00.000Z", by: "Shopper", byId: null },
            requestId: "01956001-9e00-7000-8000-000000000001",
            ...{ withdrawalId: "wdr_01m5zk7wq10000h2v8d3c6x9ty", number: 17 },
          },
        ],
      },
    },
    "x-extension": true,
  },
};
