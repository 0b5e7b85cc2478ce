import { describe, expect, test } from "bun:test";
import { pino } from "pino";
import { createContext } from "../../../src/boot/create-context.ts";
import { connectError, isUnavailable } from "../../../src/platform/db/errors.ts";
import { LIMITS } from "../../../src/platform/db/limits.ts";
import { createClient } from "../../../src/platform/db/open.ts";
import { waitForDatabase } from "../../../src/platform/db/wait-for-database.ts";

const coded = (code: string) => Object.assign(new Error("planted"), { code });

/** Errors of the network, of names and of the process's own limits, by where they may come from. */
const WHEREVER = [
  ...["ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN", "ENETRESET"],
  ...["ENETUNREACH", "ENOTCONN", "ENOTFOUND", "EPIPE", "ETIMEDOUT"],
  ...["08000", "08003", "08006", "25006", "53300", "57P01", "57P02", "57P03"],
];
const WHILE_CONNECTING = [
  ...["EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME", "EAI_MEMORY", "EAI_SYSTEM"],
  ...["ESERVFAIL", "ETIMEOUT", "EREFUSED", "ENODATA", "DNS_ESERVFAIL", "DNS_ETIMEOUT"],
  ...["EADDRNOTAVAIL", "EACCES", "EPERM", "ENOENT", "EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "EAGAIN"],
];
/** What waiting doesn't resolve: a password, a database, a role, a certificate. */
const NEVER = ["28P01", "28000", "3D000", "CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID", "EBADCSR"];

test.each(WHEREVER)("%s means that the database is unavailable", (code) => {
  expect([isUnavailable(coded(code)), isUnavailable(connectError(coded(code)))]).toEqual([true, true]);
});

test.each(WHILE_CONNECTING)(
  "%s means that only while connecting: elsewhere it is a fault of its own",
  (code) => {
    expect([isUnavailable(coded(code)), isUnavailable(connectError(coded(code)))]).toEqual([false, true]);
  },
);

test.each(NEVER)("%s is never temporary", (code) => {
  expect([isUnavailable(coded(code)), isUnavailable(connectError(coded(code)))]).toEqual([false, false]);
});

/** Addresses at which no server is, and why. */
const ADDRESSES = {
  "an unknown name": "postgres://u:p@no-such-host.invalid/shop",
  "a socket that isn't there": "postgres:///shop?user=u&host=/no/such/folder",
  "a port without a server": "postgres://u:p@127.0.0.1:1/shop",
  "several of them": "postgres://u:p@no-such-host.invalid,127.0.0.1:1/shop?target_session_attrs=read-write",
};

describe.each(Object.entries(ADDRESSES))("for %s", (_, url) => {
  test("connecting fails with a temporary error", async () => {
    const client = createClient(url, { limits: LIMITS, name: "test", connectMs: 5_000 });
    const error = await client.connect().then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(isUnavailable(error)).toBe(true);
  });

  test("a start waits", async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => lines.push(line) });
    await expect(waitForDatabase(url, log, 500)).rejects.toThrow("can't be reached");
    expect(lines[0]).toContain("the database can't be reached; trying for");
  });
});

test("a missing file that the address names is no temporary error", async () => {
  const config = { databaseUrl: "postgres://u:p@127.0.0.1:1/shop?sslrootcert=/no/such/file.pem" };
  const opened = createContext(config as never, pino({ level: "silent" }), "server");
  const error = await opened.then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  expect(error).toMatchObject({ code: "ENOENT" });
  expect(isUnavailable(error)).toBe(false);
});
