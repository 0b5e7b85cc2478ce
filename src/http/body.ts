import { type Fault, invalid, problem } from "../lib/problem.ts";
import { isStorableText } from "../lib/storable-text.ts";
import { fieldName } from "./validation-errors.ts";

const DEEPEST = 100;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Waited for when a body is large, before anything is made of it. */
export type AwaitPlace = () => Promise<void>;

/** A body up to here costs no more than the request that it comes with. */
const LARGE_BYTES = 64 * 1024;

/** Reads a JSON body of at most `limit` bytes; 413, 415 or 400 before anything is parsed that needn't be. */
export async function readJson(request: Request, limit: number, awaitPlace: AwaitPlace): Promise<unknown> {
  const type = request.headers.get("content-type");
  if (type !== null && !JSON_TYPE.test(type)) {
    throw problem(415, `The body must be application/json, not ${type}.`);
  }
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength > LARGE_BYTES) await awaitPlace();
  const text = decode(bytes);
  if (text.trim() === "") throw invalid({ detail: "A JSON body is required.", pointer: "" });
  if (deeperThan(text, DEEPEST)) {
    throw invalid({ detail: `The body is nested deeper than ${DEEPEST} levels.`, pointer: "" });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ detail: "The body is not valid JSON.", pointer: "" });
  }
}

/** The same where a body may be missing or be anything: null for what is no JSON. */
export async function readJsonIfAny(
  request: Request,
  limit: number,
  awaitPlace: AwaitPlace,
): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength > LARGE_BYTES) await awaitPlace();
  try {
    const text = decode(bytes);
    return deeperThan(text, DEEPEST) ? null : JSON.parse(text);
  } catch {
    // The framework would go on to parsers of its own if this were undefined.
    return null;
  }
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  try {
    return await receiveBytes(request, limit);
  } catch (error) {
    // Nobody reads this answer: it is what the log and the metrics show.
    if (request.signal.aborted) throw problem(499, "The client left before its body was whole.");
    throw error;
  }
}

async function receiveBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => problem(413, `The body may hold at most ${limit} bytes.`);
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > limit) throw tooLarge();
  // A declared length is enforced by the server; only a body without one has to be counted while it comes in.
  if (declared !== null) return new Uint8Array(await request.arrayBuffer());
  if (!request.body) return new Uint8Array();

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid({ detail: "The body is not valid UTF-8.", pointer: "" });
  }
}

/** Counts brackets outside strings, so that no parser or validator has to recurse into what is refused anyway. */
function deeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

/** Throws a 400 that points at the first text that no database can keep: with a NUL character or half a surrogate pair. */
export function requireStorable(value: unknown): void {
  const fault = findUnstorable(value, "");
  if (fault) throw invalid(fault);
}

/** The first text or number in a value that can't be kept as it was sent, member names included. */
export function findUnstorable(value: unknown, pointer: string): Fault | undefined {
  return isStorable(value) ? undefined : faultIn(value, pointer);
}

/** Nearly everything is: pointers are only made for what isn't. */
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
    return { detail: `${fieldName("body", pointer)} must be a number that a double can hold.`, pointer };
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const fault = unstorableText(key, at) ?? faultIn(member, at);
    if (fault) return fault;
  }
  return undefined;
}

function unstorableText(text: string, pointer: string): Fault | undefined {
  if (isStorableText(text)) return undefined;
  const what = text.includes("\u0000") ? "the NUL character" : "half of a surrogate pair";
  return { detail: `${fieldName("body", pointer)} may not hold ${what}.`, pointer };
}
