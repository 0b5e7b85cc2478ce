import { beforeAll, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { deliverDue, pass } from "../../support/delivery-time.ts";
import { endWithUs, type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { answerOf } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { newWebhook } from "../../support/webhooks.ts";

const ROOT = join(import.meta.dir, "../../..");
const PROGRAMS = await Array.fromAsync(new Bun.Glob("*.mjs").scan(join(ROOT, "docs/guides/programs")));
const HOOK = "https://hooks.example.com/returns";

const service = useService();
const store = useStore(service);
let server: ReturnType<typeof Bun.serve>;
let folder: TemporaryFolder;
beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      return service.fetch(`${pathname}${search}`, request);
    },
  });
  folder = await temporaryFolder("aftersale-examples-");
  // The tests run the programs that the guides show.
  for (const name of PROGRAMS) {
    await Bun.write(join(folder.path, name), await (await service.fetch(`/docs/programs/${name}`)).text());
  }
});
service.beforeStop(async () => {
  await server.stop(true);
  await folder.remove();
});

test("an order is created and its return completed", async () => {
  const { output } = await finished(start("take-a-return.mjs"));
  expect(output).toMatch(/^The return ret_\w+ of WEB-\d+ is complete: 17\.95 EUR are refunded\.\n$/);
  const { returns } = (await (await store.get("/stores/:store/returns")).json()) as { returns: object[] };
  expect(returns).toEqual([expect.objectContaining({ status: "complete" })]);
});

test("webhooks are received once and in order, and forged ones are rejected", async () => {
  const { id } = await opened("of-webhooks", "1Z0");
  const receiver = start("receive-webhooks.mjs", { CALLBACK_URL: HOOK, PORT: "0" });
  const lines = linesOf(receiver.stdout);
  const [port] = (await lines.next()).value?.match(/\d+$/) ?? [];
  const local = `http://127.0.0.1:${port}/returns`;
  let failures = 1;
  service.world.on(HOOK, async ({ headers, body }) => {
    const answer = await fetch(local, { method: "POST", headers, body });
    // The receiver has processed the event, but its response is an error.
    return failures-- > 0 ? new Response(null, { status: 500 }) : answer;
  });

  await service.drain();
  await pass(service, 60_000);
  await deliverDue(service);
  await store.put(`/returns/${id}/status`, { status: "in_transit" });
  await service.drain();
  const forged = await fetch(local, { method: "POST", body: "{}" });
  expect(forged.status).toBe(401);

  receiver.kill();
  const received = (await Array.fromAsync(lines)).filter((line) => line.includes(id));
  expect(received).toEqual([
    `backfill: ${id} of order of-webhooks is open`,
    `updated: ${id} of order of-webhooks is in_transit`,
  ]);
});

test("a warehouse is synced: arrived returns get a note and are processed, the others don't change", async () => {
  const there = await opened("arrived", "1Z1");
  const away = await opened("on-its-way", "1Z2");
  const { output } = await finished(start("sync-warehouse.mjs", { ARRIVED: "1Z1" }));
  expect(output).toMatch(/^\d+ returns have changed since .*\n\d+ of arrived is processed\n$/);

  const read = async (id: string) => {
    const { return: one } = (await (await store.get(`/returns/${id}`)).json()) as {
      return: { status: string; notes: { message: string }[] };
    };
    return [one.status, ...one.notes.map(({ message }) => message)];
  };
  expect(await read(there.id)).toEqual(["complete", "Arrived: 1Z1"]);
  expect(await read(away.id)).toEqual(["open"]);
});

test.each([
  ["verify.mjs", "", "node verify.mjs"],
  ["verify.py", "", "python3 verify.py"],
  ["verify.php", "", "php verify.php"],
  ["verify.go", "go build verify.go", "./verify"],
  ["Verify.java", "javac Verify.java", "java Verify"],
])(
  "an event is verified by %s, and one whose body, time or secret is another is not",
  async (name, build, command) => {
    const [program = ""] = (build || command).split(" ");
    if (Bun.which(program) === null) {
      return void process.stderr.write(`${name} is not run, because ${program} isn't here.\n`);
    }
    const text = await (await service.fetch(`/docs/programs/${name}`)).text();
    await Bun.write(join(folder.path, name), text);
    if (build) expect(await Bun.spawn(build.split(" "), { cwd: folder.path }).exited).toBe(0);
    const event = await sentEvent();
    const verified = async (changes: Partial<typeof event>) => {
      const { secret, id, at, signatures, body } = { ...event, ...changes };
      const { PATH = "", HOME = "" } = process.env;
      const child = Bun.spawn([...command.split(" "), id, at, signatures], {
        cwd: folder.path,
        env: { PATH, HOME, SIGNING_SECRET: secret },
        stdin: new Blob([body]),
        stdout: "pipe",
        stderr: "inherit",
      });
      endWithUs(child);
      return [await new Response(child.stdout).text(), await child.exited];
    };
    const results = await Promise.all([
      verified({}),
      verified({ signatures: `v1,${btoa("x".repeat(32))} ${event.signatures}` }),
      verified({ body: event.body.replace("open", "opem") }),
      verified({ at: String(Number(event.at) - 600) }),
      verified({ secret: `whsec_${btoa("another")}` }),
      verified({ at: "soon" }),
    ]);
    const [genuine, forged] = [
      ["genuine\n", 0],
      ["forged\n", 1],
    ];
    expect(results).toEqual([genuine, genuine, forged, forged, forged, forged]);
  },
);

