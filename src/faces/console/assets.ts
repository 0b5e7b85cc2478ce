import { readFile } from "node:fs/promises";
import { acceptedCoding, type Compressed, compress } from "../../lib/compress.ts";
import { sha256 } from "../../lib/hash.ts";
import { problem } from "../../lib/problem.ts";
import { SECURITY_HEADERS } from "./security.ts";

/** Files of the console's pages; htmx comes from its installed package. */
const FILES = {
  "console.css": { type: "text/css", url: import.meta.resolve("./assets/console.css") },
  "components.css": { type: "text/css", url: import.meta.resolve("./assets/components.css") },
  "pages.css": { type: "text/css", url: import.meta.resolve("./assets/pages.css") },
  "numbers.css": { type: "text/css", url: import.meta.resolve("./assets/numbers.css") },
  "warehouse.css": { type: "text/css", url: import.meta.resolve("./assets/warehouse.css") },
  "console.js": { type: "text/javascript", url: import.meta.resolve("./assets/console.js") },
  "passkeys.js": { type: "text/javascript", url: import.meta.resolve("./assets/passkeys.js") },
  "htmx.js": { type: "text/javascript", url: import.meta.resolve("htmx.org/dist/htmx.min.js") },
  "icon.svg": { type: "image/svg+xml", url: import.meta.resolve("./assets/icon.svg") },
} as const;

type FileName = keyof typeof FILES;
type Asset = { type: string; plain: Uint8Array; compressed: Compressed };

/** The assets by their hashed names, and the path of each file. */
export type Assets = { byName: Map<string, Asset>; pathOf(file: FileName): string };

/** Compressed once, and sent to each visitor. */
const COMPRESSION_LEVEL = 9;

const BELOW = "/console/assets/";

let loaded: Promise<Assets> | undefined;

/** Returns the assets, loaded and compressed once. The next call retries a load that has failed. */
export function assets(): Promise<Assets> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** Returns an asset, which may be cached for ever: its name changes with its content. Throws 404. */
export async function assetResponse(name: string, accepted: string): Promise<Response> {
  const response = await assetOf(BELOW + name, accepted);
  if (!response) throw problem("route_not_found", `There is nothing at ${BELOW}${name}.`);
  return response;
}

/** Returns the asset of a path, if there is one. */
export async function assetOf(pathname: string, accepted: string): Promise<Response | undefined> {
  if (!pathname.startsWith(BELOW)) return undefined;
  const asset = (await assets()).byName.get(pathname.slice(BELOW.length));
  if (!asset) return undefined;
  const coding = acceptedCoding(accepted);
  const headers = {
    ...SECURITY_HEADERS,
    "Content-Type": `${asset.type}; charset=utf-8`,
    "Cache-Control": "public, max-age=31536000, immutable",
    Vary: "Accept-Encoding",
    ...(coding && { "Content-Encoding": coding }),
  };
  const body = coding ? asset.compressed[coding] : asset.plain;
  return new Response(body as BodyInit, { headers });
}

async function load(): Promise<Assets> {
  const names = new Map<string, string>();
  const byName = new Map<string, Asset>();
  await Promise.all(
    Object.entries(FILES).map(async ([file, { type, url }]) => {
      const plain = await readFile(new URL(url));
      const hash = (await sha256(plain.toString("utf8"))).slice(0, 16);
      const compressed = await compress(plain, COMPRESSION_LEVEL);
      const name = file.replace(".", `.${hash}.`);
      names.set(file, name);
      byName.set(name, { type, plain, compressed });
    }),
  );
  return { byName, pathOf: (file) => BELOW + (names.get(file) ?? file) };
}
