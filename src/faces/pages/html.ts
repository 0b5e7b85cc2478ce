import { escapeText } from "../../lib/escape-text.ts";

/** Who reads a page, as far as it is written differently for them. */
export type Reader = {
  /** The language of the page's words, such as `de`. */
  language: string;
  /** How dates and numbers are written: the language as it is used in the reader's country, such as `en-GB`. */
  locale: string;
  /** The time zone of dates. */
  timeZone: string;
};

const DEFAULT_READER: Reader = { language: "en", locale: "en", timeZone: "UTC" };

/** Content that differs by who reads it. It is asked for when the page is written. */
export type PerReader = (reader: Reader) => Content;

/** A text that someone reads, perhaps in their language. */
export type Label = string | PerReader;

/** Returns a text as the reader reads it. */
export function labelText(label: Label, reader: Reader): string {
  return typeof label === "string" ? label : String(label(reader) ?? "");
}

type Piece = string | Markup | { place: Place; content: PerReader };

/** Markup that this module has made. Nothing that a client sends can be an instance of it. */
class Markup {
  readonly pieces: readonly Piece[];
  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
  /** As someone reads it of whom nothing is known. */
  get text(): string {
    return written(this.pieces, DEFAULT_READER);
  }
  textFor(reader: Reader): string {
    return written(this.pieces, reader);
  }
}

export type { Markup };

/** Attributes, as `attributes` returns them. */
class Attributes {
  readonly pieces: readonly Piece[];
  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }
}

/** What a template takes: text and numbers are escaped, markup and lists of any of these stand as they are. */
export type Content =
  | Markup
  | Attributes
  | PerReader
  | string
  | number
  | null
  | undefined
  | false
  | readonly Content[];

/** What stands in an attribute. */
type Value = string | number | boolean | null | undefined | PerReader;

/** The position of a value in a template. Escaping is enough in text and in quoted attributes only. */
type Place = "text" | "attribute" | "url" | "attributes";

