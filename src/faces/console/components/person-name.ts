import { html, type Markup } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

type Named = { name: { given: string; surname: string }; emailAddress: string };

/** Returns the name of an order's or a return's customer; else their address. */
export function personName(person: Named): Markup {
  const text = textOf(person);
  return text === "" ? NO_NAME : html`<bdi>${text}</bdi>`;
}

/** Returns the same for a row of a list: a long one is whole where it is pointed at. */
export function shortName(person: Named): Markup {
  const text = textOf(person);
  return text === "" ? NO_NAME : html`<bdi class="short-name" title="${text}">${text}</bdi>`;
}

const NO_NAME = html`<span class="optional">${say("no name")}</span>`;

function textOf({ name, emailAddress }: Named): string {
  return [name.given, name.surname].filter(Boolean).join(" ") || emailAddress;
}
