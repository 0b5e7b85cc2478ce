import { randomText } from "../../lib/ids.ts";

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
