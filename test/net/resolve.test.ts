import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHostsFile } from "../../src/net/hosts-file.ts";
import { createNameServers } from "../../src/net/name-servers.ts";
import { createResolve } from "../../src/net/resolve.ts";
import { type NameServer, startNameServer } from "../support/name-server.ts";

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

/** As a machine with these two files would resolve names. */
async function machine({ hosts = "", conf = "" } = {}) {
  const ask = createNameServers({ servers: [server.address], resolvConf: await file(conf) });
  const resolve = createResolve({ hostsFile: createHostsFile(await file(hosts)), ask });
  return { resolve, found: async (name: string) => (await resolve(name)).map(({ address }) => address) };
}

const IDLE = new Promise<never>(() => {});

describe("a name leads to", () => {
  test("all its addresses of both families, those of IPv4 first", async () => {
    server.names.set("shop.example", ["2606:4700::1", "93.184.215.14", "93.184.215.15"]);
    const { resolve } = await machine();
    expect(await resolve("Shop.Example")).toEqual([
      { address: "93.184.215.14", family: 4 },
      { address: "93.184.215.15", family: 4 },
      { address: "2606:4700::1", family: 6 },
    ]);
  });

  test("those of one family when it has none of the other, or nobody says so", async () => {
    server.names.set("four.example", ["93.184.215.14"]);
    server.names.set("six.example", ["2606:4700::1"]);
    server.names.set("quiet.example", ["93.184.215.14"]);
    server.silent.add("AAAA quiet.example");
    const { found } = await machine();
    expect(await found("four.example")).toEqual(["93.184.215.14"]);
    expect(await found("six.example")).toEqual(["2606:4700::1"]);
    expect(await found("quiet.example")).toEqual(["93.184.215.14"]);
  });

  test("what the machine's table of hosts says, before any server is asked", async () => {
    const hosts =
      "# hosts\n127.0.0.1 localhost\n10.0.0.5\treceiver  Receiver.Lan # ours\nfd00::5 receiver\nbroken x\n";
    const { found } = await machine({ hosts });
    expect(await found("receiver")).toEqual(["10.0.0.5", "fd00::5"]);
    expect(await found("RECEIVER.lan.")).toEqual(["10.0.0.5"]);
    expect(await found("localhost")).toEqual(["127.0.0.1"]);
    expect(server.asked).toEqual([]);
  });

  test("this machine when it is localhost or below it, whatever the table says", async () => {
    const { found } = await machine();
    for (const name of ["localhost", "shop.localhost", "LOCALHOST."]) {
      expect(await found(name)).toEqual(["127.0.0.1", "::1"]);
    }
    expect(server.asked).toEqual([]);
  });

  test("itself when it is an address", async () => {
    const { resolve } = await machine();
    expect(await resolve("10.1.2.3")).toEqual([{ address: "10.1.2.3", family: 4 }]);
    expect(await resolve("::1")).toEqual([{ address: "::1", family: 6 }]);
  });

  test("a host of the machine's own domains when it has few dots", async () => {
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

  test("nothing when there is none, and the error says why", async () => {
    const { found } = await machine();
    await expect(found("none.example")).rejects.toThrow("the name can't be resolved: there is no such name");
    server.silent.add("silent.example");
    await expect(found("silent.example")).rejects.toThrow(
      "the name can't be resolved: no name server answered in time",
    );
  }, 20_000);
});

test("a table that changes is read again", async () => {
  const path = await file("10.0.0.5 receiver");
  const hosts = createHostsFile(path);
  expect(hosts("receiver")).toEqual(["10.0.0.5"]);
  await writeFile(path, "10.0.0.66 receiver");
  while (hosts("receiver")?.[0] !== "10.0.0.66") await Bun.sleep(50);
  await rm(path);
  while (hosts("receiver") !== undefined) await Bun.sleep(50);
}, 20_000);

test("names whose servers never answer hold up neither encryption and signatures nor other names", async () => {
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
    createResolve({ ask: createNameServers({ servers: [server.address] }) })("quick.example"),
  );
  await Promise.all(hanging);
  expect(order).toEqual(["derived", "signed", "found", ...Array(16).fill("hanging")]);
}, 20_000);

describe("names are asked for", () => {
  /** Servers that answer when they are told. */
  function scripted() {
    const asked: string[] = [];
    const answers = new Map<string, PromiseWithResolvers<string[]>>();
    const resolve = createResolve({
      hostsFile: () => undefined,
      ask: (name) => {
        asked.push(name);
        const answer = Promise.withResolvers<string[]>();
        answers.set(name, answer);
        return answer.promise;
      },
    });
    const answer = (name: string, to: string[] | Error) => {
      if (to instanceof Error) answers.get(name)?.reject(to);
      else answers.get(name)?.resolve(to);
    };
    return { resolve, asked, answer };
  }

  test("once, however many want to know at a time and for some seconds after", async () => {
    const { resolve, asked, answer } = scripted();
    const all = Array.from({ length: 10 }, (_, i) => resolve("shop.example", { by: `store-${i}` }));
    await Bun.sleep(1);
    answer("shop.example", ["93.184.215.14"]);
    expect(new Set((await Promise.all(all)).map(([first]) => first?.address))).toEqual(
      new Set(["93.184.215.14"]),
    );
    await resolve("shop.example");
    expect(asked).toEqual(["shop.example"]);
  });

  const FAILED = Object.assign(new Error("queryA ESERVFAIL"), { code: "ESERVFAIL" });
  test.each([
    ["there was none", [], "there is no such name"],
    ["the servers failed", FAILED, "the name servers failed"],
  ])("again after a second when %s", async (_, nothing, why) => {
    const { resolve, asked, answer } = scripted();
    const soon = resolve("soon.example");
    await Bun.sleep(1);
    answer("soon.example", nothing);
    await expect(soon).rejects.toThrow(why);
    await soon.catch(() => undefined);
    await expect(resolve("soon.example")).rejects.toThrow(why);
    await Bun.sleep(1_100);
    const later = resolve("soon.example");
    await Bun.sleep(1);
    answer("soon.example", ["93.184.215.14"]);
    expect(await later).toEqual([{ address: "93.184.215.14", family: 4 }]);
    expect(asked).toEqual(["soon.example", "soon.example"]);
  });

  test("as long as the one who asks may wait, and no longer", async () => {
    const { resolve } = scripted();
    await expect(resolve("never.example", { withinMs: 20 })).rejects.toThrow(
      "no name server answered in time",
    );
    await resolve("never.example", { withinMs: 20 }).catch(() => undefined);
  });

  test("sixteen at a time for one store: it waits for itself, also for names that others ask for", async () => {
    const { resolve, asked, answer } = scripted();
    const names = Array.from({ length: 40 }, (_, i) => `hanging-${i}.example`);
    const wants = (name: string) => resolve(name, { by: "greedy", withinMs: 60_000 }).catch(() => IDLE);
    for (const name of [...names, "shared.example"]) void wants(name);
    await Bun.sleep(1);
    expect(asked).toEqual(names.slice(0, 16));
    const other = resolve("shared.example", { by: "other" });
    await Bun.sleep(1);
    expect(asked.at(-1)).toBe("shared.example");
    answer("shared.example", ["93.184.215.14"]);
    expect(await other).toHaveLength(1);
    answer("hanging-0.example", []);
    await Bun.sleep(1);
    expect(asked.slice(-1)).toEqual(["hanging-16.example"]);
  });
});
