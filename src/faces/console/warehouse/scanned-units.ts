import type { FormState } from "../../pages/form.ts";
import { html, type Markup } from "../../pages/html.ts";
import { linkButton } from "../components/button.ts";
import { filterOf } from "../components/filters.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { stationPath } from "./ticks.ts";
import type { Unit } from "./units.ts";

type Said = { state: FormState; there: readonly string[] };

/** Returns whether a unit is there, as the form says it, else as scans have found it; undefined if nothing is known. */
export function receivedText({ name }: Unit, { state, there }: Said): string | undefined {
  return state.value(`received-${name}`) ?? (there.includes(name) ? "yes" : undefined);
}

/** Returns how many of a return's units are there; with JavaScript it counts along. */
export function countText(units: Unit[], said: Said): Markup {
  const sum = (all: Unit[]) => all.reduce((total, { count }) => total + count, 0);
  const all = sum(units);
  const here = sum(units.filter((unit) => receivedText(unit, said) === "yes"));
  return html`<p class="ticks" role="status">${say("{here} of {count} unit is here | {here} of {count} units are here", { here: html`<strong data-ticks>${here}</strong>`, count: all })}</p>`;
}

/** Returns what is said of a scan of which all units were counted before. */
export function countedText(code: string): Markup {
  return html`<p class="scan-result" role="alert">${say("All units of {code} are counted.", { code: html`<strong><bdi>${code}</bdi></strong>` })}</p>`;
}

/** Returns the link that takes back the last scan that stands in the address; nothing without any. */
export function undoLink({ base, params, url }: Visit, there: readonly string[]): Markup | undefined {
  if (there.length === 0) return undefined;
  const before = stationPath(params.returnId ?? "", {
    there: there.slice(0, -1),
    last: filterOf(url, "last"),
  });
  return html`<p>${linkButton(say("Undo the last scan"), base + before, "quiet")}</p>`;
}
