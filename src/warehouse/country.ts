export type Country = { name: string | null; code: string | null };

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const NAMES = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
/** Codes that were replaced by another one of the same name, and those that mean no country. */
const NOT_USED = new Set("AN BU CS DD DY EU EZ FX HV NH QO RH SU TP UK UN VD XA XB YD YU ZR ZZ".split(" "));
let codes: Map<string, string> | undefined;

/**
 * A country given by its ISO 3166 code or its English name; what is neither stays as it was given, and empty
 * is null.
 */
export function countryOf(text: string): Country {
  const given = text.trim();
  const name = /^[A-Za-z]{2}$/.test(given) ? NAMES.of(given.toUpperCase()) : given;
  codes ??= new Map(LETTERS.flatMap((a) => LETTERS.flatMap((b) => named(a + b))));
  const code = name && codes.get(name.toLowerCase());
  return code ? { name: NAMES.of(code) ?? null, code } : { name: given || null, code: null };
}

function named(code: string): [name: string, code: string][] {
  const name = NOT_USED.has(code) ? undefined : NAMES.of(code);
  return name ? [[name.toLowerCase(), code]] : [];
}
