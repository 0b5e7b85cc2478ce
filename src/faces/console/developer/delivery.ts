import type { DeliveryDetail } from "../../../features/webhooks/schema.ts";
import { at, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { actButton } from "../components/act-button.ts";
import { card, details } from "../components/card.ts";
import { livePart } from "../components/live-part.ts";
import { ago } from "../components/time.ts";
import { timeline } from "../components/timeline.ts";
import { sentenceText } from "../fault-words.ts";
import type { ConsolePage, View, Visit } from "../page.ts";
import { joined, say } from "../texts/texts.ts";
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
          notice: say("It is sent again."),
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
    title: titleOf(attempt),
    tone: attempt.status !== null && attempt.status < 300 ? ("good" as const) : ("bad" as const),
    body: html`<p>${say("after {ms} ms", { ms: attempt.durationMs })}</p>${attempt.answer && html`<pre class="body"><bdi>${attempt.answer}</bdi></pre>`}${headersPart(attempt)}`,
  }));
  const attempts =
    entries.length > 0 ? timeline(entries, now) : html`<p class="lead">${say("None yet.")}</p>`;
  return {
    title: say("Event {number} of {object}", { number: sequence, object: returnId }),
    parents: [
      { title: say("Webhooks"), path: WEBHOOKS },
      { title: say("This webhook"), path: WEBHOOKS + at`/${visit.params.webhookId ?? ""}` },
    ],
    actions: visit.can("webhooks_write")
      ? actButton(visit, { act: "redeliver", text: say("Send again"), look: "primary" })
      : undefined,
    body: html`<div class="sections">${livePart(
      visit,
      "delivery",
      html`<div class="sections">${card(
        details([
          [say("State"), deliveryBadge(delivery)],
          ...(delivery.status === "pending" ? [nextLine(delivery, now)] : []),
          [say("Type"), html`<code>${type}</code>`],
          [say("Happened"), ago(happened, now)],
          [say("Delivery"), html`<code>${deliveryId}</code>`],
          [say("Caused by request"), html`<code>${requestId}</code>`],
        ]),
      )}
    ${card(attempts, { title: say("Attempts"), lead: say("The latest first, with the beginning of the receiver's answer.") })}</div>`,
    )}
    ${card(bodyOf(payload), { title: say("Body"), lead: say("As it is sent, but for line breaks.") })}</div>`,
  };
}

type Attempt = DeliveryDetail["attempts"][number];

const HIDDEN = joined(["v1,•••", say("(not shown)")], " ");

function titleOf({ status, error }: Attempt): Content {
  if (status !== null) return say("Status {status}", { status: String(status) });
  return error ? html`<bdi>${sentenceText(error)}</bdi>` : say("No response");
}

/** The signature and the credential are secrets, or made of them. */
function headersPart({ requestHeaders, responseHeaders, status }: Attempt): Markup {
  const sent: [string, Label][] = [...Object.entries(requestHeaders), ["webhook-signature", HIDDEN]];
  const received = responseHeaders && headerLines(Object.entries(responseHeaders));
  const none =
    status === null
      ? say("There was no response.")
      : say("Only those of a response that wasn't a success are kept.");
  return html`<details class="disclosure"><summary>${say("Headers")}</summary>
      <h3>${say("Sent#headers")}</h3>${headerLines(sent)}
      <h3>${say("Received#headers")}</h3>${received ?? html`<p class="lead">${none}</p>`}</details>`;
}

function headerLines(headers: [string, Label][]): Markup {
  const lines = headers.map(([name, value]) => joined([name, value], ": "));
  return html`<pre class="body"><bdi>${joined(lines, "\n")}</bdi></pre>`;
}

function nextLine({ nextAttemptAt }: DeliveryDetail, now: Date): [Label, Content] {
  const none = say("after the earlier events of the same object, or once the webhook is enabled");
  return [say("Next attempt"), nextAttemptAt === null ? none : soon(nextAttemptAt, now)];
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