/** An event as a receiver gets it, with the secret that signs it. */
async function sentEvent() {
  const own = await service.newStore();
  const url = "https://hooks.example.com/verified";
  const { id: webhookId, signingSecret } = await newWebhook(own, { callback: { url } });
  let received: { header(name: string): string; body: string } | undefined;
  service.world.on(url, ({ headers, body }) => {
    const given = new Headers(headers);
    received = { header: (name) => given.get(name) ?? "", body };
    return new Response(null, { status: 204 });
  });
  await own.post(`/webhooks/${webhookId}/test`, undefined);
  await service.drain();
  if (!received) throw new Error("No event was sent.");
  const { header, body } = received;
  return {
    secret: signingSecret,
    id: header("webhook-id"),
    at: header("webhook-timestamp"),
    signatures: header("webhook-signature"),
    body,
  };
}

test("the project with types compiles under tsc, and lists what open returns are worth", async () => {
  const project = await temporaryFolder("aftersale-typed-");
  for (const name of ["package.json", "tsconfig.json", "main.ts", "receive.ts"]) {
    const response = await service.fetch(`/docs/programs/typed/${name}`);
    expect([name, response.status]).toEqual([name, 200]);
    await Bun.write(join(project.path, name), await response.text());
  }
  // What its script `types` writes: `bun run types` calls the same generator with the same options.
  const types = Bun.file(join(ROOT, "test/client/openapi.d.ts"));
  await Bun.write(join(project.path, "aftersale.d.ts"), types);
  await symlink(join(ROOT, "node_modules"), join(project.path, "node_modules"));
  const run = async (...command: string[]) => {
    const { PATH = "", HOME = "" } = process.env;
    const child = Bun.spawn(command, {
      cwd: project.path,
      env: { PATH, HOME, AFTERSALE_URL: server.url.origin, STORE: store.id, SECRET: store.secret },
      stdout: "pipe",
      stderr: "inherit",
    });
    endWithUs(child);
    return [await new Response(child.stdout).text(), await child.exited];
  };
  expect(await run(join(ROOT, "node_modules/.bin/tsc"))).toEqual(["", 0]);
  const { id } = await opened("typed", "1Z9");
  const [output, code] = await run(Bun.which("node") ?? process.execPath, "dist/main.js");
  expect(code).toBe(0);
  expect(output).toContain(`${id} is open, 7.50 USD\n`);
  await project.remove();
});

test("the bodies that the guides show are valid requests", async () => {
  const own = await service.newStore();
  const { locationId } = await createLocation(own.ctx, own.id, { name: "Warehouse" });
  const { paths } = (await (await service.fetch("/openapi.json")).json()) as Described;
  await own.post("/stores/:store/orders", exampleOf(paths["/v2.2/stores/{storeId}/orders"]?.post));
  const strict = { Prefer: "handling=strict" };
  const [exchanged, sent, card] = await bodiesOf("exchanges-and-credit");
  const created = await answerOf(own.post("/stores/:store/returns", exchanged, strict));
  expect(created).toMatchObject({ status: 201 });
  const { id } = (created.body as { return: { id: string } }).return;
  const labels = await bodiesOf("labels-and-tracking");
  for (const body of [sent, card, ...labels]) {
    expect([body, await answerOf(own.patch(`/returns/${id}`, body, strict))]).toMatchObject([
      body,
      { status: 200 },
    ]);
  }
  const { body } = await answerOf(own.get(`/returns/${id}`));
  expect(body).toMatchObject({ return: { status: "in_transit", exchange: { itemCount: 1 } } });
  const [levels] = await bodiesOf("inventory-sync");
  const put = JSON.parse(JSON.stringify(levels).replace("LOCATION", locationId));
  expect(await answerOf(own.put("/stores/:store/inventory-levels", put, strict))).toMatchObject({
    status: 200,
  });
});

type Described = {
  paths: Record<string, Record<string, { requestBody: { content: Record<string, { example: object }> } }>>;
};

function exampleOf(operation: Described["paths"][string][string] | undefined): object {
  return operation?.requestBody.content["application/json"]?.example ?? {};
}

async function bodiesOf(guide: string): Promise<object[]> {
  const text = await Bun.file(join(ROOT, `docs/guides/${guide}.md`)).text();
  return [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = ""]) => JSON.parse(block));
}

