import { beginOfDay, endOfDay, isDay } from "../../../lib/local-days.ts";
import { type Fault, Problem } from "../../../lib/problem.ts";
import { attributes, html, type Markup } from "../../pages/html.ts";
import { faultText } from "../fault-words.ts";
import type { Visit } from "../page.ts";

export type Filter = { name: string; label: string } & (
  | { type: "select"; options: { value: string; title: string }[] }
  | { type: "text" | "date" | "search" }
);

/** As many filters are folded on a phone. */
const FOLDED_FROM = 3;

type Options = {
  /** What is wrong with the filters of the address. */
  faults?: readonly Fault[];
  /** Parameters of the address that stay when a filter is changed. */
  keep?: readonly string[];
};

/** Returns a list's filters. They live in the address; an empty one isn't sent on by `filterOf`. */
export function filters(url: URL, all: readonly Filter[], { faults = [], keep = [] }: Options = {}): Markup {
  const kept = keep.flatMap((name) => {
    const value = url.searchParams.get(name);
    return value ? [html`<input type="hidden" name="${name}" value="${value}">`] : [];
  });
  const count = all.filter(({ name }) => url.searchParams.get(name)).length;
  const isFiltered = count > 0;
  const rest = new URLSearchParams(
    keep.flatMap((name) => url.searchParams.getAll(name).map((value) => [name, value])),
  );
  const content = html`<form class="filters" method="get" action="${url.pathname}">${kept}${all.map((each) =>
    filterField(
      url,
      each,
      faults.find(({ parameter }) => parameter === each.name),
    ),
  )}
    <div class="filter-buttons"><button class="button plain">Filter</button>
    ${isFiltered && html`<a class="button quiet" href="${rest.size > 0 ? `${url.pathname}?${rest}` : url.pathname}">Clear</a>`}</div>
  </form>`;
  // One or two stand open on a phone too.
  if (all.length < FOLDED_FROM) return content;
  const open = attributes({ open: isFiltered });
  return html`<details class="filters-fold" ${open}><summary>Filters${isFiltered && ` (${count})`}</summary>${content}</details>`;
}

function filterField(url: URL, filter: Filter, fault: Fault | undefined): Markup {
  const id = `filter-${filter.name}`;
  const value = url.searchParams.get(filter.name) ?? "";
  if (filter.type === "select") {
    const options = filter.options.map(
      (each) =>
        html`<option value="${each.value}" ${attributes({ selected: each.value === value })}>${each.title}</option>`,
    );
    return html`<div class="filter" data-autosubmit><label for="${id}">${filter.label}</label>
      <select id="${id}" name="${filter.name}"><option value="">Any</option>${options}</select></div>`;
  }
  const state = attributes({
    "aria-invalid": fault ? "true" : undefined,
    "aria-describedby": fault ? `${id}-fault` : undefined,
  });
  return html`<div class="filter"><label for="${id}">${filter.label}</label>
    <input id="${id}" name="${filter.name}" type="${filter.type}" value="${value}" ${state}>${
      fault && html`<p class="fault" id="${`${id}-fault`}">${faultText(fault, filter.label)}</p>`
    }</div>`;
}

/** Returns what `read` returns, or, when it throws 400 for an invalid filter, `empty` and the errors of the filters. */
export async function filtered<Result>(
  read: () => Promise<Result>,
  empty: Result,
): Promise<{ found: Result; faults: readonly Fault[] }> {
  try {
    return { found: await read(), faults: [] };
  } catch (error) {
    if (!(error instanceof Problem) || error.parts.status !== 400 || !("errors" in error.parts)) throw error;
    const faults = ((error.parts.errors ?? []) as Fault[]).filter(({ parameter }) => parameter !== undefined);
    if (faults.length === 0) throw error;
    return { found: empty, faults };
  }
}

/** Returns the value of a filter; undefined when it is empty. */
export function filterOf(url: URL, name: string): string | undefined {
  return url.searchParams.get(name)?.trim() || undefined;
}

/** Returns the query of an API list for filters of the address; a date is a whole day of the store. */
export function queryOf(
  { url, store }: Pick<Visit, "url" | "store">,
  names: readonly string[],
): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = filterOf(url, name);
    if (value !== undefined) query.set(name, instantOf(name, value, store.timeZone));
  }
  return query;
}

/** The last day is included, where the API excludes the end. */
function instantOf(name: string, value: string, timeZone: string): string {
  if (!/_m(?:in|ax)$/.test(name) || !isDay(value)) return value;
  const day = Temporal.PlainDate.from(value);
  return (name.endsWith("_max") ? endOfDay(day, timeZone) : beginOfDay(day, timeZone)) ?? value;
}
