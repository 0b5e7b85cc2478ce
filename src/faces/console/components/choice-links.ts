import { attributes, html, type Label, type Markup } from "../../pages/html.ts";
import { PLACE } from "./filters.ts";

type Choices = {
  /** What is chosen, for screen readers. */
  label: Label;
  /** The parameter of the address that says it. */
  name: string;
  options: readonly { value: string; title: Label }[];
  chosen: string;
};

/** Returns links to the same page with one of few choices, side by side. */
export function choiceLinks(url: URL, { label, name, options, chosen }: Choices): Markup {
  const links = options.map(({ value, title }) => {
    const query = new URLSearchParams(url.searchParams);
    for (const place of PLACE) query.delete(place);
    query.set(name, value);
    const state = attributes({ "aria-current": value === chosen ? "true" : undefined });
    return html`<li><a href="${`${url.pathname}?${query}`}" ${state}>${title}</a></li>`;
  });
  return html`<ul class="period" aria-label="${label}">${links}</ul>`;
}
