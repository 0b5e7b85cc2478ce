import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import type { ReturnTimeline } from "../../../features/returns/timeline/schema.ts";
import { at, type Content, html, type Markup } from "../../pages/html.ts";
import { badge, type Tone } from "../components/badge.ts";
import { details } from "../components/card.ts";
import { urlText } from "../components/shown-url.ts";
import { exactTime } from "../components/time.ts";
import { type Entry, timeline } from "../components/timeline.ts";
import { MAIL_STATES, MAIL_TITLES } from "../data/mail-words.ts";
import { sentenceText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { type Plain, say } from "../texts/texts.ts";
import { thumbnail } from "./image.ts";
import { STATUS_WORDS } from "./statuses.ts";

type Event = ReturnTimeline["timeline"][number];
type Delivery = Extract<Event, { type: "delivery" }>;

const DELIVERED: Record<
  Delivery["status"],
  { title: "Being sent to {receiver}" | "Sent to {receiver}" | "Given up sending to {receiver}"; tone: Tone }
> = {
  pending: { title: "Being sent to {receiver}", tone: "warn" },
  delivered: { title: "Sent to {receiver}", tone: "neutral" },
  discarded: { title: "Given up sending to {receiver}", tone: "bad" },
};

/** A return on its page: where its links begin, and its products' names by their ids. */
type Of = { base: string; returnId: string; names: Map<string, string> };

/** Returns what happened to a return, and, folded, what of it only developers need. */
export function returnEvents(
  { base, ctx }: Visit,
  { return: shown, order }: { return: Return; order: ReturnOrder },
  events: readonly Event[],
): Markup {
  const seen = events.filter(({ type }) => type !== "delivery");
  const names = new Map(
    order.items.flatMap(({ product, variant }) =>
      [product.externalId, variant.externalId].map((id): [string, string] => [id, product.name]),
    ),
  );
  const of = { base, returnId: shown.id, names };
  const list = timeline(
    seen.map((event) => entryOf(of, event)),
    ctx.now(),
  );
  const technical = events.flatMap((event) => developerEntry(event) ?? []);
  const id = details([[say("Return id"), html`<code>${shown.id}</code>`]]);
  return html`${list}<details class="disclosure developer"><summary>${say("Developer details")}</summary>${id}
    ${technical.length > 0 && timeline(technical, ctx.now())}</details>`;
}

/** Returns the deliveries to webhooks, and which request has done each of the others. */
function developerEntry(event: Event): Entry | undefined {
  if (event.type === "delivery") return deliveryEntry(event);
  if (!("requestId" in event) || !event.requestId) return undefined;
  const what = say(event.type === "status" ? STATUS_WORDS[event.to].title : REQUESTED[event.type]);
  return { at: event.at, title: html`${what}: ${request(event.requestId)}` };
}

const REQUESTED: Record<Exclude<Event["type"], "delivery" | "status">, Plain> = {
  ...{ note: "Note", stock: "Stock", mail: "Mail", withdrawal: "Withdrawal" },
};

function entryOf({ base, returnId, names }: Of, event: Event): Entry {
  if (event.type === "status") return statusEntry(event);
  if (event.type === "delivery") return deliveryEntry(event);
  if (event.type === "stock") return stockEntry(event, names);
  if (event.type === "mail") return mailEntry(base, event);
  if (event.type === "withdrawal") return withdrawalEntry(base, event);
  const { at, by, message, image } = event;
  const body = image
    ? thumbnail(base, returnId, image, say("Picture of this comment"))
    : html`<p class="quote" dir="auto">${message}</p>`;
  return { at, by, title: image ? say("Picture") : say("Note"), body };
}

type StatusChange = Extract<Event, { type: "status" }>;

function statusEntry({ at, by, from, to, reason, erased }: StatusChange): Entry {
  const { title, tone } = STATUS_WORDS[to];
  const name = say(title);
  const text = erased
    ? say("The customer was erased")
    : from === null
      ? say("Created: {status}", { status: name })
      : name;
  const why = reason !== undefined && html`<p class="quote" dir="auto">${reason}</p>`;
  const before =
    from !== null && !erased && say("before: {status}", { status: say(STATUS_WORDS[from].title) });
  const body = why || before ? html`${why}${before}` : undefined;
  return { at, by, tone: tone === "neutral" ? "info" : tone, title: html`<strong>${text}</strong>`, body };
}

type StockChange = Extract<Event, { type: "stock" }>;

const UNCHANGED: Record<NonNullable<StockChange["reason"]>, Plain> = {
  no_product: "no product is named",
  no_location: "the store has no default location",
  not_stocked: "the store keeps no stock of it",
};

const SHOP_WORDS: Record<NonNullable<StockChange["shop"]>["status"], Plain> = {
  waiting: "The shop has not been asked yet",
  done: "The shop has changed its stock too",
  refused: "The shop refuses to change its stock",
  unknown: "The shop has not said whether it has changed its stock",
};

const MOVED = {
  restocked: [
    "Restocked: {count} unit of {product} | Restocked: {count} units of {product}",
    "Taken back from stock: {count} unit of {product} | Taken back from stock: {count} units of {product}",
  ],
  reserved: [
    "Reserved for the exchange: {count} unit of {product} | Reserved for the exchange: {count} units of {product}",
    "No longer reserved: {count} unit of {product} | No longer reserved: {count} units of {product}",
  ],
} as const;

function stockEntry(
  { at, by, stock, units, productId, reason, shop }: StockChange,
  names: Of["names"],
): Entry {
  if (reason !== null) {
    const title = say(stock === "restocked" ? "Not restocked: {why}" : "Nothing reserved: {why}", {
      why: say(UNCHANGED[reason]),
    });
    return { at, by, tone: "warn", title };
  }
  const [more, fewer] = MOVED[stock];
  const product = html`<bdi>${names.get(productId ?? "") || productId}</bdi>`;
  const title = say(units > 0 ? more : fewer, { count: Math.abs(units), product });
  if (shop === null) return { at, by, title };
  const why = shop.reason !== null && html`: <bdi>${sentenceText(shop.reason)}</bdi>`;
  const isOpen = shop.status === "refused" || shop.status === "unknown";
  return {
    at,
    by,
    ...(isOpen && { tone: "warn" as const }),
    title,
    body: html`${say(SHOP_WORDS[shop.status])}${why}`,
  };
}

type MailEvent = Extract<Event, { type: "mail" }>;

function mailEntry(base: string, { at: moment, kind, to, status, error }: MailEvent): Entry {
  const link = html`<a href="${base}/mails">${say("Mail: {kind}", { kind: say(MAIL_TITLES[kind]) })}</a>`;
  const { title, tone } = MAIL_STATES[status];
  return {
    ...{ at: moment, tone, title: html`${link} ${badge(say(title), tone)}` },
    body: html`${say("to {person}", { person: html`<bdi>${to === "" ? say("an erased person") : to}</bdi>` })}${error !== null && html` · ${sentenceText(error)}`}`,
  };
}

type Withdrawn = Extract<Event, { type: "withdrawal" }>;

function withdrawalEntry(base: string, event: Withdrawn): Entry {
  const link = html`<a href="${base + at`/withdrawals/${event.withdrawalId}`}">${say("Withdrawal {number}", { number: event.number })}</a>`;
  return { at: event.at, by: event.by, tone: "info", title: html`<strong>${link}</strong>` };
}

function deliveryEntry({ at, url, status, attempts, requestId, eventType, sequence }: Delivery): Entry {
  const { title, tone } = DELIVERED[status];
  const tries = attempts.map(
    (attempt) =>
      html`<li>${say("{moment}: {response} in {ms} ms", { moment: exactTime(attempt.at), response: attempt.status === null ? (attempt.error ?? say("no response")) : String(attempt.status), ms: attempt.durationMs })}${attempt.answer && html`<pre class="body">${attempt.answer}</pre>`}</li>`,
  );
  const last = attempts.at(-1);
  const outcome: Content = last ? html` · ${last.status ?? last.error ?? say("no response")}` : undefined;
  const times = say("{count} attempt | {count} attempts", { count: attempts.length });
  return {
    at,
    tone,
    title: html`${say(title, { receiver: urlText(url) })}${outcome}`,
    body: html`<details class="disclosure"><summary>${eventType} ${sequence} · ${times}</summary>
      <p>${request(requestId)}</p><ol class="attempts">${tries}</ol></details>`,
  };
}

function request(id: string): Markup {
  return html`${say("request {id}", { id: html`<code>${id}</code>` })}`;
}
