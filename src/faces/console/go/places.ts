import { html, type Markup, type PerReader, type Reader } from "../../pages/html.ts";
import type { Visit } from "../page.ts";
import { SECTIONS } from "../sections.ts";
import { say } from "../texts/texts.ts";
import type { Texts } from "../texts/texts-shape.ts";

/** What can be begun on a page of its own. */
const ACTS: readonly { name: keyof Texts["acts"]; path: string }[] = [
  { name: "newReturn", path: "/returns/new" },
  { name: "importOrders", path: "/order-imports" },
  { name: "importStock", path: "/inventory/import" },
  { name: "export", path: "/exports" },
  { name: "newSegment", path: "/segments/new" },
  { name: "newClient", path: "/developer/clients/new" },
  { name: "newWebhook", path: "/developer/webhooks/new" },
  { name: "newLocation", path: "/settings/locations/new" },
  { name: "newIntegration", path: "/settings/integrations/new" },
  { name: "invite", path: "/settings/people" },
];

/** A page that can be gone to, and the group that it is in. */
export type Place = { title: PerReader; within?: PerReader | undefined; href: string };

/** Returns the pages that the person may open and whose names have every word, in the order of the navigation. */
export function pagesNamed(visit: Visit, text: string): Place[] {
  const ofStore = SECTIONS.flatMap(({ name: group, sections }) =>
    sections
      .filter(({ path }) => visit.offers(path))
      .map(({ name, path }) => ({
        title: say(({ names }) => names[name]),
        within: group && say(({ names }) => names[group]),
        href: path === "/" ? visit.base : visit.base + path,
      })),
  );
  const others = [
    { title: say(({ names }) => names.account), href: accountAddress(visit) },
    { title: say(({ shell }) => shell.changeStore), href: "/console" },
    { title: say(({ names }) => names.docs), href: "/docs" },
  ];
  return matching([...ofStore, ...others], text, visit.reader);
}

/** Returns what the person may begin, as far as its name has every word. */
export function actsNamed(visit: Visit, text: string): Place[] {
  const offered = ACTS.filter(({ path }) => visit.offers(path)).map(({ name, path }) => ({
    title: say(({ acts }) => acts[name]),
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
