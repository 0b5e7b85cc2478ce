import { pino } from "pino";
import { createApp } from "../../src/app.ts";
import { createContext } from "../../src/boot/create-context.ts";
import { readConfig } from "../../src/config.ts";
import { order, returnOf } from "./fixtures.ts";

/** A process that changes returns of a shop until its input ends. */
export type BusyShop = { databaseUrl: string; storeId: string; secret: string; returnIds: string[] };

const { databaseUrl, storeId, secret, returnIds }: BusyShop = JSON.parse(process.argv[2] ?? "{}");
const config = readConfig({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: "a key for tests only" });
const { ctx, close } = await createContext(config, pino({ level: "silent" }), "cli");
const app = createApp(ctx, { ready: true, stopping: false });

/** Leaves the processor to the reader: what is tested is that rows change, not how fast. */
const PAUSE_MS = 30;

let working = true;
const ended = Bun.stdin.text().then(() => {
  working = false;
});
const some = (n: number) => returnIds[n % returnIds.length] ?? "";
const workers = [0, 1, 2].map(async (which) => {
  for (let n = which; working; n += 3) {
    await send("POST", `/stores/${storeId}/orders`, order(`busy-${n}`));
    await Promise.all([
      send("POST", `/stores/${storeId}/returns`, returnOf(`busy-${n}`)),
      send("POST", `/returns/${some(n * 37)}/comments`, { comment: { message: "Seen" } }),
      send("PUT", `/returns/${some(n * 611)}/status`, { status: n % 2 ? "in_transit" : "delivered" }),
    ]);
    process.stdout.write(".");
    await Bun.sleep(PAUSE_MS);
  }
});
await Promise.all([...workers, ended]);
await close();

/** A status that may not follow any more is refused, as it would be at any shop. */
async function send(method: string, path: string, body: object): Promise<void> {
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  const request = new Request(`http://localhost/v2.2${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  const { status } = await app.fetch(request);
  if (status >= 400 && status !== 409) throw new Error(`${method} ${path} was answered ${status}`);
}
