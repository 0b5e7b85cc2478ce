import type { Guide } from "./guides.ts";
import { anchorOf } from "./html.ts";
import type { Group } from "./reference.ts";

/** What can be found: title, the page that it stands on, address, and further words. */
type Entry = { title: string; page: string; href: string; words: string };

/** Returns the index that the page's script searches. */
export function searchIndex(guides: Guide[], groups: Group[]): Entry[] {
  const ofGuides = guides.flatMap(({ path, title, headings, text }) => [
    { title, page: "Guide", href: path, words: text },
    ...headings.map((heading) => ({
      title: heading.title,
      page: title,
      href: `${path}#${heading.anchor}`,
      words: "",
    })),
  ]);
  const ofGroups = groups.flatMap(({ path, title, operations, objects }) => [
    ...operations.map(({ operationId, summary, method, path: address }) => ({
      title: summary,
      page: `${title} · ${method}`,
      href: `${path}#${operationId}`,
      words: `${operationId} ${method} ${address}`,
    })),
    ...objects.map((name) => ({
      title: name,
      page: `${title} · object`,
      href: `${path}#${anchorOf(`object-${name}`)}`,
      words: "",
    })),
  ]);
  return [...ofGuides, ...ofGroups];
}
