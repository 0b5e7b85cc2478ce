import { countriesIn, countryCodeOf } from "../../../lib/country-codes.ts";
import { html, type Label, type Markup } from "../../pages/html.ts";

/** Returns the lines of an address; undefined without any. */
export function address(lines: readonly (Label | null | undefined)[]): Markup | undefined {
  const given = lines.filter((line) => line);
  if (given.length === 0) return undefined;
  return html`<address>${given.map((line) => html`<bdi class="line">${line}</bdi>`)}</address>`;
}

/** Returns the name of a country in the reader's language; what no country is called stays as it came. */
export function countryText(text: string | null | undefined): Label {
  const code = countryCodeOf(text ?? "");
  return ({ language }) => countriesIn(language).find(([, each]) => each === code)?.[0] ?? text;
}
