import { describe, expect, test } from "bun:test";
import { freshMetrics } from "../../support/metrics.ts";
import { leaveAfter } from "../../support/raw-socket.ts";
import { slowdown } from "../../support/slowdown.ts";
import { useProcess, useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
const process = useProcess(service, { ROLE: "api" });

describe("a client that disconnects", () => {
  const lineOf = (path: string) =>
    process
      .output()
      .split("\n")
      .filter((line) => line.includes(path))
      .map((line) => JSON.parse(line));

  test.each(["Content-Length: 1000\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"])(
    "before its body is complete gets 499, which is not an error in the log or the metrics: %j",
    async (rest) => {
      const path = `/v2.2/returns/ret_${crypto.randomUUID()}/comments`;
      const secret = `Authorization: Bearer ${store.secret}`;
      const begin = `POST ${path} HTTP/1.1\r\nHost: shop.test\r\n${secret}\r\nContent-Type: application/json\r\n${rest}`;
      // The service starts to read the body after authentication, which is not observable, so the test waits.
      await leaveAfter(process.port, begin, () => Bun.sleep(500 * slowdown()));
      while (lineOf(path).length === 0) await Bun.sleep(20);
      expect(lineOf(path)).toEqual([expect.objectContaining({ level: 30, msg: "request", status: 499 })]);
      const metrics = await freshMetrics(() => fetch(`${process.origin}/metrics`));
      expect(metrics).toMatch(/_count\{[^}]*method="POST"[^}]*status="499"[^}]*\} [1-9]/);
      expect(metrics).not.toContain('status="500"');
      expect(process.output()).not.toContain("a request failed");
    },
  );
});
