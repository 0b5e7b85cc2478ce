import { html, type Markup } from "../../pages/html.ts";

/** Returns the lines of an address; undefined without any. */
export function address(lines: readonly (string | null | undefined)[]): Markup | undefined {
  const given = lines.filter((line) => line);
  if (given.length === 0) return undefined;
  return html`<address>${given.map((line) => html`<bdi class="line">${line}</bdi>`)}</address>`;
}
