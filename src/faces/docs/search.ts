import { escapeText } from "../../lib/escape-text.ts";
import { cutText } from "../../lib/text.ts";
import type { createYielder } from "../../lib/yielder.ts";
import { type DocsPage, joined, partsOf } from "./page.ts";

/** A part of a page that a search has found, and the line of it that says most. */
export type Hit = { href: string; title: string; page: string; line: string };

type Pace = ReturnType<typeof createYielder>;

export type Search = (query: string, limit?: number) => Hit[];

type Part = {
  href: string;
  title: string;
  page: string;
  lines: string[];
  /** The words of its heading that say something. */
  called: string[];
  weight: number;
};
/** How often a word occurs in a part; in its titles it counts several times. */
type Posting = { part: number; count: number };

const MAX_QUERY_CHARACTERS = 200;
const MAX_WORDS = 12;
/** How much more a part counts whose heading is exactly what was asked for. */
const NAMED = 0.6;
/** How many times an operation counts whose method and path were asked for. */
const ADDRESS = 3;
const MAX_LINE_CHARACTERS = 220;
const MAX_HITS_PER_PAGE = 2;
/** How many times a word counts in a part's heading and in the title of its page. */
const TITLES = { heading: 6, page: 3 };
/** Of BM25: how soon repetition stops to count, and how much a long part has to repeat. */
const [SATURATION, LENGTH] = [1.2, 0.5];
/** What few readers look for comes after what most do. */
const WEIGHTS: Record<string, number> = {
  Operate: 0.85,
  About: 0.5,
  Objects: 0.7,
  Details: 0.6,
  Lists: 0.5,
};

const STOP_WORDS = new Set(
  "a an and are at be by can come do does for from get here how i if in is it its me mean means my of on or our should that the their there these they this to use want we what when where which who why will with you your".split(
    " ",
  ),
);

/** What readers call it, and what it is called here. */
const SYNONYMS: Record<string, string[]> = {
  auth: ["credential", "secret"],
  authenticate: ["credential", "secret"],
  authentication: ["credential", "secret"],
  ean: ["upc"],
  gdpr: ["erase"],
  golang: ["go"],
  hmac: ["signature"],
  js: ["javascript"],
  node: ["javascript"],
  login: ["sign"],
  paginate: ["page"],
  pagination: ["page"],
  payout: ["refund"],
  sdk: ["type"],
  stock: ["inventory"],
  throttle: ["limit"],
  token: ["secret"],
  typescript: ["type"],
};
const synonyms = new Map(
  Object.entries(SYNONYMS).map(([word, others]) => [stemOf(word), others.map((other) => stemOf(other))]),
);
const SYNONYM_WEIGHT = 0.5;

/** Returns a search over the pages. Its index is made once, of their Markdown; `pace` is called between pages. */
export async function createSearch(pages: DocsPage[], pace: Pace): Promise<Search> {
  const parts: Part[] = [];
  const postings = new Map<string, Posting[]>();
  const lengths: number[] = [];
  const known = new Set<string>();
  for (const page of pages) {
    for (const part of partsOfPage(page, known)) add(part, page);
    await pace();
  }
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;

  function add(part: Part, page: DocsPage): void {
    const number = parts.push(part) - 1;
    const counts = new Map<string, number>();
    const count = (text: string, times: number) => {
      for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + times);
    };
    count(part.title, TITLES.heading);
    count(page.title, TITLES.page);
    for (const line of part.lines) count(line, 1);
    lengths.push([...counts.values()].reduce((sum, one) => sum + one, 0));
    for (const [word, times] of counts) {
      const own = postings.get(word) ?? [];
      postings.set(word, own);
      own.push({ part: number, count: times });
    }
  }

  function rarityOf(word: string): number {
    const found = postings.get(word)?.length ?? 0;
    return Math.log(1 + (parts.length - found + 0.5) / (found + 0.5));
  }

  return (query, limit = 12) => {
    const asked = askedFor(query);
    const scores = new Map<number, { score: number; found: number }>();
    for (const { words } of asked) {
      const best = new Map<number, number>();
      for (const { word, weight } of words) {
        const rarity = rarityOf(word) * weight;
        for (const { part, count } of postings.get(word) ?? []) {
          const length = 1 - LENGTH + (LENGTH * (lengths[part] ?? 0)) / mean;
          const score = (rarity * count * (SATURATION + 1)) / (count + SATURATION * length);
          best.set(part, Math.max(best.get(part) ?? 0, score));
        }
      }
      for (const [part, score] of best) {
        const before = scores.get(part) ?? { score: 0, found: 0 };
        scores.set(part, { score: before.score + score, found: before.found + 1 });
      }
    }
    const ranked = [...scores].map(([number, { score, found }]) => {
      const part = parts[number] as Part;
      const isAddress = part.lines[0]?.toLowerCase() === query.trim().toLowerCase();
      const fit = fitOf(part, asked) * (isAddress ? ADDRESS : 1);
      return { part, score: score * part.weight * (found / asked.length) ** 2 * fit };
    });
    const shown = new Map<string, number>();
    return ranked
      .sort((a, b) => b.score - a.score)
      .filter(({ part: { href } }) => {
        const [page = ""] = href.split("#");
        shown.set(page, (shown.get(page) ?? 0) + 1);
        return (shown.get(page) ?? 0) <= MAX_HITS_PER_PAGE;
      })
      .slice(0, limit)
      .map(({ part }) => hitOf(part, asked, rarityOf));
  };
}

