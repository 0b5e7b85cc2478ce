import { type Fault, pointerTo } from "../../../lib/problem.ts";
import { fieldName } from "../errors/validation-errors.ts";
import type { Span } from "./excess.ts";

const MAX_FAULTS = 20;
const MAX_SHOWN = 40;

/** A number of a body that its parser has changed. */
type Changed = { pointer: string; source: string };

/** A map apart from the bodies, of which very few have such a number. */
const changedIn = new WeakMap<object, Changed[]>();

/** Remembers the numbers of a text that its parser has changed in `body`. */
export function rememberChanged(body: unknown, text: string, spans: Span[]): void {
  if (typeof body !== "object" || body === null) return;
  const marker = newMarker(text);
  const changed: Changed[] = [];
  collect(JSON.parse(numbersAsStrings(text, spans, marker)), "", marker, changed);
  changedIn.set(body, changed);
}

/**
 * Returns a fault for each number, at most 20, that the parser of a body has changed and `isKept` says is kept as it
 * was sent.
 */
export function faultsOfNumbers(body: unknown, isKept: (pointer: string) => boolean = () => true): Fault[] {
  const changed = typeof body === "object" && body !== null ? changedIn.get(body) : undefined;
  if (!changed) return [];
  const kept = changed.filter(({ pointer }) => isKept(pointer)).slice(0, MAX_FAULTS);
  return kept.map(({ pointer, source }) => {
    const shown = source.length > MAX_SHOWN ? `${source.slice(0, MAX_SHOWN)}…` : source;
    const name = fieldName("body", pointer);
    const detail = `${name} must be a number that a double holds exactly, not ${shown}; send it as a string.`;
    return { detail, pointer };
  });
}

/** Passes on what is remembered of a body's element to that element, a body of its own to what checks it. */
export function rememberOfElements(body: object, elements: unknown[], pointer: string): void {
  const changed = changedIn.get(body);
  if (!changed) return;
  for (const each of changed) {
    const [, index = "", rest = ""] = /^\/(\d+)(\/.*)$/s.exec(each.pointer.slice(pointer.length)) ?? [];
    const element = each.pointer.startsWith(`${pointer}/`) ? elements[Number(index)] : undefined;
    if (typeof element !== "object" || element === null || rest === "") continue;
    const before = changedIn.get(element) ?? [];
    before.push({ pointer: rest, source: each.source });
    changedIn.set(element, before);
  }
}

/** Returns a beginning that no string of the text has. */
function newMarker(text: string): string {
  let marker = "number ";
  while (text.includes(marker)) marker = `number ${crypto.randomUUID()} `;
  return marker;
}

/** Returns the text with a string, of `before` and the number, in place of each number. */
export function numbersAsStrings(text: string, spans: Span[], before = ""): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    const isNegative = text[start - 1] === "-";
    const begin = isNegative ? start - 1 : start;
    parts.push(text.slice(from, begin), `"${before}${text.slice(begin, end)}"`);
    from = end;
  }
  return parts.join("") + text.slice(from);
}

function collect(value: unknown, pointer: string, marker: string, found: Changed[]): void {
  if (typeof value === "string") {
    if (value.startsWith(marker)) found.push({ pointer, source: value.slice(marker.length) });
  } else if (typeof value === "object" && value !== null) {
    for (const name of Object.keys(value))
      collect((value as Record<string, unknown>)[name], pointerTo(pointer, name), marker, found);
  }
}
