import { compareWith } from "./against.ts";
import { benchAsn } from "./asn.ts";
import { benchBackup } from "./backup.ts";
import { benchCells } from "./cells.ts";
import { benchCompat } from "./compat.ts";
import { benchConsole } from "./console.ts";
import { benchEvents } from "./events.ts";
import { benchInventory } from "./inventory.ts";
import { benchLists } from "./lists.ts";
import { benchOrderImport } from "./order-import.ts";
import { plotOf } from "./plot.ts";
import { benchPolicy } from "./policy.ts";
import { benchProcess } from "./process.ts";
import { jsonOf, print, type Ratio } from "./report.ts";
import { benchRequests } from "./requests.ts";
import { requestsBeside } from "./requests-beside.ts";
import { benchSizes } from "./sizes.ts";
import { benchUpgrade } from "./upgrade.ts";
import { benchWebhooks } from "./webhooks.ts";

type Bench = {
  run(options: string[]): Promise<Ratio[]>;
  /** Compares with the service of a commit; without it, whole runs are compared. */
  beside?(commit: string, options: string[], rounds: number): Promise<string>;
  /** The options of a run of all benches. */
  short: string;
};

const BENCHES: Record<string, Bench> = {
  requests: { run: benchRequests, beside: requestsBeside, short: "--stored 4000 --seconds 1" },
  events: { run: benchEvents, short: "--only single,stores,bulk --seconds 1" },
  process: { run: benchProcess, short: "--requests 20000" },
  webhooks: { run: benchWebhooks, short: "--only latency,speed" },
  inventory: { run: benchInventory, short: "" },
  orders: { run: benchOrderImport, short: "--stored 5000" },
  compat: { run: benchCompat, short: "--stored 50000" },
  console: { run: benchConsole, short: "--stored 10000" },
  lists: { run: benchLists, short: "--stored 10000" },
  sizes: { run: benchSizes, short: "--stored 10000 --rounds 100" },
  policy: { run: benchPolicy, short: "--stored 5000" },
  asn: { run: benchAsn, short: "--stored 50000" },
  backup: { run: benchBackup, short: "--stored 100000" },
  upgrade: { run: benchUpgrade, short: "--stored 10000" },
  cells: { run: benchCells, short: "--seconds 1 --rounds 3" },
};

/** Those that don't measure processes of the service only, or run commands that are not of the commit. */
const OF_TODAY = ["backup", "upgrade", "cells", "console", "inventory", "orders"];
const ROUNDS = 3;

const { json, svg, against, rounds, rest } = optionsIn(process.argv.slice(2));
const [name, ...options] = rest;
const names = name === undefined ? Object.keys(BENCHES) : [name];
if (against) {
  const bench = BENCHES[name ?? ""];
  if (name === undefined || !bench || OF_TODAY.includes(name)) {
    const comparable = Object.keys(BENCHES).filter((each) => !OF_TODAY.includes(each));
    process.stderr.write(`usage: bun run bench ${comparable.join("|")} --against COMMIT [--both N] …\n`);
    process.exit(2);
  }
  const { beside } = bench;
  const both = Number(rounds ?? ROUNDS);
  const table = beside ? await beside(against, options, both) : await compareWith(against, rest, both);
  process.stdout.write(table);
  process.exit(0);
}
const ratios: Ratio[] = [];
const failed: string[] = [];
for (const [i, each] of names.entries()) {
  const bench = BENCHES[each];
  if (!bench) {
    process.stderr.write(
      `usage: bun run bench [${Object.keys(BENCHES).join("|")}] [--full] [--stored N] [--only FIGURES] [--json FILE] [--svg FILE] [--against COMMIT]\n`,
    );
    process.exit(2);
  }
  if (name === undefined) process.stderr.write(`${each}, ${i + 1} of ${names.length} …\n`);
  const given = name === undefined ? bench.short.split(" ").filter(Boolean) : options;
  try {
    ratios.push(...(await bench.run(given)));
  } catch (error) {
    // One bench that can't run must not hide the figures of the others.
    if (name !== undefined) throw error;
    failed.push(each);
    process.stderr.write(`${each} failed: ${error}\n`);
  }
}
print(ratios);
if (json) await Bun.write(json, jsonOf(ratios));
if (svg) await Bun.write(svg, plotOf(ratios));
process.exit(failed.length === 0 && ratios.every(({ met }) => met) ? 0 : 1);

function optionsIn(given: string[]) {
  const rest = [...given];
  const take = (option: string) => {
    const at = rest.indexOf(option);
    return at < 0 ? undefined : rest.splice(at, 2)[1];
  };
  const options = { json: take("--json"), svg: take("--svg"), against: take("--against") };
  return { ...options, rounds: take("--both"), rest };
}
