import { pointerTo } from "../lib/json-pointer.ts";
import { type Fault, invalid, Problem, problem } from "../lib/problem.ts";
import { isStorableText } from "../lib/storable-text.ts";
import { nextTurn } from "../lib/yielder.ts";
import { type AdmitLarge, gunzip, isGzip, LARGE_BYTES, malformed, tooLarge } from "./gunzip.ts";
import { fieldName } from "./validation-errors.ts";

const MAX_DEPTH = 100;
/** Fields, elements, objects and arrays of a body: parsing costs by their number rather than by the bytes. */
const MAX_VALUES = 200_000;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Returns a JSON body of at most `limit` bytes. Throws 413 when it is larger, 415 for another media type, 400
 * when it is not JSON.
 */
export async function readJson(request: Request, limit: number, admitLarge: AdmitLarge): Promise<unknown> {
  const type = request.headers.get("content-type");
  if (type !== null && !JSON_TYPE.test(type)) {
    throw problem("unsupported_media_type", `The body must be application/json, not ${type}.`);
  }
  const text = decode(await readBytes(request, limit, admitLarge));
  if (text.trim() === "") throw malformed("A JSON body is required.");
  const excess = excessIn(text);
  if (excess) throw malformed(excess);
  const isLarge = text.length > LARGE_BYTES;
  if (isLarge) await nextTurn();
  const body = parse(text);
  // Validation takes a turn of its own.
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
    const text = decode(await readBytes(request, limit, admitLarge));
    return excessIn(text) ? null : JSON.parse(text);
  } catch (error) {
    const isMalformed =
      error instanceof SyntaxError || (error instanceof Problem && error.parts.status === 400);
    if (!isMalformed) throw error;
    // After undefined the framework would try its own parsers.
    return null;
  }
}

/** Returns the body, unpacked. Throws 400 for a broken gzip, 413 when it is too large, packed or unpacked. */
async function readBytes(request: Request, limit: number, admitLarge: AdmitLarge): Promise<Uint8Array> {
  const isPacked = isGzip(request.headers);
  const bytes = await receiveWhole(request, limit);
  if (isPacked) return gunzip(bytes, { limit, admitLarge });
  if (bytes.byteLength > LARGE_BYTES) await admitLarge();
  return bytes;
}

/** Returns a body of at most `limit` bytes. Throws 413 when it is larger, 499 when the client leaves. */
export async function receiveWhole(request: Request, limit: number): Promise<Uint8Array> {
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

async function receiveChunks(request: Request, limit: number): Promise<Uint8Array> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
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

/**
 * Returns what a text has too much of, before a parser or validator recurses into it or takes memory for it: counts
 * brackets and commas outside strings.
 */
function excessIn(text: string): string | undefined {
  let depth = 0;
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      i = endOfString(text, i);
      if (i < 0) return undefined;
    } else if (code === 0x2c) values++;
    else if (code === 0x5b || code === 0x7b) {
      values++;
      if (++depth > MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels.`;
    } else if (code === 0x5d || code === 0x7d) depth--;
    if (values > MAX_VALUES) return `The body has more than ${MAX_VALUES} fields and elements.`;
  }
  return undefined;
}

/** Returns the position of the quote that ends the string that begins at `start`, or -1. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === 0x5c) before--;
    const isEscaped = (end - before) % 2 === 0;
    if (!isEscaped) return end;
  }
  return -1;
}

/**
 * Throws a 400 that points at the first value that the database can't store, such as a string with a NUL
 * character.
 */
export function requireStorable(value: unknown): void {
  const fault = findUnstorable(value, "");
  if (fault) throw invalid(fault);
}

/**
 * Returns a fault for the first string, number or field name in a value that the database can't store, or
 * undefined.
 */
export function findUnstorable(value: unknown, pointer: string): Fault | undefined {
  return isStorable(value) ? undefined : faultIn(value, pointer);
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

function faultIn(value: unknown, pointer: string): Fault | undefined {
  if (typeof value === "string") return unstorableText(value, pointer);
  if (value === Infinity || value === -Infinity) {
    return {
      detail: `${fieldName("body", pointer)} must be a number within the range of a double.`,
      pointer,
    };
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, property] of Object.entries(value)) {
    const at = pointerTo(pointer, key);
    const fault = unstorableText(key, at) ?? faultIn(property, at);
    if (fault) return fault;
  }
  return undefined;
}

function unstorableText(text: string, pointer: string): Fault | undefined {
  if (isStorableText(text)) return undefined;
  const what = text.includes("\u0000") ? "the NUL character" : "half of a surrogate pair";
  return { detail: `${fieldName("body", pointer)} may not contain ${what}.`, pointer };
}
