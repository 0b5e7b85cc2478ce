import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { sha256 } from "../lib/hash.ts";
import { problem } from "../lib/problem.ts";
import { SECURITY_HEADERS } from "./security.ts";

/** Files of the console's pages; htmx comes from its installed package. */
const FILES = {
  "console.css": { type: "text/css", url: import.meta.resolve("./assets/console.css") },
  "components.css": { type: "text/css", url: import.meta.resolve("./assets/components.css") },
  "pages.css": { type: "text/css", url: import.meta.resolve("./assets/pages.css") },
  "numbers.css": { type: "text/css", url: import.meta.resolve("./assets/numbers.css") },
  "warehouse.css": { type: "text/css", url: import.meta.resolve("./assets/warehouse.css") },
  "console.js": { type: "text/javascript", url: import.meta.resolve("./assets/console.js") },
  "htmx.js": { type: "text/javascript", url: import.meta.resolve("htmx.org/dist/htmx.min.js") },
  "icon.svg": { type: "image/svg+xml", url: import.meta.resolve("./assets/icon.svg") },
} as const;

type FileName = keyof typeof FILES;
type Coding = "br" | "gzip" | "identity";
type Asset = { type: string; bodies: Record<Coding, Uint8Array> };

/** The assets by their hashed names, and the path of each file. */
export type Assets = { byName: Map<string, Asset>; pathOf(file: FileName): string };

const BELOW = "/console/assets/";

let loaded: Promise<Assets> | undefined;

/** Loads and compresses the assets at the first request. The next request retries a failed load. */
export function assets(): Promise<Assets> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** Returns an asset, which may be cached for ever: its name changes with its content. Throws 404. */
export async function assetResponse(name: string, accepted: string): Promise<Response> {
  const asset = (await assets()).byName.get(name);
  if (!asset) throw problem("route_not_found", `There is nothing at ${BELOW}${name}.`);
  const codings: Coding[] = ["br", "gzip"];
  const coding =
    codings.find((each) => new RegExp(`(?:^|[ ,])${each}(?:[ ,;]|$)`).test(accepted)) ?? "identity";
  const headers = {
    ...SECURITY_HEADERS,
    "Content-Type": `${asset.type}; charset=utf-8`,
    "Cache-Control": "public, max-age=31536000, immutable",
    Vary: "Accept-Encoding",
    ...(coding !== "identity" && { "Content-Encoding": coding }),
  };
  return new Response(asset.bodies[coding] as BodyInit, { headers });
}

async function load(): Promise<Assets> {
  const names = new Map<string, string>();
  const byName = new Map<string, Asset>();
  await Promise.all(
    Object.entries(FILES).map(async ([file, { type, url }]) => {
      const identity = await readFile(new URL(url));
      const hash = (await sha256(identity.toString("utf8"))).slice(0, 16);
      const [br, gzipped] = await Promise.all([
        promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
        promisify(gzip)(identity, { level: 9 }),
      ]);
      const name = file.replace(".", `.${hash}.`);
      names.set(file, name);
      byName.set(name, { type, bodies: { br, gzip: gzipped, identity } });
    }),
  );
  return { byName, pathOf: (file) => BELOW + (names.get(file) ?? file) };
}
