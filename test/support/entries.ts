import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BunPlugin } from "bun";
import { temporaryFolder } from "./ends-with-us.ts";

type Entry = "main" | "cli";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

// Modules may be loaded once per test file, but the process bundles once.
const shared = globalThis as { aftersaleEntries?: Promise<string> };

/**
 * Returns the path of an entry of the service in one file with all that it imports, made once per process of the
 * tests. A process that runs it starts in a part of the time of one that reads a thousand files.
 */
export async function entry(name: Entry): Promise<string> {
  shared.aftersaleEntries ??= bundle();
  return join(await shared.aftersaleEntries, `${name}.js`);
}

async function bundle(): Promise<string> {
  // Packages that are found by name at run time are looked for in the folders above.
  const { path } = await temporaryFolder("entries-", join(ROOT, "node_modules"));
  await Bun.build({
    entrypoints: [join(ROOT, "src/main.ts"), join(ROOT, "src/cli.ts")],
    ...{ outdir: path, target: "bun", splitting: true, plugins: [ownAddresses] },
  });
  return path;
}

/** Each module finds the files that stand beside its source. */
const ownAddresses: BunPlugin = {
  name: "own addresses",
  setup: (build) => {
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await Bun.file(path).text();
      const [url, folder] = [pathToFileURL(path).href, dirname(path)].map((own) => JSON.stringify(own));
      const resolve = `((name) => Bun.pathToFileURL(Bun.resolveSync(name, ${folder})).href)`;
      const contents = text
        .replaceAll("import.meta.resolve", resolve)
        .replaceAll("import.meta.url", String(url));
      return { contents, loader: "ts" };
    });
  },
};
