import { connect } from "node:net";
import type { Shot } from "./shots.ts";

/** How long nothing has to come before a client goes that doesn't know whether something will, and one that knows. */
const QUIET_MS = { broken: 400, valid: 10_000 };
const SLOW_MS = 100;
const AGAIN_MS = 150;
const CONNECT_TRIES = 20;

/** Sends what goes over one connection and returns what comes back; throws when there is no connection to be had. */
export async function fire(shot: Shot, port: number): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    const received = await fireOnce(shot, port);
    if (received) return received;
    if (attempt === CONNECT_TRIES) throw new Error(`nothing listens on port ${port}`);
    await Bun.sleep(AGAIN_MS);
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
    if (isSent) quiet = setTimeout(end, kind === "valid" ? QUIET_MS.valid : QUIET_MS.broken);
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

/** Connections that send the start of a request a byte at a time and never its end, until they are closed. */
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

/** The whole answers that stand one after another in what came back; those to HEAD, which have no body, are not separated. */
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

/** How much of what follows is the body; undefined as long as it isn't all there. */
function bodyLength(headers: string, rest: string): number | undefined {
  if (/^transfer-encoding: *chunked/im.test(headers)) {
    const end = rest.startsWith("0\r\n") ? rest.indexOf("\r\n\r\n") : rest.indexOf("\r\n0\r\n\r\n");
    return end < 0 ? undefined : end + (rest.startsWith("0\r\n") ? 4 : 7);
  }
  const declared = Number(/^content-length: *(\d+)/im.exec(headers)?.[1] ?? 0);
  // An answer to HEAD has a length and no body: the next answer, or nothing, follows.
  if (rest.startsWith("HTTP/1.")) return 0;
  return rest.length >= declared ? declared : undefined;
}
