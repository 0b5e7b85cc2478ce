import { ALPHA_3, COMMON_NAMES, NOT_IN_ISO } from "./country-names.ts";

/** Those of shops in Europe and of the largest markets beyond. English comes before them. */
const LANGUAGES =
  "de fr es it nl pl pt sv da nb fi cs sk hu ro bg hr sl lt lv et el tr uk ru ar he ja ko zh zh-Hant".split(
    " ",
  );
const CODES = [...ALPHA_3.split(/\s+/).map((codes) => codes.slice(0, 2)), ...NOT_IN_ISO];
const COUNTRIES = new Set(CODES);
/** No country has a longer name. */
const MAX_CHARACTERS = 100;

const ENGLISH = namesIn("en");
let codesByEnglishName: Map<string, string> | undefined;
let codesByUsualName: Map<string, string> | undefined;
/** Apart, because it takes some 50 ms to make: for most requests the others do. */
let codesByForeignName: Map<string, string> | undefined;

/**
 * Returns the ISO 3166 code of a country from its code of two or three letters, its name in one of several
 * languages, or a name that shops use, whatever the case, accents, punctuation and order of the words; undefined
 * for any other.
 */
export function countryCodeOf(text: string): string | undefined {
  const value = text.trim();
  if (value === "" || value.length > MAX_CHARACTERS) return undefined;
  const name = /^[A-Za-z]{2}$/.test(value) ? ENGLISH.of(value.toUpperCase()) : value;
  codesByEnglishName ??= new Map(namesOf(ENGLISH).map(([each, code]) => [each.toLowerCase(), code]));
  return codesByEnglishName.get((name ?? value).toLowerCase()) ?? codeByAnyName(value);
}

/** Returns whether a text is the code of two letters that a country has. */
export function isCountryCode(text: string): boolean {
  return COUNTRIES.has(text);
}

const inLanguage = new Map<string, Named[]>();

/** Returns the countries with their names in a language, in its order. */
export function countriesIn(language: string): readonly Named[] {
  const known = inLanguage.get(language);
  if (known) return known;
  const { compare } = new Intl.Collator(language);
  const named = namesOf(namesIn(language)).sort(([a], [b]) => compare(a, b));
  inLanguage.set(language, named);
  return named;
}

/** Returns the English name of a country's code. */
export function countryName(code: string): string | undefined {
  return ENGLISH.of(code);
}

function codeByAnyName(value: string): string | undefined {
  const keys = formsOf(value).map(nameKey);
  const codeIn = (codes: Map<string, string>) => {
    const found = keys.find((key) => codes.has(key));
    return found === undefined ? undefined : codes.get(found);
  };
  codesByUsualName ??= byKey(usualNames());
  const usual = codeIn(codesByUsualName);
  if (usual) return usual;
  codesByForeignName ??= byKey(LANGUAGES.flatMap(namesInLanguage));
  return codeIn(codesByForeignName);
}

const WITH_CODE = /^(.*\S)\s*\((\p{L}{2,3})\)$/u;
const STATE =
  "(?:(?:federal|federative|people.?s|islamic|arab|united|democratic|socialist|co-?operative)\\s+)*" +
  "(?:republic|kingdom|states?|commonwealth|federation|principality|sultanate|(?:grand )?duchy|union)\\s+of";
const BEFORE_NAME = new RegExp(`^(?:the\\s+)?${STATE}\\s+(?:the\\s+)?`, "i");
const AFTER_NAME = new RegExp(`,\\s*${STATE}(?:\\s+the)?$`, "i");

/** Returns a name as written, then without a code in brackets, then without the form of the state. */
function formsOf(value: string): string[] {
  const [, name] = WITH_CODE.exec(value) ?? [];
  return [value, ...(name ? [name] : []), value.replace(BEFORE_NAME, ""), value.replace(AFTER_NAME, "")];
}

type Named = [name: string, code: string];

function usualNames(): Named[] {
  const codes = ALPHA_3.split(/\s+/).map((pair): Named => [pair.slice(2), pair.slice(0, 2)]);
  const common = Object.entries(COMMON_NAMES).flatMap(([code, names]) =>
    names.split("|").map((name): Named => [name, code]),
  );
  return [...codes, ...common, ...namesInLanguage("en")];
}

/** The first of several countries of one name counts. */
function byKey(names: Named[]): Map<string, string> {
  return new Map(names.map(([name, code]): Named => [nameKey(name), code]).toReversed());
}

function namesInLanguage(language: string): Named[] {
  return [...namesOf(namesIn(language)), ...namesOf(namesIn(language, "short"))];
}

function namesIn(language: string, style: "long" | "short" = "long"): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type: "region", fallback: "none", style });
}

function namesOf(names: Intl.DisplayNames): Named[] {
  return CODES.flatMap((code): Named[] => {
    const name = names.of(code);
    return name ? [[name, code]] : [];
  });
}

/** Letters that have no accent to lose. */
const PLAIN_LETTERS: Record<string, string> = { ø: "o", ł: "l", đ: "d", ß: "ss", æ: "ae", œ: "oe", ı: "i" };
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{L}\.\s?)+\p{L}?(?![\p{L}\p{N}])/gu;
const ABBREVIATIONS: Record<string, string> = {
  st: "saint",
  ste: "saint",
  sta: "santa",
  is: "islands",
  isl: "islands",
  island: "islands",
  rep: "republic",
  dem: "democratic",
};
/** Also the articles that an apostrophe cuts off. */
const OMITTED = new Set("and the of und et y i e en og och d l".split(" "));

/** Returns a name as it is compared: its distinct words, sorted, without case, accents, punctuation and `and`. */
function nameKey(name: string): string {
  const letters = name
    .replaceAll(/[´`]/g, "'")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/(?<=[\p{Script=Latin}])\p{M}/gu, "")
    .replaceAll(/[øłđßæœı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize("NFC")
    .replaceAll(INITIALS, (initials) => initials.replaceAll(/[.\s]/g, "").concat(" "));
  const words = letters.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const kept = words.filter((word) => !OMITTED.has(word)).map((word) => ABBREVIATIONS[word] ?? word);
  // `AND` is Andorra.
  return [...new Set(kept.length > 0 ? kept : words)].sort().join(" ");
}
