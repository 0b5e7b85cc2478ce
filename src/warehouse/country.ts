export type Country = { name: string | null; code: string | null };

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const NAMES = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
/** Codes that another code of the same name replaced, and codes that are not countries. */
const EXCLUDED_CODES = new Set(
  "AN BU CS DD DY EU EZ FX HV NH QO RH SU TP UK UN VD XA XB YD YU ZR ZZ".split(" "),
);
let codesByName: Map<string, string> | undefined;

/**
 * Returns the name and code of a country from its ISO 3166 code or its English name. Any other string is
 * returned as the name, an empty string as null.
 */
export function countryOf(input: string): Country {
  const value = input.trim();
  const name = /^[A-Za-z]{2}$/.test(value) ? NAMES.of(value.toUpperCase()) : value;
  codesByName ??= new Map(LETTERS.flatMap((a) => LETTERS.flatMap((b) => nameAndCode(a + b))));
  const code = name && codesByName.get(name.toLowerCase());
  return code ? { name: NAMES.of(code) ?? null, code } : { name: value || null, code: null };
}

function nameAndCode(code: string): [name: string, code: string][] {
  const name = EXCLUDED_CODES.has(code) ? undefined : NAMES.of(code);
  return name ? [[name.toLowerCase(), code]] : [];
}
