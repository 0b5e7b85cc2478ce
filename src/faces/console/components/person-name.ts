import { html, type Markup } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

type Named = { name: { given: string; surname: string }; emailAddress: string };

/** Returns the name of an order's or a return's customer; else their address. */
export function personName({ name, emailAddress }: Named): Markup {
  const text = [name.given, name.surname].filter(Boolean).join(" ") || emailAddress;
  return text === "" ? html`<span class="optional">${say("no name")}</span>` : html`<bdi>${text}</bdi>`;
}
