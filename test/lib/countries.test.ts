import { expect, test } from "bun:test";
import { countryCodeOf } from "../../src/lib/country-codes.ts";
import { ISO_COUNTRIES } from "../support/iso-countries.ts";

/** The code of each text that has another than the expected one. */
function wrong(expected: [text: string, code: string | undefined][]) {
  return expected
    .map(([text, code]) => [text, code, countryCodeOf(text)])
    .filter(([, is, found]) => is !== found);
}

test("each country of ISO 3166-1 is known by its codes and by the names there, in any case", () => {
  expect(ISO_COUNTRIES).toHaveLength(249);
  const all = ISO_COUNTRIES.flatMap(({ code, code3, names }) =>
    [code, code3, ...names].flatMap((text): [string, string][] => [
      [text, code],
      [text.toLowerCase(), code],
      [` ${text.toUpperCase()} `, code],
    ]),
  );
  expect(wrong(all)).toEqual([]);
});

test.each([
  "en",
  "de",
  "fr",
  "es",
  "it",
  "nl",
  "pl",
  "pt",
  "sv",
  "cs",
  "hu",
  "el",
  "ru",
  "ar",
  "ja",
  "zh",
  "ko",
])("each country is known by its name in the language %s, with and without accents", (language) => {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const all = ISO_COUNTRIES.flatMap(({ code }): [string, string][] => {
    const name = names.of(code) ?? "";
    const plain = name.normalize("NFD").replaceAll(/(?<=[a-z])\p{M}/giu, "");
    return [name, name.normalize("NFD"), plain].map((text) => [text, code]);
  });
  expect(wrong(all)).toEqual([]);
});

/** As the platforms for shops and their customers write them. */
const WRITTEN: Record<string, string> = {
  US: "USA,U.S.A.,U.S.,u.s.a,US,United States,United States of America,United States (US),Estados Unidos",
  GB: "UK,U.K.,Great Britain,United Kingdom (UK),England,Scotland,Wales,Northern Ireland,Britain",
  HK: "Hong Kong,HONG KONG,Hongkong,Hong Kong SAR,Hong Kong SAR China,香港",
  MO: "Macau,Macao,Macao SAR,Macau SAR China",
  TW: "Taiwan,Taiwan (Province of China),臺灣",
  CZ: "Czech Republic,Czechia,Česká republika,Tschechische Republik",
  CI: "Côte d'Ivoire,Côte d’Ivoire,Côte d´Ivoire,Cote d`Ivoire,COTE D IVOIRE,Cote D'ivoire,Ivory Coast",
  VN: "Viet Nam,Vietnam,VIETNAM",
  TR: "Turkey,Türkiye,Turkiye,TÜRKİYE",
  KR: "South Korea,Republic of Korea,Korea (South),Korea",
  KP: "North Korea,Korea (North)",
  RU: "Russia,Russian Federation",
  NL: "Netherlands,The Netherlands,Nederland,Holland",
  BA: "Bosnia and Herzegovina,Bosnia & Herzegovina,Bosnia And Herzegovina,Bosnia-Herzegovina",
  LC: "St. Lucia,St Lucia,St.Lucia,Saint Lucia",
  KN: "St. Kitts & Nevis,Saint Kitts and Nevis",
  VC: "St. Vincent & Grenadines,Saint Vincent and the Grenadines,Saint Vincent And The Grenadines",
  MF: "St. Martin,Saint Martin,Saint Martin (French part)",
  SX: "Sint Maarten,Saint Martin (Dutch part)",
  CD: "Congo - Kinshasa,Congo (Kinshasa),DR Congo,Democratic Republic of the Congo,Democratic Republic of Congo",
  CG: "Congo - Brazzaville,Congo (Brazzaville),Congo,Republic of the Congo",
  MK: "Macedonia,North Macedonia",
  SZ: "Swaziland,Eswatini",
  CV: "Cape Verde,Cabo Verde",
  PS: "Palestinian Territories,Palestine",
  VA: "Vatican,Vatican City,Holy See (Vatican City State)",
  RE: "Reunion,Réunion",
  CW: "Curacao,Curaçao",
  ST: "São Tomé & Príncipe,Sao Tome and Principe",
  VI: "U.S. Virgin Islands,US Virgin Islands,Virgin Islands (US)",
  VG: "British Virgin Islands,Virgin Islands (British)",
  UM: "U.S. Outlying Islands,United States (US) Minor Outlying Islands",
  GS: "South Georgia,South Georgia/Sandwich Islands,South Georgia & South Sandwich Islands",
  PW: "Belau,Palau",
  WS: "Western Samoa,Samoa",
  MM: "Burma,Myanmar,Myanmar (Burma)",
  LA: "Laos,Lao People's Democratic Republic,Lao People’s Democratic Republic",
  BN: "Brunei,Brunei Darussalam",
  DE: "Deutschland,Germany (DE),Federal Republic of Germany,Allemagne,Alemania,Niemcy",
  AT: "Österreich,Osterreich,Oesterreich,Autriche",
  CH: "Schweiz,Suisse,Svizzera,Switzerland",
  ES: "España,ESPANA,Spanien",
  CN: "China,PRC,People's Republic of China,中国",
  IE: "Ireland,Republic of Ireland",
  GE: "Georgia",
  NE: "Niger",
  NG: "Nigeria",
  DM: "Dominica",
  DO: "Dominican Republic",
  AE: "UAE,U.A.E.,United Arab Emirates",
  XK: "Kosovo",
  IC: "Canary Islands",
};

test("countries are known by the names that shops write", () => {
  const all = Object.entries(WRITTEN).flatMap(([code, names]) =>
    names.split(",").map((name): [string, string] => [name, code]),
  );
  expect(wrong(all)).toEqual([]);
});

test("what is no country has no code", () => {
  const none = ["", " ", "Narnia", "ZZ", "EU", "XX", "Europe", "Republic of", "-", "'", "constructor"];
  const long = ["Germany ".repeat(100), "a".repeat(1_000_000)];
  expect(wrong([...none, ...long].map((text) => [text, undefined]))).toEqual([]);
});
