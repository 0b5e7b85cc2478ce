import { attributes, html, type Markup } from "../../pages/html.ts";
import type { Visit } from "../page.ts";

type Options = {
  scanned?: string | undefined;
  /** Beside a return: small, and a scan of a unit's SKU says that the unit is there. */
  isBeside?: boolean;
};

/** Returns the input for a scanner, which types what it reads and Enter, wherever the focus is. */
export function scanForm({ base }: Visit, { scanned, isBeside = false }: Options = {}): Markup {
  const label = isBeside
    ? "Scan a unit’s SKU, or the next parcel"
    : "Scan a label, tracking number or return id";
  return html`<form class="${isBeside ? "scan beside" : "scan"}" method="get" action="${`${base}/warehouse`}">
    <label for="scan">${label}</label>
    <div class="scan-line"><input id="scan" name="scan" type="text" value="${scanned ?? ""}" maxlength="255" autocomplete="off"
      autocapitalize="off" spellcheck="false" enterkeyhint="go" ${attributes({
        autofocus: !isBeside,
        "data-scan": isBeside ? "units" : "",
      })}>
    <button class="${isBeside ? "button" : "button primary"}">Open</button></div></form>`;
}
