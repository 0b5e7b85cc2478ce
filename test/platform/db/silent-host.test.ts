import { expect, test } from "bun:test";
import { parsePostgresAddress } from "../../../src/lib/postgres-address.ts";
import { findWritableHost } from "../../../src/platform/db/find-writable-host.ts";
import { serverAt } from "../../../src/platform/db/server.ts";
import { linkTo } from "../../support/database-link.ts";
import { slowdown } from "../../support/slowdown.ts";
import { openPair } from "../../support/standby.ts";

test("a standby that is promoted while the other host says nothing is found at once, and is sought for a slow host", async () => {
  const pair = await openPair();
  const [lost, next] = [pair.primary(), pair.standby()];
  const link = await linkTo(lost.url);
  link.silence();
  const hosts = `127.0.0.1:${new URL(link.url).port},127.0.0.1:${next.port}`;
  const url = lost.url.replace(new URL(lost.url).host, hosts);
  const address = parsePostgresAddress(`${url}?target_session_attrs=read-write`);
  const seeking = findWritableHost(address);
  await Bun.sleep(600);
  await pair.promote();
  const promotedAt = performance.now();
  expect((await seeking).port).toBe(next.port);
  // Waiting for the silent host would take four seconds.
  expect(performance.now() - promotedAt).toBeLessThan(2_000 * slowdown());

  const server = serverAt(`${url}?target_session_attrs=read-write&connect_timeout=3`);
  const found = await server.host();
  expect(server.host()).toBe(found);
  server.doubt(found);
  const sought = server.host();
  expect(sought).toBeInstanceOf(Promise);
  expect((await sought).port).toBe(next.port);
  await link.close();
  await pair.close();
});
