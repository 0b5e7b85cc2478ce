import { type Problem, problem } from "../../../lib/problem.ts";

/** Awaited before a large body is parsed. */
export type AdmitLarge = () => Promise<void>;

/** Parsing a body up to this size costs no more than handling the request. */
export const LARGE_BYTES = 64 * 1024;

const SUPPORTED = { "Accept-Encoding": "gzip" };

/** Whether a body is compressed. Throws 415 for another content coding than gzip (RFC 9110, 15.5.16). */
export function isGzip(headers: Headers): boolean {
  const coding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (coding === "" || coding === "identity") return false;
  if (coding === "gzip" || coding === "x-gzip") return true;
  throw problem("unsupported_encoding", `The Content-Encoding may be gzip, not ${coding}.`, {
    headers: SUPPORTED,
  });
}

/**
 * Returns what a gzip holds. It stops as soon as that has more than `limit` bytes: throws 413. Throws 400 for a
 * broken or incomplete gzip.
 */
export async function gunzip(
  packed: Uint8Array,
  { limit, admitLarge }: { limit: number; admitLarge: AdmitLarge },
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unpacked(packed)) {
    const before = size;
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    if (before <= LARGE_BYTES && size > LARGE_BYTES) await admitLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

/** The stream unpacks a chunk when it is read; leaving the loop cancels it. */
async function* unpacked(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const reader = new Blob([packed as BlobPart])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw malformed("The body is not valid gzip.");
      });
      if (done) return;
      yield value;
    }
  } finally {
    // The stream of a broken gzip can't be cancelled.
    await reader.cancel().catch(() => undefined);
  }
}

export function malformed(detail: string): Problem {
  return problem("malformed_body", detail, { errors: [{ detail, pointer: "" }] });
}

export function tooLarge(limit: number): Problem {
  return problem("body_too_large", `The body may have at most ${limit} bytes.`);
}
