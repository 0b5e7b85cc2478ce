import { describe, expect, test } from "bun:test";
import { hostNames, parsePostgresAddress } from "../../src/lib/postgres-address.ts";

const hostsOf = (text: string) =>
  parsePostgresAddress(text).hosts.map(({ host, port }) => (port === undefined ? host : `${host}:${port}`));

/** What libpq reads of the same address. */
const HOSTS: [address: string, hosts: string[]][] = [
  ["postgres://u:p@db.example:6000/shop", ["db.example:6000"]],
  ["postgresql://db.example/shop", ["db.example"]],
  ["postgres://a,b/shop", ["a", "b"]],
  ["postgres://u:p@a:5432,b:5433,c/shop?target_session_attrs=read-write", ["a:5432", "b:5433", "c"]],
  ["postgres://u:p@[::1]:5433,[2001:db8::7],10.0.0.1:1/shop", ["::1:5433", "2001:db8::7", "10.0.0.1:1"]],
  ["postgres://u:p@/shop?host=a,b", ["a", "b"]],
  ["postgres:///shop?host=a,b&port=6000", ["a:6000", "b:6000"]],
  ["postgres:///shop?host=a,b&port=6000,6001", ["a:6000", "b:6001"]],
  ["postgres:///shop?host=a,b&port=6000,", ["a:6000", "b"]],
  ["postgres://x:7000/shop?host=y", ["y:7000"]],
  ["postgres://a,b/shop?port=7000", ["a:7000", "b:7000"]],
  ["postgres:///shop?host=%2Frun%2Fpostgresql", ["/run/postgresql"]],
  ["postgres://%2Frun%2Fpostgresql,b/shop", ["/run/postgresql", "b"]],
  ["postgres:///shop?hostaddr=10.0.0.1,10.0.0.2", ["10.0.0.1", "10.0.0.2"]],
  ["postgres://a,,b/shop", ["a", "", "b"]],
  ["postgres:///shop", [""]],
];

test.each(HOSTS)("%s", (address, hosts) => {
  expect(hostsOf(address)).toEqual(hosts);
});

test("the driver gets one host, and none of what chooses among several", () => {
  const driversUrl = (text: string) => parsePostgresAddress(text).url;
  expect(driversUrl("postgres://u:p%40w@a:1,b:2/shop?target_session_attrs=primary&sslmode=require")).toBe(
    "postgres://u:p%40w@a/shop?sslmode=require",
  );
  expect(driversUrl("postgres://u:p@[::1]:5433/shop?connect_timeout=3")).toBe(
    "postgres://u:p@[::1]:5433/shop",
  );
  expect(driversUrl("postgres://u:p@/shop?host=/run/postgresql,b")).toBe(
    "postgres://u:p@localhost/shop?host=%2Frun%2Fpostgresql",
  );
  const plain = "postgres://u:p%@db.example/shop?sslmode=no-verify&application_name=x#y";
  expect(driversUrl(plain)).toBe(plain);
});

test("what else an address says of its hosts and sessions is kept", () => {
  const address =
    "postgres://u:secret@a,[::1]:7/shop?load_balance_hosts=random&connect_timeout=3&options=-c%20jit%3Doff";
  const read = parsePostgresAddress(address);
  expect(read).toMatchObject({
    isShuffled: true,
    connectMs: 3_000,
    options: "-c jit=off",
    database: "/shop",
  });
  expect(hostNames(read)).toBe("a, [::1]:7");
  expect(parsePostgresAddress("postgres://a/shop?connect_timeout=0").connectMs).toBeUndefined();
  for (const target of ["any", "read-write", "primary"])
    expect(hostsOf(`postgres://a,b/shop?target_session_attrs=${target}`)).toEqual(["a", "b"]);
});

describe("an address that can't be used gets a sentence that holds nothing of it", () => {
  const SAMPLE = "must be an address such as postgres://user:password@host:5432/database";
  const FAULTS: [address: string, message: string][] = [
    ["mysql://u:pass-word@a/shop", SAMPLE],
    ["u:pass-word@a/shop", SAMPLE],
    ["postgres://u:pass-word@a b/shop", SAMPLE],
    ["postgres://u:pass-word@a:x/shop", "has a port that isn't a number from 1 to 65535"],
    ["postgres://u:pass-word@a:1,b:70000/shop", "has a port that isn't a number from 1 to 65535"],
    ["postgres://u:pass-word@a,b:0/shop", "has a port that isn't a number from 1 to 65535"],
    [
      "postgres://u:pass-word@::1,b/shop",
      "has a host that can't be read: write name:port, and an IPv6 address in brackets",
    ],
    [
      "postgres://u:pass-word@/shop?host=a,b,c&port=1,2",
      "has 3 hosts and 2 ports: give one port, or one for each host",
    ],
    [
      "postgres://u:pass-word@a,b/shop?target_session_attrs=standby",
      "asks for a server to read from (target_session_attrs=standby), and the service writes: use read-write",
    ],
    [
      "postgres://u:pass-word@a,b/shop?target_session_attrs=pass-word",
      "has a target_session_attrs that Postgres doesn't know: use read-write",
    ],
    [
      "postgres://u:pass-word@a/shop?load_balance_hosts=x",
      "has a load_balance_hosts that isn't disable or random",
    ],
    [
      "postgres://u:pass-word@a/shop?connect_timeout=x",
      "has a connect_timeout that isn't a number of seconds",
    ],
  ];
  test.each(FAULTS)("%s", (address, message) => {
    expect(() => parsePostgresAddress(address)).toThrow(message);
    expect(message).not.toContain("pass-word");
  });
});
