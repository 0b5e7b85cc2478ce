import type { Ctx } from "../../../../src/core/ctx.ts";
import { inParallel } from "../in-parallel.ts";
import type { Target } from "../matrix/target.ts";
import { type Random, shuffled } from "../random.ts";
import { openQuestions, type Question } from "./shop.ts";

export type TriesOptions = {
  /** Of each kind of each question. */
  tries: number;
  /** How many orders a kind is about; each is tried at most 300 times. */
  orders: number;
  /** Of each large order. */
  lines: number;
  random: Random;
  say(line: string): void;
};

/** What the tries of one kind were answered. */
export type Answers = { times: number[]; lengths: number[]; statuses: Set<number>; shown: Set<string> };

export type Compared = {
  question: string;
  kinds: Record<string, { medianMs: number; p90Ms: number; length: number }>;
  /** The largest over the smallest. */
  ratios: { median: number; p90: number; length: number };
  /** how the answers of the kinds differ: what is answered, and when. */
  differences: string[];
  delays: string[];
};

const TIMES_WITHIN = 1.05;
const LENGTHS_WITHIN = 1.01;

/**
 * Asks all questions, the kinds of each in a random order and each try from an address of its own, and compares what their
 * answers are, how long, and when they come.
 */
export async function compareTries(target: Target, ctx: Ctx, options: TriesOptions): Promise<Compared[]> {
  const { tries, random, say } = options;
  const questions = await openQuestions(target, ctx, options);
  say("orders created, and their customers erased");
  const compared: Compared[] = [];
  for (const question of questions) {
    const answers = await ask(target, question, tries, random);
    compared.push(compare(question, answers));
    say(`${question.name}: asked`);
  }
  return compared;
}

let addresses = 0;

async function ask(target: Target, question: Question, tries: number, random: Random) {
  const kinds = Object.keys(question.storeIds);
  const answers = new Map(
    kinds.map((kind): [string, Answers] => [
      kind,
      { times: [], lengths: [], statuses: new Set(), shown: new Set() },
    ]),
  );
  const order = shuffled(
    kinds.flatMap((kind) => Array.from({ length: tries }, (_, n) => ({ kind, n }))),
    random,
  );
  await inParallel(order.length, async (i) => {
    const { kind = "", n = 0 } = order[i] ?? {};
    const seen = answers.get(kind);
    if (!seen) return;
    const typed = question.typed(kind, n);
    const network = `10.${++addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
    const start = performance.now();
    const response = await target.fetch(`/r/${question.storeIds[kind]}?lang=en`, {
      method: "POST",
      headers: { "X-Forwarded-For": network, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(typed).toString(),
      redirect: "manual",
    });
    const text = await response.text();
    seen.times.push(performance.now() - start);
    seen.lengths.push(text.length);
    seen.statuses.add(response.status);
    seen.shown.add(shown(response, text, typed));
  });
  return answers;
}

/** Returns an answer without what was typed, what is random, and what the server adds. */
function shown({ headers }: Response, text: string, { order, contact }: { order: string; contact: string }) {
  const kept = [...headers].filter(([name]) => !["date", "x-request-id", "content-length"].includes(name));
  const page = text
    .replaceAll(`"${order}"`, "ORDER")
    .replaceAll(`"${contact}"`, "CONTACT")
    .replace(/(name="_token" value=)"([^"]*)"/, (_, name, token) => `${name}${token.length}`);
  return JSON.stringify([kept, page]);
}

export function compare({ name, status }: Question, answers: Map<string, Answers>): Compared {
  const each = [...answers].map(([kind, { times, lengths }]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return [kind, { medianMs: at(0.5), p90Ms: at(0.9), length: Math.max(...lengths) }] as const;
  });
  const ratio = (value: keyof (typeof each)[number][1]) => {
    const values = each.map(([, figures]) => figures[value]);
    return Math.max(...values) / Math.min(...values);
  };
  const lengths = [...answers.values()].flatMap((kind) => kind.lengths);
  const ratios = {
    ...{ median: ratio("medianMs"), p90: ratio("p90Ms") },
    length: Math.max(...lengths) / Math.min(...lengths),
  };
  const statuses = new Set([...answers.values()].flatMap((kind) => [...kind.statuses]));
  const shown = new Set([...answers.values()].flatMap((kind) => [...kind.shown]));
  const differences = [
    ...([...statuses].join() === `${status}` ? [] : [`the statuses are ${[...statuses].join(", ")}`]),
    ...(shown.size === 1 ? [] : [`there are ${shown.size} answers: ${[...shown].slice(0, 2).join("\n")}`]),
    ...(ratios.length <= LENGTHS_WITHIN ? [] : [`the lengths differ by ${ratios.length.toFixed(3)}`]),
  ];
  const delays = [
    ...(ratios.median <= TIMES_WITHIN ? [] : [`the medians differ by ${ratios.median.toFixed(3)}`]),
    ...(ratios.p90 <= TIMES_WITHIN ? [] : [`the 90th percentiles differ by ${ratios.p90.toFixed(3)}`]),
  ];
  return {
    ...{ question: name, kinds: Object.fromEntries(each), ratios },
    differences: differences.map((difference) => `${name}: ${difference}`),
    delays: delays.map((delay) => `${name}: ${delay}`),
  };
}
