import { randomBytes, type ScryptOptions, scrypt } from "node:crypto";
import { availableParallelism } from "node:os";
import { createLimiter } from "../../lib/limiter.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { isLongerThan } from "../../lib/text.ts";

/** 32 MiB and about 0.2 s of one core, as OWASP's password storage cheat sheet has it for scrypt. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const MIN_CHARACTERS = 10;
const MAX_CHARACTERS = 200;

/** A quarter of the machine at most: a storm of sign-ins leaves the rest to other requests. */
const MAX_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 4));
const WAIT_MS = 20_000;

/** Who waits behind its own requests when many hash passwords. Known people and browsers don't wait for others. */
export type Payer = { name: string; isKnown: boolean; signal?: AbortSignal | undefined };
const OWN: Payer = { name: "", isKnown: true };

/** Returns a new salt. */
export function newSalt(): string {
  return randomBytes(SALT_BYTES).toString("hex");
}

/** Returns the salt of what is stored of a password. */
export function saltOf(stored: string): string {
  return stored.split(".")[1] ?? "";
}

/** Throws 400 for a password that is too short or too long to be chosen. */
export function requireLength(password: string): void {
  if (!isLongerThan(password, MIN_CHARACTERS - 1)) {
    throw invalid({ detail: `A password has at least ${MIN_CHARACTERS} characters.`, pointer: "/password" });
  }
  if (isLongerThan(password, MAX_CHARACTERS)) {
    throw invalid({ detail: `A password has at most ${MAX_CHARACTERS} characters.`, pointer: "/password" });
  }
}

/**
 * Returns what is stored of a password: `scrypt.` + salt + `.` + key. Throws 400 for a password of another length, 503 when too many wait.
 */
export async function hashPassword(password: string, salt = newSalt(), payer = OWN): Promise<string> {
  requireLength(password);
  return hashAttempt(password, salt, payer);
}

/**
 * Returns what would be stored of a password of any length, after the same work. Throws 503 when too many wait, 499 when
 * the payer leaves before it begins.
 */
export async function hashAttempt(password: string, salt: string, payer: Payer): Promise<string> {
  const text = isLongerThan(password, MAX_CHARACTERS) ? "" : password;
  return `scrypt.${salt}.${(await derive(text, Buffer.from(salt, "hex"), payer)).toString("hex")}`;
}

const ofUnknown = createLimiter({ total: MAX_AT_ONCE, perOwner: 1, waitMs: WAIT_MS });
const ofKnown = createLimiter({ total: 1, perOwner: 1, waitMs: WAIT_MS });

async function derive(password: string, salt: Buffer, { name, isKnown, signal }: Payer): Promise<Buffer> {
  const release = await (isKnown ? ofKnown : ofUnknown).take(name, { signal });
  if (!release) {
    requirePresent(signal);
    throw busy();
  }
  try {
    return await new Promise((resolve, reject) =>
      scrypt(password.normalize("NFKC"), salt, KEY_BYTES, COST, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    );
  } finally {
    release();
  }
}

/** Throws 499 for one who has left, of whom no work is done. */
export function requirePresent(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  // The client doesn't see this response: it is for the log and the metrics.
  throw problem(
    "client_closed_request",
    "The client closed the connection before its password was compared.",
  );
}

function busy() {
  return problem("store_busy", "Too many people are signing in at once; try again.", {
    headers: { "Retry-After": "1" },
  });
}
