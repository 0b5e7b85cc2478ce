import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createApp } from "../../src/app.ts";
import { EXAMPLES } from "../../src/openapi/examples.ts";
import { judged } from "../contract/judge.ts";
import { deliverDue, pass } from "../support/delivery-time.ts";
import { endWithUs, type TemporaryFolder, temporaryFolder } from "../support/ends-with-us.ts";
import { order, returnOf } from "../support/fixtures.ts";
import { useService, useStore } from "../support/use-service.ts";

const HOOK = "https://hooks.example.com/returns";

const service = useService();
const store = useStore(service);
let server: ReturnType<typeof Bun.serve>;
let folder: TemporaryFolder;
beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: judged(createApp(service.ctx, { ready: true, stopping: false })).fetch,
  });
  folder = await temporaryFolder("aftersale-examples-");
  // The tests run the programs that the page shows.
  for (const name of Object.keys(EXAMPLES)) {
    await Bun.write(join(folder.path, name), await (await service.fetch(`/docs/${name}`)).text());
  }
});
service.beforeStop(async () => {
  await server.stop(true);
  await folder.remove();
});

test("the page shows each program unmodified", async () => {
  const page = await (await service.fetch("/docs")).text();
  const shown = page.matchAll(/<summary>(.*?)<\/summary>[\s\S]*?<code>([\s\S]*?)<\/code>/g);
  const texts = [...shown].map(([, title, code = ""]) => [title, unescaped(code)]);
  const files = Object.entries(EXAMPLES).map(async ([name, title]) => [
    title,
    await Bun.file(join(folder.path, name)).text(),
  ]);
  expect(texts).toEqual(await Promise.all(files));
});

test("an order is created and its return completed", async () => {
  const { output } = await finished(start("take-a-return.mjs"));
  expect(output).toMatch(/^The return ret_\w+ of WEB-\d+ is complete: 17\.95 EUR are refunded\.\n$/);
  const { returns } = (await (await store.get("/stores/:store/returns")).json()) as { returns: object[] };
  expect(returns).toEqual([expect.objectContaining({ status: "complete" })]);
});

test("webhooks are received once and in order, and forged ones are rejected", async () => {
  const { id } = await opened("of-webhooks", "1Z0");
  const receiver = start("receive-webhooks.mjs", { PUBLIC_URL: HOOK, PORT: "0" });
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

function unescaped(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
