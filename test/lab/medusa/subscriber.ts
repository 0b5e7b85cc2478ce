import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const GUIDE = new URL("../../../docs/guides/connect-medusa.md", import.meta.url);

/** Puts the subscriber of the guide into the shop, as `medusa build` would. */
export async function installSubscriber(folder: string): Promise<void> {
  const subscribers = join(folder, "src", "subscribers");
  await mkdir(subscribers, { recursive: true });
  await writeFile(join(subscribers, "aftersale.js"), await commonJs());
}

type Emitted = { event: { name: string; data: object }; container: { resolve(name: string): unknown } };
type Subscriber = { notify(emitted: Emitted): Promise<void>; events: string[] };
type Place = { url: string; secret: string; fetch(url: string, init: RequestInit): Promise<Response> };

/** Returns the subscriber of the guide, in a place with these settings, without a Medusa. */
export async function importSubscriber({ url, secret, fetch }: Place): Promise<Subscriber> {
  const exported: { default?: Subscriber["notify"]; config?: { event: string[] } } = {};
  const environment = { env: { AFTERSALE_WEBHOOK_URL: url, AFTERSALE_WEBHOOK_SECRET: secret } };
  const run = new Function("exports", "require", "process", "fetch", await commonJs());
  run(exported, () => require("node:crypto"), environment, fetch);
  const { default: notify, config } = exported;
  if (!notify || !config) throw new Error("the guide's subscriber exports nothing");
  return { notify, events: config.event };
}

/** Returns the code of the guide as a CommonJS module. */
async function commonJs(): Promise<string> {
  const [, code = ""] = /```ts\n(.*?)```/s.exec(await Bun.file(GUIDE).text()) ?? [];
  if (code === "") throw new Error("the guide has no subscriber");
  return new Bun.Transpiler({ loader: "ts" })
    .transformSync(code)
    .replace(/import \{ (\w+) \} from "node:crypto";/, 'const { $1 } = require("node:crypto");')
    .replace(/export default (async function (\w+))/, "exports.default = $2;\n$1")
    .replace(/export const config =/, "exports.config =")
    .replace(/export \{[^}]*\};/g, "");
}
