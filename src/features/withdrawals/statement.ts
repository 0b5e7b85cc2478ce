import type { Language } from "../../lib/languages.ts";
import type { WithdrawnItem } from "../../platform/db/documents/withdrawal.ts";
import { fill, TEXTS } from "./texts/texts-of.ts";

/** What a consumer has typed. `items` is undefined for the whole order. */
export type Typed = {
  name: string;
  order: string;
  email: string;
  items?: WithdrawnItem[] | null | undefined;
};

/**
 * Returns the statement that a consumer confirms, as it is shown, stored and sent. It follows from what was typed alone:
 * nothing that the service knows or finds can change it between the two steps.
 */
export function statementOf({ name, order, email, items }: Typed, language: Language, store: string): string {
  const words = TEXTS[language].statement;
  const lines = (items ?? []).map(
    ({ lineItemId, quantity }) => `- ${fill(words.item, { quantity, item: oneLine(lineItemId) })}`,
  );
  return [
    fill(words.to, { store: oneLine(store) }),
    "",
    fill(lines.length > 0 ? words.part : words.whole, { order: oneLine(order) }),
    ...lines,
    "",
    fill(words.name, { name: oneLine(name) }),
    fill(words.email, { email: oneLine(email) }),
  ].join("\n");
}

/** What was typed can't look like another line of the statement, nor change the direction of the rest. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
