import { beginOfDay, endOfDay, isDay } from "../../../lib/local-days.ts";
import { type Fault, Problem } from "../../../lib/problem.ts";
import { attributes, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { faultText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { calendarDay, exactTime } from "./time.ts";

/** One of type `search` stands open, the others are chips. */
export type Filter = { name: string; label: Label } & (
  | { type: "select"; options: { value: string; title: Label }[] }
  | { type: "text" | "date" | "search" }
);

type Options = {
  /** What is wrong with the filters of the address. */
  faults?: readonly Fault[];
  /** Parameters of the address that stay when a filter is changed. */
  keep?: readonly string[];
  /** The orders of the list, for screens on which its columns have no heads; the first one is the usual one. */
  sorts?: readonly { value: string; title: Label }[];
};

/** From when until when what is listed happened. */
export const WITHIN: readonly Filter[] = [
  { name: "since", label: say("From"), type: "date" },
  { name: "until", label: say("Until"), type: "date" },
];

/** Where in the list a page is: it begins again when a filter is changed. */
export const PLACE = ["after", "n"];

/**
 * Returns a list's filters in one line, each a chip that says its value and opens below itself. They live in the address and
 * apply at once: a choice is a link, a text is sent when it is left. An empty one isn't sent on by `filterOf`.
 */
export function filters(url: URL, all: readonly Filter[], { faults = [], keep = [], sorts }: Options = {}) {
  const kept = [...keep, "sort", ...all.filter((each) => !isTyped(url, each)).map(({ name }) => name)];
  const hidden = kept.flatMap((name) => {
    const value = url.searchParams.get(name);
    return value ? [html`<input type="hidden" name="${name}" value="${value}">`] : [];
  });
  const given = all.filter(({ name }) => url.searchParams.get(name));
  const order: Filter[] = sorts
    ? [{ name: "sort", label: say("Sort"), type: "select", options: [...sorts] }]
    : [];
  const faultOf = ({ name }: Filter) => faults.find(({ parameter }) => parameter === name);
  const clear = html`<a class="button quiet" href="${addressWithout(
    url,
    all.map(({ name }) => name),
  )}">${say("Clear")}</a>`;
  return html`<form class="filters" method="get" action="${url.pathname}">
    <button class="button plain without-script">${say("Filter")}</button>${hidden}
    ${all.filter(({ type }) => type === "search").map((each) => searchField(url, each, faultOf(each)))}
    <div class="chips">${[...all.filter(({ type }) => type !== "search"), ...order].map((each) =>
      chip(url, each, faultOf(each)),
    )}${given.length > 1 && clear}</div>
  </form>`;
}

/** Whether a filter is a field of the form: a choice is a link, and a moment of a link from elsewhere can only be removed. */
function isTyped(url: URL, { name, type }: Filter): boolean {
  const value = url.searchParams.get(name) ?? "";
  if (type === "select") return false;
  return type !== "date" || isDay(value) || Number.isNaN(Date.parse(value));
}

function searchField(url: URL, filter: Filter, fault: Fault | undefined): Markup {
  return html`<div class="filter-search">${field(url, filter, { fault, isOpen: true })}</div>`;
}

function chip(url: URL, filter: Filter, fault: Fault | undefined): Markup {
  const { name, label } = filter;
  const value = url.searchParams.get(name) ?? "";
  const remove = html`<a class="chip-remove" href="${addressWithout(url, [name])}"><span aria-hidden="true">×</span><span class="hidden">${say("Remove {label}", { label })}</span></a>`;
  const look = `chip${value ? " on" : ""}${name === "sort" ? " of-order" : ""}`;
  return html`<div class="${look}"><details class="menu" ${attributes({ open: fault !== undefined })}>
      <summary>${label}${value && html`: <bdi class="chip-value">${valueText(filter, value)}</bdi>`}</summary>
      <div class="menu-panel">${isTyped(url, filter) ? field(url, filter, { fault }) : choices(url, filter, value)}</div>
    </details>${value && name !== "sort" && remove}</div>`;
}

function valueText(filter: Filter, value: string): Content {
  if (filter.type === "select") return filter.options.find((each) => each.value === value)?.title ?? value;
  if (filter.type !== "date" || Number.isNaN(Date.parse(value))) return value;
  return isDay(value) ? calendarDay(value) : exactTime(value);
}

function choices(url: URL, filter: Filter, value: string): Markup {
  if (filter.type !== "select")
    return html`<p class="help">${say("This moment is that of a link; remove it to choose a day.")}</p>`;
  const any = filter.name === "sort" ? [] : [{ value: "", title: say("Any") }];
  return html`${[...any, ...filter.options].map((option) => {
    const address = new URL(addressWithout(url, [filter.name]), url);
    if (option.value !== "") address.searchParams.set(filter.name, option.value);
    const state = attributes({ "aria-current": option.value === value ? "true" : undefined });
    return html`<a href="${address.pathname + address.search}" ${state}>${option.title}</a>`;
  })}`;
}

type FieldOptions = { fault: Fault | undefined; isOpen?: boolean };

function field(url: URL, { name, label, type }: Filter, { fault, isOpen = false }: FieldOptions): Markup {
  const id = `filter-${name}`;
  const state = attributes({
    "aria-invalid": fault ? "true" : undefined,
    "aria-describedby": fault ? `${id}-fault` : undefined,
    "data-applies": !isOpen,
    placeholder: isOpen ? label : undefined,
  });
  return html`<label class="${isOpen ? "hidden" : ""}" for="${id}">${label}</label>
    <input id="${id}" name="${name}" type="${type}" value="${url.searchParams.get(name) ?? ""}" ${state}>
    ${fault && html`<p class="fault" id="${`${id}-fault`}">${faultText(fault, label)}</p>`}
    ${!isOpen && html`<button class="button plain">${say("Apply")}</button>`}`;
}

/** Returns the address without some parameters, at the beginning of the list. */
function addressWithout(url: URL, names: readonly string[]): string {
  const rest = new URLSearchParams(url.searchParams);
  for (const name of [...names, ...PLACE]) rest.delete(name);
  return rest.size > 0 ? `${url.pathname}?${rest}` : url.pathname;
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
  const [edge] = /_(?:min|max)$|^(?:since|until)$/.exec(name) ?? [];
  if (edge === undefined || !isDay(value)) return value;
  const day = Temporal.PlainDate.from(value);
  return (edge === "_max" || edge === "until" ? endOfDay(day, timeZone) : beginOfDay(day, timeZone)) ?? value;
}
