import type { Static } from "@sinclair/typebox";
import type { StoredEvent } from "../../../features/events/schema.ts";
import { jsonExcerpt } from "../../../lib/json-excerpt.ts";
import { shortened } from "../../../lib/text.ts";
import { type Content, html, type Markup } from "../../pages/html.ts";
import { decimal } from "../components/count.ts";
import { amount } from "../components/money.ts";
import { say } from "../texts/texts.ts";

export type Event = Static<typeof StoredEvent>;

/** Values of the data that stand in the row. */
const MAX_IN_LINE = 3;
const MAX_IN_LINE_CHARACTERS = 40;
const MAX_SHOWN_CHARACTERS = 20_000;

/** Returns what an event is worth. */
export function worthOf({ value, valueCurrency }: Event): Content {
  if (value === undefined) return "";
  const text = String(value);
  if (valueCurrency === undefined) return decimal(text);
  // Of a number with an exponent the digits of money would be another one.
  return text.includes("e") ? `${text} ${valueCurrency}` : amount(value, valueCurrency);
}

/** Returns the first values of an event's data, and all of it to be opened. */
export function dataOf({ data, uniqueId, eventId, receivedAt }: Event): Markup {
  const shown = { ...(data && { data }), ...(uniqueId !== undefined && { uniqueId }), eventId, receivedAt };
  const text = jsonExcerpt(shown, 2 * MAX_SHOWN_CHARACTERS + 1);
  const cut = shortened(text, MAX_SHOWN_CHARACTERS);
  const entries = Object.entries(data ?? {});
  const pairs = entries
    .slice(0, MAX_IN_LINE)
    .map(
      ([name, value]) =>
        html`<span class="pair"><bdi>${inLine(name)}</bdi> <bdi class="value">${valueText(value)}</bdi></span> `,
    );
  const more =
    entries.length > MAX_IN_LINE && say("and {count} more", { count: entries.length - MAX_IN_LINE });
  const title = entries.length === 0 ? say("Details") : html`${pairs}${more}`;
  return html`<details class="disclosure"><summary>${title}</summary><pre class="body">${cut}</pre></details>`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === "object" && value !== null) return "{…}";
  return inLine(String(value));
}

function inLine(text: string): string {
  return shortened(text, MAX_IN_LINE_CHARACTERS);
}
