import { beforeAll, describe, expect, test } from "bun:test";
import { PAGES } from "../../../src/faces/console/pages.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { startWork } from "../../support/event-loop.ts";
import { newReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
let owner: TestBrowser;
beforeAll(async () => {
  owner = await newPerson(service, store, "owner");
  await newReturn(store);
});

const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** Values of any parameter, as they stand in an address. */
const VALUES = [
  ...[
    "%00",
    "a%00b",
    "%ff",
    "%ed%a0%80",
    "%",
    "%zz",
    "-1",
    "1e999",
    "9999999999999999999",
    "NaN",
    "__proto__",
  ],
  ...["2026-99-99", "0000-00-00", "[]", "{}", "'", "%F0%9F%98%80", "constructor", "..", "a".repeat(5_000)],
  ...[json(["\0", "\0"]), json([1, 2]), json({}), json(["2026-01-01T00:00:00Z", "\ud800"]), json(null)],
];
const NAMES = [
  ...["after", "q", "email", "order", "sku", "status", "queue", "from", "to", "since", "until", "customer"],
  ...[
    "event",
    "eventName",
    "name",
    "location",
    "location_id",
    "scan",
    "state",
    "kind",
    "next",
    "tab",
    "match",
  ],
  ...[
    "product_id",
    "field",
    "op",
    "value",
    "count",
    "tracking_number",
    "code",
    "client",
    "method",
    "created",
  ],
];
const paths = PAGES.map(({ path }) => (path === "/" ? ":store" : `:store${path}`));
const open = (id: string) => paths.map((path) => path.replace(/:(?!store\b)\w+/g, id));

/** Returns the requests with a 5xx, or without a response within a second. */
async function failing(addresses: string[], send: (address: string) => Promise<Response>): Promise<string[]> {
  const failed: string[] = [];
  for (let i = 0; i < addresses.length; i += 20) {
    await Promise.all(
      addresses.slice(i, i + 20).map(async (address) => {
        const { status } = await send(address);
        if (status >= 500) failed.push(`${status} ${address.slice(0, 200)}`);
      }),
    );
  }
  return failed;
}

describe("no page of the console is a 5xx", () => {
  test("for any value of any parameter", async () => {
    const addresses = open("none").flatMap((path, n) =>
      NAMES.flatMap((name, i) => {
        // Each page gets each value, and each name some of them.
        const values = ["after", "q"].includes(name)
          ? VALUES
          : VALUES.filter((_, j) => (i + j + n) % 8 === 0);
        return values.map((value) => `${path}?${name}=${value}`);
      }),
    );
    expect(await failing(addresses, (address) => owner.get(address))).toEqual([]);
  }, 120_000);

  test("for names that can't be stored, for repeated parameters and for very many", async () => {
    const queries = [
      "%00=1",
      "%00",
      "after=a&after=b",
      "&&&=&==",
      "a[]=1",
      Array(3_000).fill("a=1").join("&"),
    ];
    const addresses = open("none").flatMap((path) => queries.map((query) => `${path}?${query}`));
    expect(await failing(addresses, (address) => owner.get(address))).toEqual([]);
  }, 60_000);

  test("for any id in its path", async () => {
    const ids = [
      "a%00b",
      "%ff",
      "%ed%a0%80",
      "..%2f..",
      "%",
      "a".repeat(3_000),
      "'",
      "__proto__",
      "%F0%9F%98%80",
    ];
    expect(await failing(ids.flatMap(open), (address) => owner.get(address))).toEqual([]);
  }, 60_000);

  test("for any cookie", async () => {
    const session = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const cookies = [
      ...[
        "aftersale_session=%00",
        "aftersale_session=%ff",
        "=",
        ";;;",
        `aftersale_session=${"a".repeat(9_000)}`,
      ],
      ...[`${session}; aftersale_notice=%00`, `${session}; aftersale_theme=__proto__`, "a=b; ".repeat(2_000)],
    ];
    const found = await failing(cookies, (Cookie) => owner.get(":store/returns", { Cookie }));
    expect(found).toEqual([]);
  });

  test("for any text in any field of its forms", async () => {
    const failed: string[] = [];
    for (const { path, acts = {} } of PAGES) {
      const address = (path === "/" ? ":store" : `:store${path}`).replace(/:(?!store\b)\w+/g, "none");
      const page = await (await owner.get(address)).text();
      const names = new Set([...page.matchAll(/ name="([^"_][^"]*)"/g)].map(([, name = ""]) => name));
      for (const _act of [...Object.keys(acts), "constructor", "__proto__"]) {
        for (const value of ["\0", "\ud800", "x".repeat(20_000), "-1", "[]", "__proto__", "😀"]) {
          const fields = Object.fromEntries([...names].map((name) => [name, value]));
          const { status } = await owner.post(address, { ...fields, _act });
          if (status >= 500) failed.push(`${status} ${address} ${_act} ${JSON.stringify(value.slice(0, 9))}`);
        }
      }
    }
    expect(failed).toEqual([]);
  }, 120_000);
});

describe("a form of very many fields is refused before it is parsed", () => {
  const field = (n: number) => `--b\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n1\r\n`;
  test.each([
    ["application/x-www-form-urlencoded", (n: number) => Array(n).fill("a").join("&")],
    ["application/x-www-form-urlencoded", (n: number) => "&".repeat(n)],
    [
      "multipart/form-data; boundary=b",
      (n: number) => `${Array.from({ length: n / 4 }, (_, i) => field(i)).join("")}--b--`,
    ],
    ['multipart/form-data; boundary="b"', (n: number) => "--b\r\n\r\n".repeat(n / 4)],
  ])("%s", async (type, bodyOf) => {
    for (const path of ["/sign-in", ":store/returns", ":store/inventory/import"]) {
      const body = bodyOf(path === "/sign-in" ? 30_000 : 60_000);
      const address = `/console${path.replace(":store", `/stores/${store.id}`)}`;
      const Cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = {
        Cookie,
        "Content-Type": type,
        Origin: "http://localhost",
        "Sec-Fetch-Site": "same-origin",
      };
      const worked = startWork();
      const { status } = await service.fetch(address, { method: "POST", body, headers });
      expect([path, status]).toEqual([path, 413]);
      expect(worked()).toBeLessThan(1_000);
    }
  });
});
