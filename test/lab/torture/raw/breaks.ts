import { gzipSync } from "node:zlib";
import { type Context, chunked, pick, type RawRequest, withHeader } from "./request.ts";
import { BODIES, CHUNKS, CODINGS, HEADERS, HOSTS, LENGTHS, METHODS, TARGETS, VERSIONS } from "./samples.ts";

/** Makes a request invalid in one way. */
export type Break = (request: RawRequest, context: Context) => RawRequest;

const noise = ({ random }: Context, bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, () => random.between(0, 255))).toString("latin1");

/** Ways to break a request line. */
const LINES: Break[] = [
  (request, { random }) => ({ ...request, method: pick(random, METHODS) }),
  (request, { random }) => ({ ...request, version: pick(random, VERSIONS) }),
  (request, { random }) => ({ ...request, target: pick(random, TARGETS) }),
  (request, { random }) => ({ ...request, target: `${request.target}${pick(random, TARGETS)}` }),
  (request, { random }) => ({ ...request, target: `/${"a".repeat(random.between(8_000, 70_000))}` }),
  (request, { random }) => ({ ...request, target: `/v2.2/returns/${"%".repeat(random.between(1, 4_000))}` }),
  (request, context) => ({ ...request, target: `/${noise(context, context.random.between(1, 60))}` }),
  (request) => ({ ...request, target: `http://other.example.test${request.target}` }),
  (request) => ({ ...request, newline: "\n" }),
  (request) => ({ ...request, newline: "\r" }),
];

/** Ways to break the headers. */
const HEADS: Break[] = [
  (request) => withHeader(request, "Host"),
  (request, { random }) => withHeader(request, "Host", `Host: ${pick(random, HOSTS)}`),
  (request, { random }) =>
    withHeader(request, "Host", `Host: ${pick(random, HOSTS)}`, "Host: api.example.test"),
  (request, { random }) => withHeader(request, "Host", `Host: ${"h".repeat(random.between(250, 20_000))}`),
  (request, { random }) => ({ ...request, headers: [...request.headers, pick(random, HEADERS)] }),
  (request, { random }) => ({ ...request, headers: [pick(random, HEADERS), ...request.headers] }),
  (request) => ({ ...request, headers: [...request.headers, ...request.headers] }),
  (request, { random }) => withHeader(request, "x", `x: ${"y".repeat(random.between(5_000, 120_000))}`),
  (request, { random }) => withHeader(request, "x", ...Array(random.between(100, 3_000)).fill("x: y")),
  (request, context) => withHeader(request, "x", `x: ${noise(context, 40)}`),
  (request) => ({ ...request, headers: [] }),
];

/** Ways to break the framing of a body, and the body. */
const FRAMES: Break[] = [
  (request, { random }) => withHeader(request, "Content-Length", `Content-Length: ${pick(random, LENGTHS)}`),
  (request, { random }) =>
    withHeader(request, "Content-Length", `Content-Length: ${request.body.length + random.between(1, 99)}`),
  (request) =>
    withHeader(request, "Content-Length", `Content-Length: ${Math.floor(request.body.length / 2)}`),
  (request) =>
    withHeader(request, "Content-Length", "Content-Length: 4", `Content-Length: ${request.body.length}`),
  (request) => withHeader(request, "Content-Length"),
  (request, { random }) =>
    withHeader(request, "Transfer-Encoding", `Transfer-Encoding: ${pick(random, CODINGS)}`),
  (request) =>
    withHeader(request, "Transfer-Encoding", "Transfer-Encoding: chunked", "Transfer-Encoding: identity"),
  (request, { random }) => chunked(request, Buffer.from(pick(random, CHUNKS), "latin1")),
  (request, { random }) => ({
    ...chunked(request, Buffer.from(pick(random, CHUNKS), "latin1")),
    headers: [...request.headers, "Transfer-Encoding: chunked"],
  }),
  (request) =>
    chunked(
      request,
      Buffer.concat([
        Buffer.from(`${request.body.length.toString(16)}\r\n`),
        request.body,
        Buffer.from("\r\n0\r\n\r\n"),
      ]),
    ),
  (request, { random }) => resized(request, Buffer.from(pick(random, BODIES), "latin1")),
  (request) => resized(request, gzipSync(request.body)),
  (request) =>
    withHeader(resized(request, gzipSync(request.body)), "Content-Encoding", "Content-Encoding: gzip"),
  (request) =>
    withHeader(
      resized(request, gzipSync(Buffer.alloc(3_000_000))),
      "Content-Encoding",
      "Content-Encoding: gzip",
    ),
  (request, { random }) =>
    resized(request, Buffer.from(`{"orderId":"${"a".repeat(random.between(1_000, 1_200_000))}"}`)),
];

export const BREAKS = { LINES, HEADS, FRAMES };

/** Returns the request with another body and that body's Content-Length. */
function resized(request: RawRequest, body: Buffer): RawRequest {
  return { ...withHeader(request, "Content-Length", `Content-Length: ${body.length}`), body };
}
