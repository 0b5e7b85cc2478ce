import { pino } from "pino";
import { createApp } from "../../src/app.ts";
import { createContext } from "../../src/boot/create-context.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { order, returnOf } from "./fixtures.ts";

/** The argument of this program, which changes returns of a store until its standard input ends. */
export type BusyShop = { databaseUrl: string; storeId: string; secret: string; returnIds: string[] };

const { databaseUrl, storeId, secret, returnIds }: BusyShop = JSON.parse(process.argv[2] ?? "{}");
const config = readConfig({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: "a key for tests only" });
const { ctx, close } = await createContext(config, pino({ level: "silent" }), "cli");
const app = createApp(ctx, { ready: true, stopping: false });

/** Leaves CPU time to the reader under test: the rows must change, but not fast. */
const PAUSE_MS = 30;

let working = true;
const ended = Bun.stdin.text().then(() => {
  working = false;
});
const returnAt = (n: number) => returnIds[n % returnIds.length] ?? "";
const workers = [0, 1, 2].map(async (which) => {
  for (let n = which; working; n += 3) {
    await send("POST", `/stores/${storeId}/orders`, order(`busy-${n}`));
    await Promise.all([
      send("POST", `/stores/${storeId}/returns`, returnOf(`busy-${n}`)),
      send("POST", `/returns/${returnAt(n * 37)}/comments`, { comment: { message: "Seen" } }),
      send("PUT", `/returns/${returnAt(n * 611)}/status`, { status: n % 2 ? "in_transit" : "delivered" }),
    ]);
    process.stdout.write(".");
    await Bun.sleep(PAUSE_MS);
  }
});
await Promise.all([...workers, ended]);
await close();

/** Throws for any error but 409, the response to a status transition that is not allowed. */
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
