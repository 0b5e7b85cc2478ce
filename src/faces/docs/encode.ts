import { acceptedCoding, type Compressed, compress } from "../../lib/compress.ts";
import { sha256 } from "../../lib/hash.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";

const SECURITY = {
  "Content-Security-Policy":
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** A text that is sent often: its hash, and its compressed forms once they are computed. */
export type Encoded = { type: string; hash: string; plain: Uint8Array; forms: Promise<Compressed> };

const COMPRESSION_LEVEL = 6;

/** Returns a page that is made for one request, with its status. Nothing keeps it. */
export function sendOnce(content: string, status: number): Response {
  const headers = {
    ...SECURITY,
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    Vary: "Accept, Accept-Encoding",
  };
  return new Response(content, { status, headers });
}

/** Returns a text with its hash; its compressed forms are computed in the background. */
export async function encode(type: string, text: string): Promise<Encoded> {
  const plain = new TextEncoder().encode(text);
  const forms = compress(plain, COMPRESSION_LEVEL);
  return { type, hash: (await sha256(text)).slice(0, 16), plain, forms };
}

/** Returns the response with a text: 304 when the client has it, else in the best form that it accepts. */
export async function send(
  { type, hash, plain, forms }: Encoded,
  headers: Headers,
  { isImmutable = false } = {},
): Promise<Response> {
  const form = acceptedCoding(headers.get("accept-encoding") ?? "");
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
