import type { DeliveryDetail } from "../../../features/webhooks/schema.ts";
import { at, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { card, details } from "../components/card.ts";
import { livePart } from "../components/live-part.ts";
import { ago } from "../components/time.ts";
import { timeline } from "../components/timeline.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { deliveryBadge } from "./deliveries.ts";
import { soon } from "./webhooks.ts";

const WEBHOOKS = "/developer/webhooks";

/** Developer: one delivery, with its payload and the response to each attempt. */
export const deliveryPage: ConsolePage = {
  path: `${WEBHOOKS}/:webhookId/deliveries/:deliveryId`,
  section: WEBHOOKS,
  needs: "webhooks_read",
  show: async (visit) => {
    const { delivery } = await visit.api.get<{ delivery: DeliveryDetail }>(apiPath(visit));
    return deliveryView(visit, delivery);
  },
  acts: {
    redeliver: {
      needs: "webhooks_write",
      run: async (visit) => {
        await visit.api.post(`${apiPath(visit)}/redeliver`);
        const { webhookId = "", deliveryId = "" } = visit.params;
        return {
          to: WEBHOOKS + at`/${webhookId}/deliveries/${deliveryId}`,
          notice: "It is sent again.",
        };
      },
    },
  },
};

function apiPath({ params: { webhookId = "", deliveryId = "" } }: Visit): string {
  return at`/webhooks/${webhookId}/deliveries/${deliveryId}`;
}

function deliveryView(visit: Visit, delivery: DeliveryDetail): View {
  const { deliveryId, returnId, sequence, type, at: happened, requestId, payload } = delivery;
  const now = visit.ctx.now();
  const entries = delivery.attempts.toReversed().map((attempt) => ({
    at: attempt.at,
    title: attempt.status === null ? (attempt.error ?? "No response") : `Status ${attempt.status}`,
    tone: attempt.status !== null && attempt.status < 300 ? ("good" as const) : ("bad" as const),
    body: html`<p>after ${attempt.durationMs} ms</p>${attempt.answer && html`<pre class="body"><bdi>${attempt.answer}</bdi></pre>`}${headersPart(attempt)}`,
  }));
  const attempts = entries.length > 0 ? timeline(entries, now) : html`<p class="lead">None yet.</p>`;
  return {
    title: `Event ${sequence} of ${returnId}`,
    parents: [
      { title: "Webhooks", path: WEBHOOKS },
      { title: "This webhook", path: WEBHOOKS + at`/${visit.params.webhookId ?? ""}` },
    ],
    actions: visit.can("webhooks_write")
      ? actButton(visit, { act: "redeliver", text: "Send again", look: "primary" })
      : undefined,
    body: html`<div class="sections">${livePart(
      visit,
      "delivery",
      html`<div class="sections">${card(
        details([
          ["State", deliveryBadge(delivery)],
          ...(delivery.status === "pending" ? [nextLine(delivery, now)] : []),
          ["Type", type],
          ["Happened", ago(happened, now)],
          ["Delivery", html`<code>${deliveryId}</code>`],
          ["Caused by request", html`<code>${requestId}</code>`],
        ]),
      )}
    ${card(attempts, { title: "Attempts", lead: "The latest first, with the beginning of the receiver's answer." })}</div>`,
    )}
    ${card(bodyOf(payload), { title: "Body", lead: "As it is sent, but for line breaks." })}</div>`,
  };
}

type Attempt = DeliveryDetail["attempts"][number];

/** The signature and the credential are secrets, or made of them. */
function headersPart({ requestHeaders, responseHeaders, status }: Attempt): Markup {
  const sent: [string, string][] = [
    ...Object.entries(requestHeaders),
    ["webhook-signature", "v1,••• (not shown)"],
  ];
  const received = responseHeaders && headerLines(Object.entries(responseHeaders));
  const none =
    status === null ? "There was no response." : "Only those of a response that wasn't a success are kept.";
  return html`<details class="disclosure"><summary>Headers</summary>
      <h3>Sent</h3>${headerLines(sent)}
      <h3>Received</h3>${received ?? html`<p class="lead">${none}</p>`}</details>`;
}

function headerLines(headers: [string, string][]): Markup {
  const text = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return html`<pre class="body"><bdi>${text}</bdi></pre>`;
}

function nextLine({ nextAttemptAt }: DeliveryDetail, now: Date): [Label, Content] {
  const none = "after the earlier events of the same object, or once the webhook is enabled";
  return ["Next attempt", nextAttemptAt === null ? none : soon(nextAttemptAt, now)];
}

function bodyOf(payload: string): Markup {
  return html`<pre class="body" tabindex="0">${indented(payload)}</pre>`;
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
