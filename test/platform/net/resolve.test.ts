import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHostsFile } from "../../../src/platform/net/hosts-file.ts";
import { createNameServers } from "../../../src/platform/net/name-servers.ts";
import { createResolve } from "../../../src/platform/net/resolve.ts";
import { type NameServer, startNameServer } from "../../support/name-server.ts";

let server: NameServer;
let folder: string;
beforeAll(async () => {
  server = await startNameServer();
  folder = await mkdtemp(join(tmpdir(), "aftersale-names-"));
});
beforeEach(() => {
  server.names.clear();
  server.silent.clear();
  server.asked.length = 0;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

let files = 0;
async function file(text: string): Promise<string> {
  const path = join(folder, `file-${++files}`);
  await writeFile(path, text);
  return path;
}

/** Returns a resolver for a machine with these two files. */
async function machine({ hosts = "", conf = "" } = {}) {
  const queryDns = createNameServers({ servers: [server.address], resolvConf: await file(conf) });
  const resolve = createResolve({ hostsFile: createHostsFile(await file(hosts)), queryDns });
  return { resolve, found: async (name: string) => (await resolve(name)).map(({ address }) => address) };
}

const IDLE = new Promise<never>(() => {});

describe("a name resolves to", () => {
  test("all its addresses of both families, IPv4 first", async () => {
    server.names.set("shop.example", ["2606:4700::1", "93.184.215.14", "93.184.215.15"]);
    const { resolve } = await machine();
    expect(await resolve("Shop.Example")).toEqual([
      { address: "93.184.215.14", family: 4 },
      { address: "93.184.215.15", family: 4 },
      { address: "2606:4700::1", family: 6 },
    ]);
  });

  test("the addresses of one family when it has none of the other or that query fails", async () => {
    server.names.set("four.example", ["93.184.215.14"]);
    server.names.set("six.example", ["2606:4700::1"]);
    server.names.set("quiet.example", ["93.184.215.14"]);
    server.silent.add("AAAA quiet.example");
    const { found } = await machine();
    expect(await found("four.example")).toEqual(["93.184.215.14"]);
    expect(await found("six.example")).toEqual(["2606:4700::1"]);
    expect(await found("quiet.example")).toEqual(["93.184.215.14"]);
  });

  test("the addresses in the hosts file, without querying a name server", async () => {
    const hosts =
      "# hosts\n127.0.0.1 localhost\n10.0.0.5\treceiver  Receiver.Lan # ours\nfd00::5 receiver\nbroken x\n";
    const { found } = await machine({ hosts });
    expect(await found("receiver")).toEqual(["10.0.0.5", "fd00::5"]);
    expect(await found("RECEIVER.lan.")).toEqual(["10.0.0.5"]);
    expect(await found("localhost")).toEqual(["127.0.0.1"]);
    expect(server.asked).toEqual([]);
  });

  test("loopback when it is localhost or below it, unless the hosts file lists it", async () => {
    const { found } = await machine();
    for (const name of ["localhost", "shop.localhost", "LOCALHOST."]) {
      expect(await found(name)).toEqual(["127.0.0.1", "::1"]);
    }
    expect(server.asked).toEqual([]);
  });

  test("itself when it is an IP address", async () => {
    const { resolve } = await machine();
    expect(await resolve("10.1.2.3")).toEqual([{ address: "10.1.2.3", family: 4 }]);
    expect(await resolve("::1")).toEqual([{ address: "::1", family: 6 }]);
  });

  test("a host below a search domain when it has few dots", async () => {
    server.names.set("receiver.shop.svc.cluster", ["10.0.0.6"]);
    server.names.set("receiver.shop.example", ["93.184.215.14"]);
    const conf = "nameserver 127.0.0.1\nsearch shop.svc.cluster svc.cluster\noptions edns0 ndots:2\n";
    const { found } = await machine({ conf });
    expect(await found("receiver")).toEqual(["10.0.0.6"]);
    expect(await found("receiver.shop")).toEqual(["10.0.0.6"]);
    expect(await found("receiver.shop.example")).toEqual(["93.184.215.14"]);
    await expect(found("receiver.shop.")).rejects.toThrow("there is no such name");
    await expect(
      (await machine({ conf: "search shop.svc.cluster" })).found("receiver.shop"),
    ).rejects.toThrow();
  });

  test("nothing when it doesn't exist, and the error has the reason", async () => {
    const { found } = await machine();
    await expect(found("none.example")).rejects.toThrow("the name can't be resolved: there is no such name");
    server.silent.add("silent.example");
    await expect(found("silent.example")).rejects.toThrow(
      "the name can't be resolved: no name server responded in time",
    );
  }, 20_000);
});

test("a changed hosts file is read again", async () => {
  const path = await file("10.0.0.5 receiver");
  const hosts = createHostsFile(path);
  expect(hosts("receiver")).toEqual(["10.0.0.5"]);
  await writeFile(path, "10.0.0.66 receiver");
  while (hosts("receiver")?.[0] !== "10.0.0.66") await Bun.sleep(50);
  await rm(path);
  while (hosts("receiver") !== undefined) await Bun.sleep(50);
}, 20_000);

test("unresponsive name servers block neither encryption and signatures nor other names", async () => {
  const { found } = await machine();
  server.names.set("quick.example", ["93.184.215.14"]);
  const order: string[] = [];
  const note = async (name: string, work: Promise<unknown>) => {
    await work.catch(() => undefined);
    order.push(name);
  };
  const hanging = Array.from({ length: 16 }, (_, i) => {
    server.silent.add(`hanging-${i}.example`);
    return note("hanging", found(`hanging-${i}.example`));
  });
  await Bun.sleep(20);
  const key = await crypto.subtle.importKey("raw", new Uint8Array(32), "HKDF", false, ["deriveBits"]);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: new Uint8Array() };
  await note("derived", crypto.subtle.deriveBits(hkdf, key, 256));
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const signing = await crypto.subtle.importKey("raw", new Uint8Array(32), hmac, false, ["sign"]);
  await note("signed", crypto.subtle.sign("HMAC", signing, new Uint8Array(9)));
  await note(
    "found",
    createResolve({ queryDns: createNameServers({ servers: [server.address] }) })("quick.example"),
  );
  await Promise.all(hanging);
  expect(order).toEqual(["derived", "signed", "found", ...Array(16).fill("hanging")]);
}, 20_000);

describe("a name is queried", () => {
  /** Creates a resolver whose name servers respond only once `respond` is called. */
  function scripted() {
    const queried: string[] = [];
    const answers = new Map<string, PromiseWithResolvers<string[]>>();
    const resolve = createResolve({
      hostsFile: () => undefined,
      queryDns: (name) => {
        queried.push(name);
        const respond = Promise.withResolvers<string[]>();
        answers.set(name, respond);
        return respond.promise;
      },
    });
    const respond = (name: string, to: string[] | Error) => {
      if (to instanceof Error) answers.get(name)?.reject(to);
      else answers.get(name)?.resolve(to);
    };
    return { resolve, queried, respond };
  }

  test("once for concurrent requests and for some seconds after", async () => {
    const { resolve, queried, respond } = scripted();
    const all = Array.from({ length: 10 }, (_, i) => resolve("shop.example", { owner: `store-${i}` }));
    await Bun.sleep(1);
    respond("shop.example", ["93.184.215.14"]);
    expect(new Set((await Promise.all(all)).map(([first]) => first?.address))).toEqual(
      new Set(["93.184.215.14"]),
    );
    await resolve("shop.example");
    expect(queried).toEqual(["shop.example"]);
  });

  const FAILED = Object.assign(new Error("queryA ESERVFAIL"), { code: "ESERVFAIL" });
  test.each([
    ["it did not exist", [], "there is no such name"],
    ["the servers failed", FAILED, "the name servers failed"],
  ])("again after a second when %s", async (_, nothing, why) => {
    const { resolve, queried, respond } = scripted();
    const soon = resolve("soon.example");
    await Bun.sleep(1);
    respond("soon.example", nothing);
    await expect(soon).rejects.toThrow(why);
    await soon.catch(() => undefined);
    await expect(resolve("soon.example")).rejects.toThrow(why);
    await Bun.sleep(1_100);
    const later = resolve("soon.example");
    await Bun.sleep(1);
    respond("soon.example", ["93.184.215.14"]);
    expect(await later).toEqual([{ address: "93.184.215.14", family: 4 }]);
    expect(queried).toEqual(["soon.example", "soon.example"]);
  });

  test("until the caller's timeout ends", async () => {
    const { resolve } = scripted();
    await expect(resolve("never.example", { timeoutMs: 20 })).rejects.toThrow(
      "no name server responded in time",
    );
    await resolve("never.example", { timeoutMs: 20 }).catch(() => undefined);
  });

  test("with at most sixteen others per store; further queries of the store wait, even for names that other stores query", async () => {
    const { resolve, queried, respond } = scripted();
    const names = Array.from({ length: 40 }, (_, i) => `hanging-${i}.example`);
    const request = (name: string) => resolve(name, { owner: "greedy", timeoutMs: 60_000 }).catch(() => IDLE);
    for (const name of [...names, "shared.example"]) void request(name);
    await Bun.sleep(1);
    expect(queried).toEqual(names.slice(0, 16));
    const other = resolve("shared.example", { owner: "other" });
    await Bun.sleep(1);
    expect(queried.at(-1)).toBe("shared.example");
    respond("shared.example", ["93.184.215.14"]);
    expect(await other).toHaveLength(1);
    respond("hanging-0.example", []);
    await Bun.sleep(1);
    expect(queried.slice(-1)).toEqual(["hanging-16.example"]);
  });
});
