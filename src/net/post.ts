import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { hostAndPort } from "../lib/host.ts";
import { literalAddress, nonPublicRangeOf } from "../lib/public-address.ts";
import type { Resolve } from "./resolve.ts";

export type PostRequest = {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  timeoutMs: number;
  /** The store for which it is sent. */
  by?: string;
  /** The status is all that is wanted of the answer: its body is not waited for. */
  ignoresBody?: true;
};

/** `answer` is the beginning of the answer's body. Whoever didn't answer, or may not be asked, left an `error` alone. */
export type Posted =
  | { status: number; answer: string; retryAfter: string | undefined; error?: undefined }
  | { error: string; status?: undefined };

export type Post = (request: PostRequest) => Promise<Posted>;

/** `allowedHosts` are hosts with ports that may be private or plain http. */
type Options = { allowedHosts: readonly string[] | "all"; resolve: Resolve };

export const TIMED_OUT = "timed out";

/** How much of an answer is read. */
export const ANSWER_BYTES = 4_096;
/** Connections to one host; whoever wants more waits, within the time of its request. */
const PER_HOST = 128;
const IDLE_PER_HOST = 64;
const IDLE_MS = 15_000;

/**
 * Posts to other people's servers, and to public addresses alone unless a host is allowed: a name is resolved and every address that it has is
 * checked for each connection, and what a connection really leads to is checked again before anything is sent. It follows
 * no redirect, and the time of a request is that of all of it, from the name to the answer's end. It never throws.
 */
export function createPost({ allowedHosts, resolve }: Options): Post & { close(): void } {
  const settings = { keepAlive: true, maxSockets: PER_HOST, maxFreeSockets: IDLE_PER_HOST, timeout: IDLE_MS };
  const agents = { "http:": new http.Agent(settings), "https:": new https.Agent(settings) };
  const allowed = new Set(allowedHosts === "all" ? [] : allowedHosts);

  const post = async (asked: PostRequest): Promise<Posted> => {
    const deadline = performance.now() + asked.timeoutMs;
    for (let attempt = 1; ; attempt++) {
      const { posted, isStale } = await postOnce(asked, deadline).catch(unsendable);
      // The other side closed an idle connection just when it was taken: it has seen nothing of the request.
      if (!isStale || attempt === 3) return posted;
    }
  };

  function postOnce({ headers, body, by, ignoresBody, ...to }: PostRequest, deadline: number) {
    return new Promise<{ posted: Posted; isStale?: boolean }>((done) => {
      const url = new URL(to.url);
      const isAllowed = allowedHosts === "all" || allowed.has(hostAndPort(url));
      const fault = isAllowed ? undefined : urlFault(url);
      if (fault) return done({ posted: { error: fault } });

      const isPlain = url.protocol === "http:";
      const request = (isPlain ? http : https).request(url, {
        method: "POST",
        agent: isPlain ? agents["http:"] : agents["https:"],
        headers: { ...headers, "Content-Length": body.length },
        lookup: checkedLookup(isAllowed, (hostname) =>
          resolve(hostname, { by, withinMs: Math.max(0, deadline - performance.now()) }),
        ),
      });
      let answered: (() => void) | undefined;
      const timer = setTimeout(
        () => (answered ? answered() : fail(TIMED_OUT)),
        Math.max(0, deadline - performance.now()),
      );
      const end = (posted: Posted, isStale = false) => {
        clearTimeout(timer);
        done({ posted, isStale });
      };
      const fail = (error: string, isStale = false) => {
        end({ error }, isStale);
        request.destroy();
      };
      request.on("socket", (socket) => {
        if (!isAllowed) guard(socket, fail);
      });
      request.on("error", (error: NodeJS.ErrnoException) => {
        const isReset = error.code === "ECONNRESET" || error.code === "EPIPE";
        fail(wordsOf(error), isReset && request.reusedSocket && !answered);
      });
      request.on("response", (response) => {
        answered = readAnswer(response, end);
        const { statusCode: status = 0 } = response;
        if (ignoresBody) done({ posted: { status, answer: "", retryAfter: undefined } });
      });
      request.end(body);
    });
  }

  const close = () => {
    for (const agent of Object.values(agents)) agent.destroy();
  };
  return Object.assign(post, { close });
}

/** A header, say, that HTTP has no way to write. */
function unsendable(error: Error): { posted: Posted; isStale?: boolean } {
  return { posted: { error: error.message } };
}

function urlFault(url: URL): string | undefined {
  if (url.protocol !== "https:") return "not allowed: only https is";
  const literal = literalAddress(url.hostname);
  const kind = literal && nonPublicRangeOf(literal);
  return kind && `not allowed: ${literal} is not a public address (${kind})`;
}

type Lookup = NonNullable<http.RequestOptions["lookup"]>;

/** All addresses of a name, or an error when one of them is not for us. */
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

/** Looks at what a new connection really leads to before anything is sent on it. */
function guard(socket: Socket, fail: (error: string) => void): void {
  if (!socket.connecting) return;
  socket.once("connect", () => {
    const { remoteAddress = "" } = socket;
    const kind = nonPublicRangeOf(remoteAddress);
    if (!kind) return;
    fail(`not allowed: connected to ${remoteAddress} (${kind})`);
    socket.destroy();
  });
}

/** Reads the beginning of an answer; what it gives ends it where it is. Once the status is there, it is what counts. */
function readAnswer(response: http.IncomingMessage, end: (posted: Posted) => void): () => void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const finish = () => {
    const { statusCode: status = 0, headers } = response;
    const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, ANSWER_BYTES));
    end({ status, answer: text.replaceAll("\0", "\ufffd"), retryAfter: headers["retry-after"] });
  };
  const cut = () => {
    finish();
    response.destroy();
  };
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES) cut();
  });
  response.on("end", finish);
  response.on("error", finish);
  response.on("close", finish);
  return cut;
}

function wordsOf({ code, message }: NodeJS.ErrnoException): string {
  const words: Record<string, string> = {
    ECONNREFUSED: "connection refused",
    ECONNRESET: "connection reset",
    EPIPE: "connection reset",
    ENOTFOUND: "the name can't be resolved",
    EHOSTUNREACH: "host unreachable",
    ENETUNREACH: "network unreachable",
  };
  return words[code ?? ""] ?? message;
}