const URL_ATTRIBUTE = /^(?:href|src|action|formaction|poster|hx-(?:get|post|put|patch|delete|push-url))$/i;
/** An address on this host, a fragment or a query, or one that can't run a script. */
const SAFE_URL = /^(?:\/(?![/\\])|[#?]|https?:\/\/|mailto:|$)/i;
const FORBIDDEN_ATTRIBUTE = /^(?:on|style$|srcdoc$|hx-on|hx-vals$|hx-headers$|hx-vars$)/i;

const places = new WeakMap<TemplateStringsArray, Place[]>();

/**
 * Returns markup. Values are escaped. A value may stand in text, in a double-quoted attribute, and, as
 * `attributes(…)`, between attributes; a template with a value elsewhere throws, as does an address that
 * could run a script.
 */
export function html(strings: TemplateStringsArray, ...values: Content[]): Markup {
  let found = places.get(strings);
  if (!found) {
    found = placesIn(strings);
    places.set(strings, found);
  }
  const pieces: Piece[] = [strings[0] ?? ""];
  for (let i = 0; i < values.length; i++) {
    addAt(pieces, found[i], values[i]);
    add(pieces, strings[i + 1] ?? "");
  }
  return new Markup(pieces);
}

/**
 * Returns attributes for a template; those that are false, null or undefined are left out. Throws for a name that
 * could run a script.
 */
export function attributes(named: Record<string, Value>): Attributes {
  const pieces: Piece[] = [];
  for (const [name, value] of Object.entries(named)) {
    if (value === false || value === null || value === undefined) continue;
    if (!/^[a-z][a-z0-9:-]*$/.test(name) || FORBIDDEN_ATTRIBUTE.test(name)) {
      throw new Error(`The attribute ${name} can't be made from values.`);
    }
    if (value === true) {
      add(pieces, ` ${name}`);
      continue;
    }
    add(pieces, ` ${name}="`);
    addAt(pieces, URL_ATTRIBUTE.test(name) ? "url" : "attribute", value);
    add(pieces, '"');
  }
  return new Attributes(pieces);
}

/** Returns a path or another URL whose values are encoded. */
export function at(strings: TemplateStringsArray, ...values: (string | number)[]): string {
  return strings.reduce((path, part, i) => path + encodeURIComponent(values[i - 1] ?? "") + part);
}

function addAt(pieces: Piece[], place: Place | undefined, value: Content): void {
  if (value === null || value === undefined || value === false) return;
  if (value instanceof Attributes) {
    if (place !== "attributes") throw new Error("Attributes stand in a tag, after a name or a space.");
    for (const piece of value.pieces) add(pieces, piece);
  } else if (place === "attributes") throw new Error("Only attributes(…) may stand between attributes.");
  else if (typeof value === "function") pieces.push({ place: place ?? "text", content: value });
  else if (place === "text" && value instanceof Markup) add(pieces, value);
  else if (place === "text" && Array.isArray(value)) for (const each of value) addAt(pieces, place, each);
  else if (place !== "text" && typeof value === "object")
    throw new Error("An attribute takes text or a number.");
  else add(pieces, place === "url" ? urlText(String(value)) : escapeText(String(value)));
}

/** Adds a piece; texts are joined. */
function add(pieces: Piece[], piece: Piece): void {
  const only = piece instanceof Markup && piece.pieces.length === 1 ? (piece.pieces[0] ?? "") : piece;
  const last = pieces.length - 1;
  const before = pieces[last];
  if (typeof only === "string" && typeof before === "string") pieces[last] = before + only;
  else pieces.push(only);
}

function written(pieces: readonly Piece[], reader: Reader): string {
  let text = "";
  for (const piece of pieces) {
    if (typeof piece === "string") text += piece;
    else if (piece instanceof Markup) text += written(piece.pieces, reader);
    else {
      const read: Piece[] = [];
      addAt(read, piece.place, piece.content(reader));
      text += written(read, reader);
    }
  }
  return text;
}

function urlText(url: string): string {
  if (!SAFE_URL.test(url)) throw new Error("This address could run a script.");
  return escapeText(url);
}

/** Reads a template's fixed parts and returns the place of each value. Throws for a place that isn't safe. */
function placesIn(strings: TemplateStringsArray): Place[] {
  const found: Place[] = [];
  let state: "text" | "tag" | "value" = "text";
  let attribute = "";
  let tag = "";
  strings.forEach((part, i) => {
    for (let at = 0; at < part.length; at++) {
      const character = part[at];
      if (state === "text") {
        if (character !== "<") continue;
        const [opened] = /^<(?:\/?[a-z][a-z0-9-]*|!doctype)/i.exec(part.slice(at, at + 40)) ?? [];
        if (!opened) throw misplaced(part, at);
        state = "tag";
        tag = opened.slice(1).toLowerCase();
        at += opened.length - 1;
      } else if (state === "value") {
        if (character === '"') state = "tag";
      } else if (character === ">") state = "text";
      else if (character === "'" || (character === "=" && part[at + 1] !== '"')) throw misplaced(part, at);
      else if (character === '"') {
        state = "value";
        attribute = /([^\s"'<>/=]+)=$/.exec(part.slice(0, at))?.[1] ?? "";
        if (FORBIDDEN_ATTRIBUTE.test(attribute) || attribute === "") throw misplaced(part, at);
      }
    }
    if (i === strings.length - 1) return;
    if (state === "text" && /^(?:script|style)$/.test(tag)) throw misplaced(part, part.length);
    if (state === "text") found.push("text");
    else if (state === "tag") found.push("attributes");
    else found.push(URL_ATTRIBUTE.test(attribute) && part.endsWith(`${attribute}="`) ? "url" : "attribute");
  });
  return found;
}

function misplaced(part: string, at: number): Error {
  return new Error(`A template is not safe here: …${part.slice(Math.max(0, at - 40), at + 10)}…`);
}