test("a secret's limits are shown", async () => {
  const { secret } = await store.withScopes("orders_read");
  const { output } = await finished(start("check-a-secret.mjs", { SECRET: secret }));
  const lines = output.trim().split("\n");
  expect(lines.map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
    `401 /stores/${store.id} unauthenticated`,
    "403 /stores/another/orders store_mismatch",
    `200 /stores/${store.id}/orders `,
    ...["returns", "inventory-levels", "webhooks"].map(
      (one) => `403 /stores/${store.id}/${one} missing_scope`,
    ),
  ]);
});

test("customers are found by what they did", async () => {
  const own = await service.newStore();
  const program = start("find-customers.mjs", { STORE: own.id, SECRET: own.secret });
  const ended = finished(program);
  // The tests run jobs when they ask for it.
  while (program.exitCode === null) {
    await service.drain();
    await Bun.sleep(50);
  }
  expect((await ended).output).toBe("1 bought twice: ada@example.test\n");
});

test("a return policy is changed, and what others have saved is kept", async () => {
  const own = await service.newStore();
  const settings = { STORE: own.id, SECRET: own.secret };
  const outputs: string[] = [];
  for (let run = 0; run < 2; run++)
    outputs.push((await finished(start("change-the-policy.mjs", settings))).output);
  expect(outputs).toEqual(["Saved as version 1: 1 rules\n", "Saved as version 2: 1 rules\n"]);
  const guide = await Bun.file(join(import.meta.dir, "../../../docs/guides/policies.md")).text();
  const [, document = ""] = /```json\n(.*?)```/s.exec(guide) ?? [];
  const { status, body } = await answerOf(own.put("/stores/:store/policy", JSON.parse(document)));
  expect({ status, body }).toEqual({ status: 200, body: { version: 3, policy: JSON.parse(document) } });
  await finished(start("change-the-policy.mjs", settings));
  const saved = (await answerOf(own.get("/stores/:store/policy"))).body as { policy: { rules: object[] } };
  expect(saved.policy.rules).toHaveLength(4);
});

test("all returns are read page by page, and then what changes", async () => {
  const own = await service.newStore();
  await own.post("/stores/:store/orders", order("listed"));
  const response = await own.post("/stores/:store/returns", returnOf("listed"));
  const { id } = ((await response.json()) as { return: { id: string } }).return;
  const settings = { STORE: own.id, SECRET: own.secret, ROUNDS: "1", WAIT: "10" };
  const program = start("read-all-returns.mjs", settings);
  const lines = linesOf(program.stdout);
  expect((await lines.next()).value).toBe("1 returns");
  await own.put(`/returns/${id}/status`, { status: "in_transit" });
  expect((await lines.next()).value).toBe(`return.updated: ${id} is in_transit`);
  expect(await program.exited).toBe(0);
});

test("a passing fault is repeated, and has no second effect", async () => {
  let faults = 2;
  const flaky = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = await request.text();
      const done = await fetch(`${server.url.origin}${pathname}${search}`, { method, headers, body });
      // The service has done what was asked, but its response is lost.
      return faults-- > 0 ? new Response(null, { status: 503, headers: { "Retry-After": "0" } }) : done;
    },
  });
  const own = await service.newStore();
  const settings = { AFTERSALE_URL: flaky.url.origin, STORE: own.id, SECRET: own.secret, ORDER_ID: "once" };
  const { output } = await finished(start("retry.mjs", settings));
  expect(output).toMatch(
    /^\/orders: 503, again in 0 ms\n\/orders: 503, again in 0 ms\nThe return is ret_\w+\n$/,
  );
  const { returns } = (await (await own.get("/stores/:store/returns")).json()) as { returns: object[] };
  expect(returns).toHaveLength(1);
  await flaky.stop(true);
});

test("a script waits until the service is ready, and no longer than it was allowed", async () => {
  const { output } = await finished(start("wait-until-ready.mjs"));
  expect(output).toBe(`${server.url.origin} is ready\n`);
  const waiting = start("wait-until-ready.mjs", { AFTERSALE_URL: "http://127.0.0.1:9", TIMEOUT_S: "1" });
  expect(await new Response(waiting.stdout).text()).toStartWith("http://127.0.0.1:9 is not reachable: ");
  expect(await waiting.exited).toBe(1);
});

function start(name: string, settings: Record<string, string> = {}) {
  const program = Bun.spawn([process.execPath, join(folder.path, name)], {
    env: { AFTERSALE_URL: server.url.origin, STORE: store.id, SECRET: store.secret, ...settings },
    stdout: "pipe",
    stderr: "inherit",
  });
  endWithUs(program);
  return program;
}

async function finished(program: ReturnType<typeof start>): Promise<{ output: string }> {
  const output = await new Response(program.stdout).text();
  expect(await program.exited).toBe(0);
  return { output };
}

async function opened(orderId: string, trackingNumber: string): Promise<{ id: string }> {
  await store.post("/stores/:store/orders", order(orderId));
  const label = { trackingNumber, carrier: "ups" };
  const created = await store.post("/stores/:store/returns", returnOf(orderId, { label }));
  return ((await created.json()) as { return: { id: string } }).return;
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
