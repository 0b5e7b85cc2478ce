import { expect, test } from "bun:test";
import { createProcessCli } from "../support/cli.ts";
import { cloneDatabase } from "../support/database.ts";
import { order, returnOf } from "../support/fixtures.ts";
import { startProcess } from "../support/process.ts";

/** How to find each runtime's program: npx doesn't forward signals to it. */
const FINDERS: Record<string, string[]> = {
  node: ["npx", "-y", "node@26", "-p", "process.execPath"],
  deno: ["npx", "-y", "deno@2.9", "eval", "console.log(Deno.execPath())"],
};
const ARGUMENTS: Record<string, string[]> = {
  bun: ["src/main.ts"],
  node: ["src/main-node.ts"],
  deno: ["run", "--allow-all", "src/main-deno.ts"],
};
/** Other runtimes than Bun are tested if the environment says so: `RUNTIMES="node deno"`, as in CI. */
const CHOSEN = ["bun", ...(process.env.RUNTIMES ?? "").split(" ").filter(Boolean)];
const WITHIN_MS = 20_000;

type Received = { sequence: string | null; status: string };

test.each(CHOSEN)(
  "on %s the service accepts orders, returns and bulk events, sends webhooks, and stops on SIGTERM",
  async (runtime) => {
    const received: Received[] = [];
    const receiver = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => {
        const payload = (await request.json()) as { return: { status: string } };
        received.push({ sequence: request.headers.get("webhook-sequence"), status: payload.return.status });
        return new Response();
      },
    });
    const host = `127.0.0.1:${receiver.port}`;
    const database = await cloneDatabase();
    const env = { DATABASE_URL: database.url, ENCRYPTION_KEY: "a key for this test", DEMO: "0" };
    const service = await startProcess({ ...env, WEBHOOK_ALLOWED_HOSTS: host }, commandOf(runtime));
    try {
      const cli = createProcessCli(env);
      const { storeId } = await cli.json("store create --name Shop --id shop");
      const { secret } = await cli.json(`client create --store ${storeId} --name shop`);
      const send = async (method: string, path: string, body?: object) => {
        const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        const response = await fetch(`${service.origin}${path.replace(":store", "/v2.2/stores/shop")}`, init);
        const text = await response.text();
        return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
      };

      const webhook = { topic: "return", callback: { url: `http://${host}/returns`, auth: null } };
      expect(await send("POST", ":store/webhooks", { webhook })).toMatchObject({ status: 201 });
      expect(await send("POST", ":store/orders", order("1"))).toMatchObject({ status: 200 });
      const made = await send("POST", ":store/returns", returnOf("1"));
      expect(made).toMatchObject({ status: 201 });
      const returnId: string = made.body.return.id;
      expect(await send("PUT", `/v2.2/returns/${returnId}/status`, { status: "flagged" })).toMatchObject({
        status: 204,
      });
      expect(await send("GET", `/v2.2/returns/${returnId}`)).toMatchObject({
        body: { return: { status: "flagged" } },
      });

      const events = Array.from({ length: 50 }, (_, i) => ({
        eventName: "seen",
        uniqueId: `${i % 40}`,
        customer: { email: "robin@example.test", firstName: `Robin ${i}` },
      }));
      expect(await send("POST", ":store/events/bulk", { events })).toMatchObject({ status: 202 });
      const customer = await send("GET", ":store/customers?email=robin@example.test");
      expect(customer).toMatchObject({ status: 200, body: { firstName: "Robin 39" } });

      expect(await send("GET", ":store/orders/none")).toMatchObject({ status: 404 });
      expect(await send("POST", ":store/orders", { orderId: "" })).toMatchObject({ status: 400 });
      expect((await fetch(`${service.origin}/v2.2/returns/${returnId}`, { method: "HEAD" })).status).toBe(
        401,
      );

      for (const end = Date.now() + WITHIN_MS; received.length < 2 && Date.now() < end; ) await Bun.sleep(20);
      expect(received).toEqual([
        { sequence: "1", status: "open" },
        { sequence: "2", status: "flagged" },
      ]);
      service.signal("SIGTERM");
      expect(await Promise.race([service.exited, Bun.sleep(WITHIN_MS)])).toBe(0);
    } finally {
      service.signal("SIGKILL");
      await receiver.stop(true);
      await database.drop();
    }
  },
);

function commandOf(runtime: string): string[] {
  const finder = FINDERS[runtime];
  const program = finder ? Bun.spawnSync(finder).stdout.toString().trim() : process.execPath;
  if (program === "") throw new Error(`There is no ${runtime}: ${finder?.join(" ")} printed nothing.`);
  return [program, ...(ARGUMENTS[runtime] ?? [])];
}
