import { readFile } from "node:fs/promises";
import { cachedFor } from "../../lib/cached-for.ts";
import { acceptedCoding, type Compressed, compress } from "../../lib/compress.ts";
import { sha256 } from "../../lib/hash.ts";
import { problem } from "../../lib/problem.ts";

/** What pages need besides themselves: each file with its media type and where it is. */
type Files<Name extends string> = Record<Name, { type: string; url: string }>;

type Asset = { type: string; plain: Uint8Array; compressed: Compressed };

/** The assets by their hashed names, and the path of each file. */
type Loaded<Name> = { byName: Map<string, Asset>; pathOf(file: Name): string };

export type Assets<Name> = {
  /** Returns the assets, loaded and compressed once. The next call retries a load that has failed. */
  load(): Promise<Loaded<Name>>;
  /** Returns an asset, which may be cached for ever: its name changes with its content. Throws 404. */
  response(name: string, accepted: string): Promise<Response>;
  /** Returns the asset of a path, if there is one. */
  find(pathname: string, accepted: string): Promise<Response | undefined>;
};

/** Compressed once, and sent to each visitor. */
const COMPRESSION_LEVEL = 9;

/** Serves files below a path that ends in a slash, with headers for each response. */
export function createAssets<Name extends string>(
  below: string,
  files: Files<Name>,
  headers: Record<string, string>,
): Assets<Name> {
  const load = cachedFor(Number.POSITIVE_INFINITY, () => loadFiles(below, files));

  async function find(pathname: string, accepted: string): Promise<Response | undefined> {
    if (!pathname.startsWith(below)) return undefined;
    const asset = (await load()).byName.get(pathname.slice(below.length));
    return asset && responseOf(asset, accepted, headers);
  }

  return {
    load,
    find,
    response: async (name, accepted) => {
      const response = await find(below + name, accepted);
      if (!response) throw problem("route_not_found", `There is nothing at ${below}${name}.`);
      return response;
    },
  };
}

function responseOf({ type, plain, compressed }: Asset, accepted: string, common: Record<string, string>) {
  const coding = acceptedCoding(accepted);
  const headers = {
    ...common,
    "Content-Type": `${type}; charset=utf-8`,
    "Cache-Control": "public, max-age=31536000, immutable",
    Vary: "Accept-Encoding",
    ...(coding && { "Content-Encoding": coding }),
  };
  return new Response((coding ? compressed[coding] : plain) as BodyInit, { headers });
}

async function loadFiles<Name extends string>(below: string, files: Files<Name>): Promise<Loaded<Name>> {
  const names = new Map<string, string>();
  const byName = new Map<string, Asset>();
  await Promise.all(
    Object.entries<{ type: string; url: string }>(files).map(async ([file, { type, url }]) => {
      const plain = await readFile(new URL(url));
      const hash = (await sha256(plain.toString("utf8"))).slice(0, 16);
      const compressed = await compress(plain, COMPRESSION_LEVEL);
      const name = file.replace(".", `.${hash}.`);
      names.set(file, name);
      byName.set(name, { type, plain, compressed });
    }),
  );
  return { byName, pathOf: (file) => below + (names.get(file) ?? file) };
}
