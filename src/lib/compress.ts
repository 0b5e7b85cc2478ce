import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A text in the codings that `Accept-Encoding` names. */
export type Compressed = { br: Uint8Array; gzip: Uint8Array };

/** Compresses in the runtime's thread pool. `level` is that of both codings, from 1 to 9. */
export async function compress(plain: Uint8Array, level: number): Promise<Compressed> {
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: level } }),
    promisify(gzip)(plain, { level }),
  ]);
  return { br: new Uint8Array(br), gzip: new Uint8Array(zipped) };
}

/** Returns the best coding that an `Accept-Encoding` allows; undefined if it allows none. */
export function acceptedCoding(header: string): keyof Compressed | undefined {
  const named = header.split(",").map((one) =>
    one
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const allows = (name: string) =>
    named.some(([coding, q = "q=1"]) => coding === name && Number(q.replace("q=", "")) > 0);
  if (allows("br")) return "br";
  return allows("gzip") ? "gzip" : undefined;
}
