import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithUs } from "../../support/ends-with-us.ts";

const VERSION = "2.21.2";

const PACKAGE = {
  name: "medusa-of-the-lab",
  private: true,
  dependencies: Object.fromEntries(
    ["medusa", "framework", "cli"].map((name) => [`@medusajs/${name}`, VERSION]),
  ),
};

const CONFIG = `const { defineConfig } = require("@medusajs/framework/utils")

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    http: { storeCors: "*", adminCors: "*", authCors: "*", jwtSecret: "lab", cookieSecret: "lab" },
  },
  admin: { disable: true },
})
`;

/** The environment of Medusa's commands: without telemetry, and for loopback only. */
export const ENVIRONMENT = {
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  NODE_ENV: "production",
  MEDUSA_DISABLE_TELEMETRY: "true",
  NODE_OPTIONS: "--max-old-space-size=1024",
};

/** Returns the folder of a Medusa of the pinned version, which is installed from npm where it isn't yet. */
export async function installMedusa(say: (line: string) => void): Promise<string> {
  const folder = process.env.LAB_MEDUSA ?? join(tmpdir(), `medusa-of-the-lab-${VERSION}`);
  await mkdir(join(folder, "src", "subscribers"), { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify(PACKAGE, null, 2));
  await writeFile(join(folder, "medusa-config.js"), CONFIG);
  const finished = join(folder, `installed-${VERSION}`);
  if (existsSync(finished)) return folder;
  say(`installing Medusa ${VERSION} in ${folder}, which takes some minutes`);
  await run(folder, ["nice", "npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], {
    ...ENVIRONMENT,
    NODE_ENV: "development",
  });
  await writeFile(finished, "");
  return folder;
}

/** Runs a command in the folder; throws with its output where it fails. */
export async function run(folder: string, command: string[], env: Record<string, string>): Promise<string> {
  const started = Bun.spawn(command, { cwd: folder, env, stdout: "pipe", stderr: "pipe" });
  endWithUs(started);
  const [output, errors] = await Promise.all([
    new Response(started.stdout).text(),
    new Response(started.stderr).text(),
  ]);
  if ((await started.exited) !== 0) throw new Error(`${command.join(" ")}: ${output}${errors}`);
  return output;
}