type Asked = { words: { word: string; weight: number }[] };

/** Returns the words of a query that say something, each with what else it may be called. */
function askedFor(query: string): Asked[] {
  const text = cutText(query, MAX_QUERY_CHARACTERS);
  const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)].map(([word]) => word);
  const said = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  return (said.length > 0 ? said : words).slice(0, MAX_WORDS).map((word) => ({
    words: [
      { word: stemOf(word.toLowerCase()), weight: 1 },
      ...(synonyms.get(stemOf(word.toLowerCase())) ?? []).map((other) => ({
        word: other,
        weight: SYNONYM_WEIGHT,
      })),
    ],
  }));
}

/** A heading that begins as the query does, or of which every word was asked for, is what is meant. */
function fitOf({ called }: Part, asked: Asked[]): number {
  const isAsked = (word: string, all: Asked[]) =>
    all.some(({ words }) => words.some((one) => one.word === word));
  const isFirst = isAsked(called[0] ?? "", asked.slice(0, 1));
  const isNamed = called.every((word) => isAsked(word, asked));
  return (isFirst ? 1.5 : 1) * (isNamed ? 1 + (NAMED * called.length) / asked.length : 1);
}

/** An object is shown on the page of each operation that refers to it, and found on the first. */
function partsOfPage({ path, title, section, group, isList, text }: DocsPage, known: Set<string>): Part[] {
  let isObject = false;
  return partsOf(text()).flatMap(({ level, title: heading, anchor, lines }) => {
    if (level <= 2) isObject = group !== undefined && heading === "Objects";
    if (isObject && (level === 2 || known.has(heading))) return [];
    if (isObject) known.add(heading);
    const isWhole = level === 1 || (group !== undefined && !isObject);
    const part = {
      href: anchor ? `${path}#${anchor}` : path,
      title: isWhole ? title : heading,
      page: isWhole ? [section, level > 1 && heading].filter(Boolean).join(" · ") : title,
      lines: joined(lines),
      called: askedFor(isWhole ? title : heading).flatMap(({ words: [own] }) => own?.word ?? []),
      weight:
        WEIGHTS[isObject ? "Objects" : isList ? "Lists" : isWhole && level > 1 ? "Details" : section] ?? 1,
    };
    return [part];
  });
}

function hitOf({ href, title, page, lines }: Part, asked: Asked[], rarityOf: (word: string) => number): Hit {
  const words = new Map(
    asked.flatMap((one) => one.words.map(({ word, weight }) => [word, weight * rarityOf(word)])),
  );
  let best = { line: lines[0] ?? "", score: 0 };
  for (const line of lines) {
    const score = [...new Set(wordsOf(line))].reduce((sum, word) => sum + (words.get(word) ?? 0), 0);
    if (score > best.score) best = { line, score };
  }
  return { href, title, page, line: marked(best.line, new Set(words.keys())) };
}

/** Returns a line as HTML: at most two lines of it, from before the first word that was asked for, with these marked. */
function marked(line: string, words: Set<string>): string {
  const isAsked = (word: string) => [...wordsOf(word)].some((one) => words.has(one));
  const found = [...line.matchAll(/[\p{L}\p{N}_]+/gu)].filter(([word]) => isAsked(word));
  const isLong = line.length > MAX_LINE_CHARACTERS;
  const from = isLong ? line.lastIndexOf(" ", Math.max((found[0]?.index ?? 0) - 60, 0)) + 1 : 0;
  const end = Math.min(from + MAX_LINE_CHARACTERS, line.length);
  let html = from > 0 ? "… " : "";
  let at = from;
  for (const { 0: word, index } of found) {
    if (index < at || index + word.length > end) continue;
    html += `${escapeText(line.slice(at, index))}<mark>${escapeText(word)}</mark>`;
    at = index + word.length;
  }
  return html + escapeText(line.slice(at, end)) + (end < line.length ? " …" : "");
}

/** Returns the words of a text by which it is found: a name such as `returns_read` or `orderId` also by its parts. */
function* wordsOf(text: string): Iterable<string> {
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    yield stemOf(word.toLowerCase());
    const parts = word.split(/_|(?<=[a-z\d])(?=[A-Z])/).filter(Boolean);
    if (parts.length > 1) for (const part of parts) yield stemOf(part.toLowerCase());
  }
}

/** Returns a word without the ending of its plural or its tense. */
function stemOf(word: string): string {
  if (word.length < 4 || /[\d_]/.test(word)) return word;
  const stem = word
    .replace(/(?:ification|ifying|ifies|ified)$/, "ify")
    .replace(/ies$/, "y")
    .replace(/(?<=[^su])s$/, "")
    .replace(/(?<=\w{3})(?:ing|ed)$/, "")
    .replace(/([b-df-hj-km-np-rtv-z])\1$/, "$1");
  return stem.replace(/(?<=\w{2})e$/, "");
}
