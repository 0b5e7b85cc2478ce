import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { sha256 } from "../../lib/hash.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";

const SECURITY = {
  "Content-Security-Policy":
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** A text that is sent often: its hash, and its compressed forms once they are computed. */
export type Encoded = { type: string; hash: string; plain: Uint8Array; forms: Promise<Forms> };

type Forms = { br: Uint8Array; gzip: Uint8Array };

/** Compresses a text in the background, in the thread pool of the runtime. */
export async function encode(type: string, text: string): Promise<Encoded> {
  const plain = new TextEncoder().encode(text);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
  const forms = Promise.all([
    promisify(brotliCompress)(plain, quality),
    promisify(gzip)(plain, { level: 6 }),
  ]).then(([br, zipped]) => ({ br: new Uint8Array(br), gzip: new Uint8Array(zipped) }));
  return { type, hash: (await sha256(text)).slice(0, 16), plain, forms };
}

/** Returns the response with a text: 304 when the client has it, else in the best form that it accepts. */
export async function send(
  { type, hash, plain, forms }: Encoded,
  headers: Headers,
  { isImmutable = false } = {},
): Promise<Response> {
  const form = accepted(headers.get("accept-encoding") ?? "");
  const etag = `"${hash}${form ? `-${form}` : ""}"`;
  const common = {
    ...SECURITY,
    ETag: etag,
    Vary: "Accept-Encoding",
    "Cache-Control": isImmutable ? IMMUTABLE : "no-cache",
  };
  const known = (headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (known.includes(etag)) return new Response(null, { status: 304, headers: common });
  const body = (form ? (await forms)[form] : plain) as Uint8Array<ArrayBuffer>;
  return new Response(body, {
    headers: {
      ...common,
      "Content-Type": `${type}; charset=utf-8`,
      ...(form && { "Content-Encoding": form }),
    },
  });
}

/** Returns the best form that an `Accept-Encoding` allows; undefined if it allows none. */
function accepted(header: string): keyof Forms | undefined {
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
