import { describe, expect, test } from "bun:test";
import { loggedPath } from "../../../src/core/http/request-log.ts";

describe("a path in the log", () => {
  test.each([
    ["/v2.2/stores/s/customers/ann", "/v2.2/stores/s/customers/:hidden"],
    ["/v2.2/stores/s/customers/ann/timeline", "/v2.2/stores/s/customers/:hidden/timeline"],
    ["/console/stores/s/customers/7", "/console/stores/s/customers/:hidden"],
    ["/v2.2/stores/s/segments/vip-ann%40example.test", "/v2.2/stores/s/segments/:hidden"],
    ["/v2.2/stores/s/orders/%2B4915112345678", "/v2.2/stores/s/orders/:hidden"],
  ])("%s hides the person", (path, logged) => expect(loggedPath(path)).toBe(logged));

  test.each([
    "/",
    "/v2.2/stores/s/customers",
    "/v2.2/stores/s/orders/1001",
    "/%E0%A4%A",
    "/returns/ret_01@x",
  ])("%s stays as it is", (path) => expect(loggedPath(path)).toBe(path));
});
