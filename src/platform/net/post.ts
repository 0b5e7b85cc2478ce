import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { hostAndPort } from "../../lib/host.ts";
import { literalAddress, nonPublicRangeOf } from "../../lib/public-address.ts";
import { connectionError } from "./connection-error.ts";
import { readWhole, textsOf } from "./read-whole.ts";
import type { Resolve } from "./resolve.ts";

export type PostRequest = {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  timeoutMs: number;
  /** The store on whose behalf it is sent. */
  owner?: string;
  /** Only the status is needed: the response body is not waited for. */
  ignoresBody?: true;
  /** POST by default. */
  method?: string;
  /**
   * The response is needed whole, with its headers: one of more bytes, or that ends early, is an error. Unless it reads, such
   * a request is never sent again by itself.
   */
  maxWholeBytes?: number;
};

/**
 * `responseBody` is the beginning of the body; where all of it is needed, `headers` and `responseBytes` are there too,
 * and where it is no success the headers alone. Without a response, or when the address is not allowed, there is only an
 * `error`; `isTooLarge` if it has more bytes than its bound.
 */
export type PostResult =
  | {
      status: number;
      responseBody: string;
      retryAfter: string | undefined;
      headers?: Record<string, string>;
      responseBytes?: Uint8Array;
      error?: undefined;
    }
  | { error: string; status?: undefined; isTooLarge?: true };

export type Post = (request: PostRequest) => Promise<PostResult>;

/** `allowedHosts` are `host:port` entries that may be private or plain http. */
type Options = { allowedHosts: readonly string[] | "all"; resolve: Resolve };

export const TIMED_OUT = "timed out";

/** How many bytes of a response body are read. */
export const MAX_RESPONSE_BYTES = 4_096;
/** Connections per host, in use and idle; further requests wait within their timeout. */
const MAX_SOCKETS = 128;
const MAX_IDLE = 64;
const IDLE_MS = 15_000;

/**
 * Returns a function that posts to public addresses only, unless a host is allowed. All addresses of a name
 * are checked for each connection, and the connected address is checked again before anything is sent.
 * Redirects are not followed. The timeout covers the whole request, from resolving the name to the end of the
 * response. It never throws.
 */
export function createPost({ allowedHosts, resolve }: Options): Post & { close(): void } {
  const settings = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_IDLE, timeout: IDLE_MS };
  const agents = { "http:": new http.Agent(settings), "https:": new https.Agent(settings) };
  const allowed = new Set(allowedHosts === "all" ? [] : allowedHosts);

  const post = async (request: PostRequest): Promise<PostResult> => {
    const deadline = performance.now() + request.timeoutMs;
    for (let attempt = 1; ; attempt++) {
      const { posted, isStale } = await postOnce(request, deadline).catch(unsendable);
      // The receiver closed an idle connection as it was reused, and has most likely received nothing.
      if (!isStale || attempt === 3 || isOnceOnly(request)) return posted;
    }
  };

  function postOnce(
    { headers, body, owner, ignoresBody, method = "POST", maxWholeBytes, ...to }: PostRequest,
    deadline: number,
  ) {
    return new Promise<{ posted: PostResult; isStale?: boolean }>((done) => {
      const url = new URL(to.url);
      const isAllowed = allowedHosts === "all" || allowed.has(hostAndPort(url));
      const fault = isAllowed ? undefined : urlFault(url);
      if (fault) return done({ posted: { error: fault } });

      const isPlain = url.protocol === "http:";
      const sent = (isPlain ? http : https).request(url, {
        method,
        agent: isPlain ? agents["http:"] : agents["https:"],
        headers: { ...headers, ...(method !== "GET" && { "Content-Length": body.length }) },
        lookup: checkedLookup(isAllowed, (hostname) =>
          resolve(hostname, { owner, timeoutMs: Math.max(0, deadline - performance.now()) }),
        ),
      });
      let hasResponse = false;
      let endEarly: (() => void) | undefined;
      const timer = setTimeout(
        () => (endEarly ? endEarly() : fail(TIMED_OUT)),
        Math.max(0, deadline - performance.now()),
      );
      const end = (posted: PostResult, isStale = false) => {
        clearTimeout(timer);
        done({ posted, isStale });
      };
      const fail = (error: string, isStale = false) => {
        end({ error }, isStale);
        sent.destroy();
      };
      sent.on("socket", (socket) => {
        if (!isAllowed) checkAddress(socket, fail);
      });
      sent.on("error", (error: NodeJS.ErrnoException) => {
        const isReset = error.code === "ECONNRESET" || error.code === "EPIPE";
        fail(connectionError(error), isReset && sent.reusedSocket && !hasResponse);
      });
      sent.on("response", (response) => {
        hasResponse = true;
        if (maxWholeBytes === undefined) endEarly = readResponse(response, end);
        else readWhole(response, maxWholeBytes, { end, fail });
        const { statusCode: status = 0 } = response;
        if (ignoresBody) done({ posted: { status, responseBody: "", retryAfter: undefined } });
      });
      sent.end(method === "GET" ? undefined : body);
    });
  }

  const close = () => {
    for (const agent of Object.values(agents)) agent.destroy();
  };
  return Object.assign(post, { close });
}

