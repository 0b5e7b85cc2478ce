import { randomText } from "../../lib/ids.ts";
import type { Language } from "../../lib/languages.ts";

/** 130 random bits: the address of a receipt can't be guessed. */
const TOKEN_CHARACTERS = 26;

/** Returns a new token for the address of a receipt. */
export function newReceiptToken(): string {
  return randomText(TOKEN_CHARACTERS);
}

/** Returns the address of a receipt's page. */
export function receiptUrl(origin: string, storeId: string, token: string): string {
  return `${origin}/r/${encodeURIComponent(storeId)}/receipts/${token}`;
}

/** Returns a time to the second, as people write it, with the offset that it has: that with which it was received. */
export function receiptTime(text: string, language: Language): string {
  const day = { year: "numeric", month: "long", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit", second: "2-digit", timeZoneName: "longOffset" } as const;
  const timeZone = /[+-]\d\d:\d\d$/.exec(text)?.[0] ?? "UTC";
  return new Intl.DateTimeFormat(language, { ...day, ...time, timeZone }).format(new Date(text));
}
