import { decide } from "../../../src/features/policy/decide.ts";
import { fullPolicy } from "../../support/bodies.ts";
import { seeded } from "../torture/random.ts";
import { compareDecisions } from "./compare.ts";
import { randomFacts, randomPolicy } from "./generate.ts";

/**
 * Compares 1,000,000 decisions, or as many as the first argument says, with a plain reading of the rules, and measures how
 * many lines are decided per second on one core: `bun test/lab/policy/main.ts [COUNT] [SEED]`.
 */
const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const { differences, ...compared } = compareDecisions(count, seed);
console.log(JSON.stringify({ seed, ...compared, differences: differences.length }));
for (const difference of differences) console.log(JSON.stringify(difference));

const random = seeded(seed);
const policies = [...Array.from({ length: 200 }, () => randomPolicy(random)), fullPolicy()] as ReturnType<
  typeof randomPolicy
>[];
const orders = Array.from({ length: 500 }, () => randomFacts(random));
let lines = 0;
// By the processor's time: other processes don't count.
const secondsOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000_000;
const start = process.cpuUsage();
while (secondsOf(process.cpuUsage(start)) < 3) {
  for (const policy of policies) {
    for (const facts of orders) lines += decide({ version: 1, policy }, facts).length;
  }
}
const rate = Math.round(lines / secondsOf(process.cpuUsage(start)));
console.log(`${rate.toLocaleString("en")} line decisions a second, at least 20,000 wanted`);
process.exit(differences.length > 0 || rate < 20_000 ? 1 : 0);
