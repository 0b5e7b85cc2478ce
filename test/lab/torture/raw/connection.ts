import { connect } from "node:net";
import type { Shot } from "./shots.ts";

/**
 * How long a client waits for further bytes: after a broken request, which may get no response, and after one that
 * is framed as HTTP demands.
 */
const QUIET_MS = { broken: 400, framed: 10_000 };
const FRAMED = ["valid", "page", "another page"];
const SLOW_MS = 100;
const RETRY_MS = 150;
const CONNECT_TRIES = 20;

/** Sends a shot over one connection and returns the bytes received; throws if it can't connect. */
export async function fire(shot: Shot, port: number): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    const received = await fireOnce(shot, port);
    if (received) return received;
    if (attempt === CONNECT_TRIES) throw new Error(`nothing listens on port ${port}`);
    await Bun.sleep(RETRY_MS);
  }
}

function fireOnce(
  { kind, pieces, pauseMs, leaves, requests }: Shot,
  port: number,
): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let isConnected = false;
  let isSent = false;
  let quiet: Timer | undefined;
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });

  const end = () => {
    clearTimeout(quiet);
    socket.destroy();
    resolve(isConnected ? Buffer.concat(chunks) : undefined);
  };
  const listen = () => {
    clearTimeout(quiet);
    if (isSent) quiet = setTimeout(end, FRAMED.includes(kind) ? QUIET_MS.framed : QUIET_MS.broken);
  };

  socket.on("connect", async () => {
    isConnected = true;
    for (const [i, piece] of pieces.entries()) {
      if (i > 0) await Bun.sleep(pauseMs);
      if (socket.destroyed) return;
      socket.write(piece);
    }
    isSent = true;
    if (leaves) end();
    else listen();
  });
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    if (isSent && answersIn(Buffer.concat(chunks)).length >= requests) end();
    else listen();
  });
  socket.on("end", end);
  socket.on("error", end);
  socket.on("close", end);
  return promise;
}

/** Opens connections that send the start of a request byte by byte and never finish it, until `close`. */
export function loiter(port: number, count: number): { close(): void } {
  const slow = Array.from({ length: count }, () => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => socket.destroy());
    const text = "GET /healthz HTTP/1.1\r\nHost: api.example.test\r\nX-Slow: ";
    let at = 0;
    const timer = setInterval(() => socket.writable && socket.write(text[at++] ?? "x"), SLOW_MS);
    return { socket, timer };
  });
  return {
    close: () => {
      for (const { socket, timer } of slow) {
        clearInterval(timer);
        socket.destroy();
      }
    },
  };
}

export type Answer = { status: number; headers: string; body: string };

/**
 * Parses the complete responses in the received bytes; a response to HEAD at the end may be taken for
 * incomplete.
 */
export function answersIn(bytes: Buffer): Answer[] {
  const answers: Answer[] = [];
  let text = bytes.toString("latin1");
  for (;;) {
    const head = /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n([\s\S]*?)\r\n\r\n/.exec(text);
    if (!head) return answers;
    const [whole, status, headers = ""] = head;
    const rest = text.slice(whole.length);
    const length = bodyLength(headers, rest);
    if (length === undefined) return answers;
    if (Number(status) >= 200) answers.push({ status: Number(status), headers, body: rest.slice(0, length) });
    text = rest.slice(length);
  }
}

/** Returns the length of the body at the start of `rest`; undefined while the body is incomplete. */
function bodyLength(headers: string, rest: string): number | undefined {
  if (/^transfer-encoding: *chunked/im.test(headers)) {
    const end = rest.startsWith("0\r\n") ? rest.indexOf("\r\n\r\n") : rest.indexOf("\r\n0\r\n\r\n");
    return end < 0 ? undefined : end + (rest.startsWith("0\r\n") ? 4 : 7);
  }
  const declared = Number(/^content-length: *(\d+)/im.exec(headers)?.[1] ?? 0);
  // A response to HEAD has a Content-Length but no body, so the next response follows directly.
  if (rest.startsWith("HTTP/1.")) return 0;
  return rest.length >= declared ? declared : undefined;
}
