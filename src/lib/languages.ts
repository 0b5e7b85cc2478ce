/** The languages of the texts that shoppers read. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pl", "ar"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The direction in which a language is written. */
export function directionOf(language: string): "rtl" | "ltr" {
  return language === "ar" ? "rtl" : "ltr";
}
