import { connect } from "node:net";

export type RawAnswer = { status: number; headers: Headers; body: string };

/** The time limit of a response; it only ends requests that hang. */
const WITHIN_MS = 20_000;

/**
 * Sends a string to a port unchanged, as Latin-1 with one byte per character, and returns the response that
 * arrives until the server closes the connection.
 */
export function sendRaw(port: number, text: string): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const chunks: Buffer[] = [];
  const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(text, "latin1")));
  socket.setTimeout(WITHIN_MS, () => socket.destroy(new Error("no answer came")));
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("error", reject);
  socket.on("close", () => resolve(answerIn(Buffer.concat(chunks).toString("utf8"))));
  return promise;
}

function answerIn(text: string): RawAnswer {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Headers();
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    headers.append(name, value);
  }
  return { status: Number(statusLine.split(" ")[1] ?? 0), headers, body: rest.join("\r\n\r\n") };
}

/** Sends the beginning of a request, waits for `until` and closes the connection without reading. */
export async function leaveAfter(port: number, text: string, until: () => Promise<unknown>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(text, "latin1"), () => resolve()));
  socket.on("error", reject);
  await promise;
  await until();
  socket.destroy();
}
