import { freeBytes } from "../../../lib/free-bytes.ts";
import { type Fault, Problem, pointerTo, problem, requireNoFaults } from "../../../lib/problem.ts";
import { isStorableText } from "../../../lib/text.ts";
import { nextTurn } from "../../../lib/yielder.ts";
import { fieldName } from "../errors/validation-errors.ts";
import type { BodyRules } from "./body-faults.ts";
import { rememberChanged } from "./changed-numbers.ts";
import { scanJson, scanLargeJson } from "./excess.ts";
import { type AdmitLarge, gunzip, isGzip, LARGE_BYTES, malformed, tooLarge } from "./gunzip.ts";

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const TEXT_TYPE = /^text\/plain\s*(?:;|$)/i;

/**
 * Returns a JSON body of at most `limit` bytes. Throws 413 when it is larger, 415 for another media type, 400
 * when it is not JSON.
 */
export async function readJson(request: Request, limit: number, admitLarge: AdmitLarge): Promise<unknown> {
  const type = request.headers.get("content-type");
  if (type !== null && !JSON_TYPE.test(type)) {
    throw problem("unsupported_media_type", `The body must be application/json, not ${type}.`);
  }
  return receiveJson(request, limit, admitLarge);
}

/** Returns a JSON body as `readJson` does; it may also be text/plain, which pages send without a preflight request. */
export async function readBeacon(request: Request, limit: number, admitLarge: AdmitLarge): Promise<unknown> {
  const isText = TEXT_TYPE.test(request.headers.get("content-type") ?? "");
  return isText ? receiveJson(request, limit, admitLarge) : readJson(request, limit, admitLarge);
}

/**
 * Returns a JSON body of at most `limit` bytes, or null when it is missing or not JSON. Throws 413 when it is
 * larger.
 */
export async function readOptionalJson(
  request: Request,
  limit: number,
  admitLarge: AdmitLarge,
): Promise<unknown> {
  try {
    return await receiveJson(request, limit, admitLarge);
  } catch (error) {
    if (!(error instanceof Problem && error.parts.status === 400)) throw error;
    // After undefined the framework would try its own parsers.
    return null;
  }
}

/** Throws as `readJson` does, whatever the media type is. */
async function receiveJson(request: Request, limit: number, admitLarge: AdmitLarge): Promise<unknown> {
  const bytes = await readBytes(request, limit, admitLarge);
  const text = decode(bytes);
  const isLarge = text.length > LARGE_BYTES;
  if (isLarge) freeBytes(bytes);
  if (text.trim() === "") throw malformed("A JSON body is required.");
  // Decoding, looking for excess, parsing and validation each take turns of their own.
  if (isLarge) await nextTurn();
  const scanned = isLarge ? await scanLargeJson(text) : scanJson(text);
  if (scanned.excess !== undefined) throw malformed(scanned.excess);
  if (isLarge) await nextTurn();
  const body = parse(text);
  if (scanned.changed.length > 0) rememberChanged(body, text, scanned.changed);
  if (isLarge) await nextTurn();
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed("The body is not valid JSON.");
  }
}

/** Returns the body, unpacked. Throws 400 for a broken gzip, 413 when it is too large, packed or unpacked. */
async function readBytes(
  request: Request,
  limit: number,
  admitLarge: AdmitLarge,
): Promise<Uint8Array<ArrayBuffer>> {
  const isPacked = request.headers.has("content-encoding") && isGzip(request.headers);
  const bytes = await receiveWhole(request, limit);
  if (isPacked) return gunzip(bytes, { limit, admitLarge });
  if (bytes.byteLength > LARGE_BYTES) await admitLarge();
  return bytes;
}

/** Returns a body of at most `limit` bytes. Throws 413 when it is larger, 499 when the client leaves. */
export async function receiveWhole(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > limit) throw tooLarge(limit);
  try {
    // The server enforces a declared length; a body without one is counted while it is read.
    return declared === null
      ? await receiveChunks(request, limit)
      : new Uint8Array(await request.arrayBuffer());
  } catch (error) {
    // The client doesn't see this response: it is for the log and the metrics.
    if (request.signal.aborted)
      throw problem(
        "client_closed_request",
        "The client closed the connection before its body was complete.",
      );
    throw error;
  }
}

async function receiveChunks(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.byteLength;
    if (size > limit) {
      // The rest can still be read, and dropped: see dropUnreadBody.
      reader.releaseLock();
      throw tooLarge(limit);
    }
    chunks.push(chunk.value);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8.");
  }
}

/** How many values that can't be stored an error names. */
const MAX_UNSTORABLE = 20;

/**
 * Throws a 400 that points at the first value that the database can't store, such as a string with a NUL
 * character; with `rules` at each, and at what else is wrong by them.
 */
export function requireStorable(value: unknown, rules?: BodyRules): void {
  if (isStorable(value)) return;
  const faults = [...faultsIn(value, "").take(rules ? MAX_UNSTORABLE : 1)];
  requireNoFaults([...faults, ...(rules?.(value) ?? [])]);
}

/**
 * Returns a fault for the first string, number or field name in a value that the database can't store, or
 * undefined.
 */
export function findUnstorable(value: unknown, pointer: string): Fault | undefined {
  return isStorable(value) ? undefined : faultsIn(value, pointer).next().value;
}

/** The fast path: nearly every value is storable, and pointers are only built for those that aren't. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return value !== Infinity && value !== -Infinity;
  if (Array.isArray(value)) return value.every(isStorable);
  for (const name of Object.keys(value)) {
    if (!isStorableText(name) || !isStorable((value as Record<string, unknown>)[name])) return false;
  }
  return true;
}

function* faultsIn(value: unknown, pointer: string): Generator<Fault, undefined> {
  if (typeof value === "string") {
    const fault = unstorableText(value, pointer);
    if (fault) yield fault;
  } else if (value === Infinity || value === -Infinity) {
    const detail = `${fieldName("body", pointer)} must be a number within the range of a double.`;
    yield { detail, pointer };
  } else if (typeof value === "object" && value !== null) {
    for (const [key, property] of Object.entries(value)) {
      const at = pointerTo(pointer, key);
      const fault = unstorableText(key, at);
      if (fault) yield fault;
      yield* faultsIn(property, at);
    }
  }
}

function unstorableText(text: string, pointer: string): Fault | undefined {
  if (isStorableText(text)) return undefined;
  const what = text.includes("\u0000") ? "the NUL character" : "half of a surrogate pair";
  return { detail: `${fieldName("body", pointer)} may not contain ${what}.`, pointer };
}
