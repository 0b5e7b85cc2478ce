import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { invalid, problem } from "../lib/problem.ts";
import { isLongerThan } from "../lib/text-length.ts";
import { createWaitQueue } from "../lib/wait-queue.ts";

/** 32 MiB and about 0.2 s of one core, as OWASP's password storage cheat sheet has it for scrypt. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MIN_CHARACTERS = 10;
const MAX_CHARACTERS = 200;

/** So that sign-ins leave threads of the runtime's pool to files and names of hosts. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 40;
const WAIT_MS = 10_000;

/** Compared with when there is no account, so that the response takes as long. */
const NO_PASSWORD = `scrypt.${"00".repeat(SALT_BYTES)}.${"00".repeat(KEY_BYTES)}`;

/** Returns what is stored of a password: `scrypt.` + salt + `.` + key. Throws 400 for one of another length. */
export async function hashPassword(password: string): Promise<string> {
  if (!isLongerThan(password, MIN_CHARACTERS - 1)) {
    throw invalid({ detail: `A password has at least ${MIN_CHARACTERS} characters.`, pointer: "/password" });
  }
  if (isLongerThan(password, MAX_CHARACTERS)) {
    throw invalid({ detail: `A password has at most ${MAX_CHARACTERS} characters.`, pointer: "/password" });
  }
  const salt = randomBytes(SALT_BYTES);
  return `scrypt.${salt.toString("hex")}.${(await derive(password, salt)).toString("hex")}`;
}

/**
 * Whether a password is the one that was stored. It does the same work without a stored one. Throws 503 when too
 * many wait.
 */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, salt = "", key = ""] = (stored ?? NO_PASSWORD).split(".");
  const derived = await derive(
    isLongerThan(password, MAX_CHARACTERS) ? "" : password,
    Buffer.from(salt, "hex"),
  );
  return timingSafeEqual(derived, Buffer.from(key, "hex")) && Boolean(stored);
}

const queue = createWaitQueue({ waitMs: WAIT_MS, maxWaiting: MAX_WAITING });
const state = { running: 0 };

async function derive(password: string, salt: Buffer): Promise<Buffer> {
  if (state.running >= MAX_AT_ONCE) await queue.join().catch(throwBusy);
  else state.running++;
  try {
    return await new Promise((resolve, reject) =>
      scrypt(password.normalize("NFKC"), salt, KEY_BYTES, COST, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    );
  } finally {
    // The next one takes over the place.
    if (!queue.next()) state.running--;
  }
}

function throwBusy(): never {
  throw problem("store_busy", "Too many people are signing in at once; try again.", {
    headers: { "Retry-After": "1" },
  });
}
