import { readCall } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";

const SHOWN = 10;

try {
  const { scenario, seed, number, names, text } = readCall(SCENARIOS, process.argv.slice(2));
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`seed ${seed}`);
  const { differences, lines } = await scenario.run({ seed, say, number, names, text });
  const shown = differences.slice(0, SHOWN).map((difference) => `  ${difference}`);
  say([...lines, `${differences.length} differences`, ...shown].join("\n"));
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
