import { expect, test } from "bun:test";
import { clientAddress, setPeer } from "../../../src/core/http/request-context.ts";

function requestFrom(peer: string, forwarded?: string): Request {
  const headers = new Headers();
  if (forwarded !== undefined) headers.set("X-Forwarded-For", forwarded);
  const request = new Request("http://localhost/", { headers });
  setPeer(request, () => peer);
  return request;
}

test("the address of a client is that of its connection, whatever it claims", () => {
  expect(clientAddress({ trustProxy: false }, requestFrom("10.0.0.7"))).toBe("10.0.0.7");
  expect(clientAddress({ trustProxy: false }, requestFrom("10.0.0.7", "1.2.3.4"))).toBe("10.0.0.7");
});

test("behind a trusted proxy it is the last one that the proxy has added", () => {
  expect(clientAddress({ trustProxy: true }, requestFrom("10.0.0.7", "6.6.6.6, 1.2.3.4"))).toBe("1.2.3.4");
  expect(clientAddress({ trustProxy: true }, requestFrom("10.0.0.7"))).toBe("10.0.0.7");
});

test("the port that some proxies write is no part of it", () => {
  const cases = [
    ["1.2.3.4:5678", "1.2.3.4"],
    ["6.6.6.6:1, 1.2.3.4:65535", "1.2.3.4"],
    ["[2001:db8:7:1::1]:443", "2001:db8:7:1::1"],
    ["[2001:db8:7:1::1]", "2001:db8:7:1::1"],
    ["2001:db8:7:1::1", "2001:db8:7:1::1"],
    ["::ffff:1.2.3.4", "::ffff:1.2.3.4"],
    ["unknown", "unknown"],
  ] as const;
  for (const [forwarded, address] of cases) {
    expect(clientAddress({ trustProxy: true }, requestFrom("10.0.0.7", forwarded))).toBe(address);
  }
});
