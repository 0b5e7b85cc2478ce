import { isLongerThan } from "./text-length.ts";

const EMAIL =
  /^[^\s\p{C}@<>(),;:\\"[\]]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u;
/** The fast path: a subset of EMAIL that costs a tenth. */
const PLAIN_EMAIL = /^[a-z0-9._%+-]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/i;
const E164 = /^\+[1-9]\d{1,14}$/;

/** Whether a string, trimmed, is an e-mail address of at most 254 characters. */
export function isEmail(text: string): boolean {
  const address = text.trim();
  return !isLongerThan(address, 254) && (PLAIN_EMAIL.test(address) || EMAIL.test(address));
}

/** Returns the form in which e-mail addresses are compared: trimmed and in lower case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

export function isE164(text: string): boolean {
  return E164.test(text);
}
