import { escapeText } from "../../lib/escape-text.ts";

/** Markup that this module has made. Nothing that a client sends can be an instance of it. */
class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type { Markup };

/** Attributes, as `attributes` returns them. */
class Attributes {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes: text and numbers are escaped, markup and lists of any of these stand as they are. */
export type Content = Markup | Attributes | string | number | null | undefined | false | readonly Content[];

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
  let text = strings[0] ?? "";
  for (let i = 0; i < values.length; i++) text += textAt(found[i], values[i]) + (strings[i + 1] ?? "");
  return new Markup(text);
}

/**
 * Returns attributes for a template; those that are false, null or undefined are left out. Throws for a name that
 * could run a script.
 */
export function attributes(named: Record<string, string | number | boolean | null | undefined>): Attributes {
  const written = Object.entries(named).map(([name, value]) => {
    if (value === false || value === null || value === undefined) return "";
    if (!/^[a-z][a-z0-9:-]*$/.test(name) || FORBIDDEN_ATTRIBUTE.test(name)) {
      throw new Error(`The attribute ${name} can't be made from values.`);
    }
    if (value === true) return ` ${name}`;
    return ` ${name}="${URL_ATTRIBUTE.test(name) ? urlText(String(value)) : escapeText(String(value))}"`;
  });
  return new Attributes(written.join(""));
}

/** Returns a path or another URL whose values are encoded. */
export function at(strings: TemplateStringsArray, ...values: (string | number)[]): string {
  return strings.reduce((path, part, i) => path + encodeURIComponent(values[i - 1] ?? "") + part);
}

function textAt(place: Place | undefined, value: Content): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Attributes) {
    if (place === "attributes") return value.text;
    throw new Error("Attributes stand in a tag, after a name or a space.");
  }
  if (place === "attributes") throw new Error("Only attributes(…) may stand between attributes.");
  if (place === "text") {
    if (value instanceof Markup) return value.text;
    if (Array.isArray(value)) return value.map((each) => textAt(place, each)).join("");
    return escapeText(String(value));
  }
  if (typeof value === "object") throw new Error("An attribute takes text or a number.");
  return place === "url" ? urlText(String(value)) : escapeText(String(value));
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
