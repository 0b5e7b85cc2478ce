import { sha256 } from "../../lib/hash.ts";
import { randomText } from "../../lib/ids.ts";

/** 200 random bits. */
const TOKEN_CHARACTERS = 40;

/** Returns a new token of a session or a link, and the hash of it that is stored. */
export async function newToken(): Promise<{ token: string; tokenHash: string }> {
  const token = randomText(TOKEN_CHARACTERS);
  return { token, tokenHash: await sha256(token) };
}
