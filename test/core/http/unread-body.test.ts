import { expect, test } from "bun:test";
import { sendRaw } from "../../support/raw-socket.ts";
import { useProcess, useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
const server = useProcess(service, { ROLE: "api" });

/** Larger than what fits into the buffers of a connection. */
const BODY = "x".repeat(14 * 1024 * 1024);
const FRAMED = {
  "a declared length": `Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
  chunks: `Transfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
};

function post(secret: string, connection: string, body: string) {
  const lines = [
    `POST /v2.2/returns/ret_unknown/comments HTTP/1.1`,
    "Host: localhost",
    `Connection: ${connection}`,
    `Authorization: Bearer ${secret}`,
    "Content-Type: application/json",
  ];
  return sendRaw(server.port, `${lines.join("\r\n")}\r\n${body}`);
}

// Closing a connection with unread bytes resets it, and a client that is still sending loses the response.
test.each(Object.entries(FRAMED))(
  "a client that sends a body with %s to the end receives its rejection, then the end",
  async (_, body) => {
    for (const connection of ["close", "Keep-Alive, Close"]) {
      expect((await post(store.secret, connection, body)).status).toBe(413);
      expect((await post("unknown", connection, body)).status).toBe(401);
    }
  },
);
