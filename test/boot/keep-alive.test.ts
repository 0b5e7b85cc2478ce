import { expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { pause } from "../../src/lib/promises.ts";
import { useProcess, useService } from "../support/use-service.ts";

const service = useService();
const brief = useProcess(service, { KEEP_ALIVE_TIMEOUT: "1s", ROLE: "api" });
const longer = useProcess(service, { KEEP_ALIVE_TIMEOUT: "20s", ROLE: "api" });

test("a connection without a request is closed after KEEP_ALIVE_TIMEOUT, and not before", async () => {
  const short = connect(Number(new URL(brief.origin).port), "127.0.0.1");
  const long = connect(Number(new URL(longer.origin).port), "127.0.0.1");
  for (const socket of [short, long]) {
    socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(socket, "data");
  }
  const isClosed = { short: false, long: false };
  short.on("close", () => Object.assign(isClosed, { short: true }));
  long.on("close", () => Object.assign(isClosed, { long: true }));
  await pause(6_000);
  expect(isClosed).toEqual({ short: true, long: false });
  long.destroy();
});
