import type http from "node:http";

type Whole = {
  status: number;
  responseBody: string;
  responseBytes: Uint8Array;
  retryAfter: string | undefined;
  headers: Record<string, string>;
};
type Ends = { end(read: Whole | { error: string; isTooLarge: true }): void; fail(error: string): void };

/** Reads a response whole; one that is larger, or ends early, fails. */
export function readWhole(response: http.IncomingMessage, maxBytes: number, { end, fail }: Ends): void {
  const chunks: Buffer[] = [];
  let [bytes, isOver] = [0, false];
  const cutOff = () => {
    if (!isOver) fail("the response was cut off");
  };
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= maxBytes) return;
    end({ error: `the response has more than ${maxBytes} bytes`, isTooLarge: true });
    response.destroy();
  });
  response.on("end", () => {
    if (!response.complete) return cutOff();
    isOver = true;
    const { statusCode: status = 0, headers } = response;
    const responseBytes = Buffer.concat(chunks);
    const responseBody = new TextDecoder().decode(responseBytes);
    const whole = { status, responseBody, responseBytes, retryAfter: headers["retry-after"] };
    end({ ...whole, headers: textsOf(headers) });
  });
  response.on("error", cutOff);
  response.on("close", cutOff);
}

/** Returns the headers of a response, each with all its values. */
export function textsOf(headers: http.IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value = ""]) => [name, [value].flat().join(", ")]);
  return Object.fromEntries(entries);
}
