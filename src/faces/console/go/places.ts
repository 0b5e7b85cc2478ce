import { html, type Markup, type PerReader, type Reader } from "../../pages/html.ts";
import type { Visit } from "../page.ts";
import { SECTIONS } from "../sections.ts";
import { type Plain, say } from "../texts/texts.ts";

/** What can be begun on a page of its own. */
const ACTS: readonly { name: Plain; path: string }[] = [
  { name: "Create return", path: "/returns/new" },
  { name: "Import orders", path: "/order-imports" },
  { name: "Import stock", path: "/inventory/import" },
  { name: "Start export", path: "/exports" },
  { name: "Add segment", path: "/segments/new" },
  { name: "Add API client", path: "/developer/clients/new" },
  { name: "Add webhook", path: "/developer/webhooks/new" },
  { name: "Add location", path: "/settings/locations/new" },
  { name: "Add integration", path: "/settings/integrations/new" },
  { name: "Invite a person", path: "/settings/people" },
];

/** A page that can be gone to, and the group that it is in. */
export type Place = { title: PerReader; within?: PerReader | undefined; href: string };

/** Returns the pages that the person may open and whose names have every word, in the order of the navigation. */
export function pagesNamed(visit: Visit, text: string): Place[] {
  const ofStore = SECTIONS.flatMap(({ name: group, sections }) =>
    sections
      .filter(({ path }) => visit.offers(path))
      .map(({ name, path }) => ({
        title: say(name),
        within: group && say(group),
        href: path === "/" ? visit.base : visit.base + path,
      })),
  );
  const others = [
    { title: say("Your account"), href: accountAddress(visit) },
    { title: say("Change store"), href: "/console" },
    { title: say("Documentation"), href: "/docs" },
  ];
  return matching([...ofStore, ...others], text, visit.reader);
}

/** Returns what the person may begin, as far as its name has every word. */
export function actsNamed(visit: Visit, text: string): Place[] {
  const offered = ACTS.filter(({ path }) => visit.offers(path)).map(({ name, path }) => ({
    title: say(name),
    href: visit.base + path,
  }));
  return matching(offered, text, visit.reader);
}

/** Returns the address of the person's account, from a page of a store. */
export function accountAddress({ store }: Pick<Visit, "store">): string {
  return `/console/account?${new URLSearchParams({ store: store.storeId })}`;
}

/** Returns a place as a line of a list of results. */
export function placeItem({ title, within, href }: Place): Markup {
  return html`<li><a class="result" href="${href}"><span class="result-type">${within}</span>
    <span><strong>${title}</strong></span></a></li>`;
}

/** Every word of the text begins a word of the name, as the reader reads it; accents and case aside. */
function matching(places: readonly Place[], text: string, reader: Reader): Place[] {
  const wanted = wordsOf(text);
  return places.filter(({ title, within }) => {
    const words = wordsOf(`${String(title(reader))} ${within ? String(within(reader)) : ""}`);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
