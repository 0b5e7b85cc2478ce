import { attributes, html, type Markup } from "../../pages/html.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { lastOf } from "./last-act.ts";

type Options = {
  scanned?: string | undefined;
  /** Whether what was scanned is nothing that the store knows, or counted already. */
  isMiss?: boolean;
  /** The return that it stands beside: small, and a scan of a unit's SKU or bar code says that the unit is there. */
  beside?: { returnId: string; there: readonly string[] };
};

/** What the script says of a scan; it fills in the code or the product. */
const SAID = {
  "data-here": say("{product} is here.", { product: "{product}" }),
  "data-uncounted": say("{product} is not counted any more.", { product: "{product}" }),
  "data-counted": say("All units of {code} are counted.", { code: "{code}" }),
  "data-leave": say("Process this return first, or scan {code} again to leave it.", { code: "{code}" }),
  "data-no-camera": say("The camera can’t be used here: allow it in the browser, or type the code."),
};

/** Returns the input for a scanner, which types what it reads and Enter, wherever the focus is. */
export function scanForm(visit: Visit, { scanned, isMiss = false, beside }: Options = {}): Markup {
  const label = say(
    beside
      ? "Scan a unit’s SKU or bar code, or the next parcel"
      : "Scan a label, tracking number or return id",
  );
  const hidden = Object.entries({
    at: beside?.returnId,
    there: beside?.there.join("."),
    last: lastOf(visit),
  });
  const look = ["scan", beside && "beside", isMiss && "miss"].filter(Boolean).join(" ");
  return html`<form class="${look}" method="get" action="${`${visit.base}/warehouse`}">
    ${hidden.map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}
    <label for="scan">${label}</label>
    <div class="scan-line"><input id="scan" name="scan" type="text" value="${scanned ?? ""}" maxlength="255" autocomplete="off"
      autocapitalize="off" spellcheck="false" enterkeyhint="go" ${attributes({
        autofocus: !beside,
        "data-scan": beside ? "units" : "",
      })}>
    <button class="${beside ? "button" : "button primary"}">${say("Open#act")}</button>
    <button type="button" class="button" data-camera hidden data-close="${say("Close")}">${say("Camera")}</button></div>
    <div class="scan-tools"><p class="scan-said" role="status" ${attributes(SAID)}></p>
      <button type="button" class="button quiet" data-untick hidden>${say("Undo the scan")}</button>
      <label class="needs-script"><input type="checkbox" data-sound checked> ${say("Sound")}</label></div></form>`;
}
