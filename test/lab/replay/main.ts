import { parseArgs } from "node:util";
import type { Target } from "./client.ts";
import { createProgress } from "./progress.ts";
import { replay } from "./replay.ts";
import { report } from "./report.ts";

const USAGE = `bun run replay FILE --store ID --secret S [--url http://localhost:3000]

Replays an invoice file (csv or csv.gz) against a running service and compares the result with the file. The store may have
any currency: orders are in GBP. AFTERSALE_URL, AFTERSALE_STORE and AFTERSALE_SECRET replace missing options.
`;

try {
  const { file, ...target } = read(process.argv.slice(2));
  const outcome = await replay(file, target, createProgress(process.stderr));
  process.stdout.write(report(outcome));
  process.exitCode = outcome.faults.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

function read(args: string[]): Target & { file: string } {
  const option = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    options: { url: option, store: option, secret: option },
    allowPositionals: true,
  });
  const { AFTERSALE_URL, AFTERSALE_STORE, AFTERSALE_SECRET } = process.env;
  const url = values.url ?? AFTERSALE_URL ?? "http://localhost:3000";
  const store = values.store ?? AFTERSALE_STORE;
  const secret = values.secret ?? AFTERSALE_SECRET;
  const [file, ...more] = positionals;
  if (!file || more.length > 0 || !store || !secret) throw new Error(USAGE);
  return { file, url, store, secret };
}