/** Whether the request may have an effect that its sender has to find out before it sends it again. */
function isOnceOnly({ method, maxWholeBytes }: PostRequest): boolean {
  return maxWholeBytes !== undefined && method !== "GET";
}

/** The request can't be written, for example because of an invalid header. */
function unsendable(error: Error): { posted: PostResult; isStale?: boolean } {
  return { posted: { error: error.message } };
}

function urlFault(url: URL): string | undefined {
  if (url.protocol !== "https:") return "not allowed: only https is";
  const literal = literalAddress(url.hostname);
  const range = literal && nonPublicRangeOf(literal);
  return range && `not allowed: ${literal} is not a public address (${range})`;
}

type Lookup = NonNullable<http.RequestOptions["lookup"]>;

/** Returns a lookup that fails when an address of the name is not allowed. */
function checkedLookup(isAllowed: boolean, resolve: Resolve): Lookup {
  return (hostname, options, callback) => {
    const found = resolve(hostname).then((addresses) => {
      const refused = addresses.find(({ address }) => !isAllowed && nonPublicRangeOf(address));
      if (refused) throw notAllowed(hostname, refused.address);
      const [first] = addresses;
      if (!first) throw new Error(`${hostname} has no address`);
      return { first, addresses };
    });
    found.then(
      ({ first, addresses }) =>
        options.all ? callback(null, addresses) : callback(null, first.address, first.family),
      (error) => callback(error, "", 4),
    );
  };
}

function notAllowed(hostname: string, address: string): Error {
  return new Error(`not allowed: ${hostname} resolves to ${address} (${nonPublicRangeOf(address)})`);
}

/** Checks the address of a new connection before anything is sent on it. */
function checkAddress(socket: Socket, fail: (error: string) => void): void {
  if (!socket.connecting) return;
  socket.once("connect", () => {
    const { remoteAddress = "" } = socket;
    const range = nonPublicRangeOf(remoteAddress);
    if (!range) return;
    fail(`not allowed: connected to ${remoteAddress} (${range})`);
    socket.destroy();
  });
}

/**
 * Reads the beginning of a response. Returns how to end it early; once the status is known, the request has
 * succeeded.
 */
function readResponse(response: http.IncomingMessage, end: (posted: PostResult) => void): () => void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const finish = () => {
    const { statusCode: status = 0, headers } = response;
    const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES));
    const read = {
      status,
      responseBody: text.replaceAll("\0", "\ufffd"),
      retryAfter: headers["retry-after"],
    };
    end(status >= 200 && status < 300 ? read : { ...read, headers: textsOf(headers) });
  };
  const endEarly = () => {
    finish();
    response.destroy();
  };
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) endEarly();
  });
  response.on("end", finish);
  response.on("error", finish);
  response.on("close", finish);
  return endEarly;
}
