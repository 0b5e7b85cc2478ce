import { type ParseArgsConfig, parseArgs } from "node:util";

/** A scenario that `bun run torture NAME` runs. */
export type Scenario = {
  /** The options other than `--seed`, as the usage shows them: `[--minutes 2]`. */
  options: string;
  /** A description of what the scenario does and when it fails, wrapped at 110 columns. */
  about: string;
  run(request: ScenarioRequest): Promise<ScenarioResult>;
};

export type ScenarioRequest = {
  seed: number;
  say(line: string): void;
  /** Returns the value of an option; throws unless it is a positive number. */
  number(name: string, otherwise: number): number;
  /** Returns the comma-separated names of an option; throws unless all are known. */
  names(name: string, known: string[]): string[];
  /** Returns the value of an option. */
  text(name: string): string | undefined;
};

/** `differences` are the violations, each on one line; `lines` the summary. */
export type ScenarioResult = { differences: string[]; lines: string[] };

export type ScenarioCall = {
  scenario: Scenario;
  seed: number;
  number: ScenarioRequest["number"];
  names: ScenarioRequest["names"];
  text: ScenarioRequest["text"];
};

/**
 * Parses the command line; throws the usage for an unknown scenario or option, and an error for an invalid
 * value.
 */
export function readCall(scenarios: Record<string, Scenario>, args: string[]): ScenarioCall {
  const { values, positionals } = parsed(args);
  const [name = "", ...rest] = positionals;
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (!scenario || rest.length > 0) throw new Error(usage(scenarios));
  const known = ["seed", ...Array.from(scenario.options.matchAll(/--([a-z-]+)/g), ([, option]) => option)];
  const given = Object.entries(values);
  if (given.some(([option, value]) => !known.includes(option) || typeof value !== "string")) {
    throw new Error(usage(scenarios));
  }
  const number = (option: string, otherwise: number) => {
    const value = Number(values[option] ?? otherwise);
    if (!(value > 0) || !Number.isFinite(value)) throw new Error(`--${option} must be a positive number`);
    return value;
  };
  const names = (option: string, all: string[]) => {
    const chosen = typeof values[option] === "string" ? String(values[option]).split(",") : all;
    const unknown = chosen.find((one) => !all.includes(one));
    if (unknown !== undefined) throw new Error(`--${option} knows no ${unknown}, but ${all.join(", ")}`);
    return chosen;
  };
  const text = (option: string) => {
    const value = values[option];
    return typeof value === "string" ? value : undefined;
  };
  const seed = number("seed", (Date.now() % 1_000_000) + 1);
  if (!Number.isInteger(seed)) throw new Error("--seed must be a whole number");
  return { scenario, seed, number, names, text };
}

/** Returns the usage: every scenario with its options and description. */
function usage(scenarios: Record<string, Scenario>): string {
  const all = Object.entries(scenarios);
  const calls = all.map(([name, { options }]) => `bun run torture ${name} ${options} [--seed N]`);
  const abouts = all.map(([name, { about }]) => `${name}: ${about}`);
  return `${calls.join("\n")}\n\n${abouts.join("\n\n")}\n`;
}

function parsed(args: string[]) {
  // Accepts any option with a value; `readCall` checks the names once the scenario is known.
  const names = args.filter((arg) => arg.startsWith("--")).map((arg) => arg.slice(2).replace(/=.*/, ""));
  const options: ParseArgsConfig["options"] = Object.fromEntries(
    names.map((name) => [name, { type: "string" as const }]),
  );
  return parseArgs({ args, options, allowPositionals: true });
}
