import { textsIn } from "../../../../src/faces/shopper/texts/texts.ts";
import { formsOf, newShopper, type TestShopper, textOf } from "../../../support/shopper.ts";
import type { Target } from "../matrix/target.ts";
import type { Random } from "../random.ts";
import { EMAIL, pick } from "./shop.ts";

/** What the shopper chooses of a line; `wish` is what is wanted in exchange, and counts where the line is exchanged. */
export type Choice = {
  lineItemId: string;
  quantity: number;
  reasonCode: string;
  comment: string;
  isExchanged: boolean;
  wish: string;
};

/** What happens once the return is made. */
export type After = { act: "nothing" | "cancel" | "add"; comment: string; hasPhoto: boolean };

/** A way through the page, as it came out. */
export type Visited = {
  /** The lines that can be chosen, with how many of each, the reasons for each, and whether it can be exchanged. */
  offered: { lineItemId: string; most: number; reasons: string[]; canExchange: boolean }[];
  choices: Choice[];
  /** The outcomes between which the shopper chooses, each with its worth as it is shown. */
  outcomes: Map<string, string>;
  outcome: string;
  /** The worth that is shown of what is exchanged. */
  exchange: string | undefined;
  /** The lines for which a photo was asked for. */
  photos: string[];
  end: "nothing offered" | "refused" | "made";
};

/** A picture of one dot. */
export const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const photo = () => new Blob([Uint8Array.fromBase64(DOT)]);

type Visit = { storeId: string; number: string; random: Random; after: After };

/** Pairs through the page at random, from the order's number to a return that was made, or refused. */
export async function returnByPage(
  target: Target,
  { storeId, number, random, after }: Visit,
): Promise<Visited> {
  const shopper = await newShopper(target as { fetch: Target["fetch"] }).open(`/r/${storeId}`);
  const found = (await shopper.send(0, { order: number, contact: EMAIL })).status;
  if (found !== 200) throw new Error(`the order ${number} was not found: ${found}`);
  const offered = offeredBy(shopper);
  const visited: Visited = {
    ...{ offered, choices: [], outcomes: new Map(), outcome: "", exchange: undefined, photos: [] },
    end: "nothing offered",
  };
  if (offered.length === 0) return visited;
  visited.choices = choose(offered, random);
  visited.end = "refused";
  await shopper.send(0, fieldsOf(visited.choices));
  // A reason that asks for a comment.
  for (const choice of visited.choices)
    if (faultOf(shopper, `comment-${choice.lineItemId}`)) choice.comment = "as asked";
  if (shopper.status === 400) await shopper.send(0, fieldsOf(visited.choices));
  if (shopper.status === 400) return visited;
  visited.outcomes = outcomesOf(shopper);
  visited.exchange = exchangeOf(shopper);
  // Where all is exchanged nothing else is asked for.
  if (visited.outcomes.size > 0) visited.outcome = pick([...visited.outcomes.keys()], random);
  visited.photos = [...shopper.html.matchAll(/ name="photo-([^"]+)"/g)].map(([, id = ""]) => id);
  const photos = visited.photos.map((id): [string, Blob] => [`photo-${id}`, photo()]);
  const chosen: Record<string, string> = visited.outcome ? { outcome: visited.outcome } : {};
  await shopper.send(0, { ...chosen, ...Object.fromEntries(photos) });
  if (shopper.status !== 200)
    throw new Error(`${number} was answered ${shopper.status}: ${textOf(shopper.html)}`);
  visited.end = "made";
  await goOn(shopper, after);
  return visited;
}

function offeredBy({ html }: TestShopper): Visited["offered"] {
  const lines = html.split(/<li\b/).filter((line) => line.includes('name="units-'));
  // One unit is chosen by a box to check.
  return lines.map((line) => ({
    lineItemId: / name="units-([^"]+)"/.exec(line)?.[1] ?? "",
    most: Number(/ max="(\d+)"/.exec(line)?.[1] ?? 1),
    reasons: [...line.matchAll(/<option value="([^"]+)"/g)].map(([, code = ""]) => code),
    canExchange: line.includes(' name="wish-'),
  }));
}

function choose(offered: Visited["offered"], random: Random): Choice[] {
  const certain = random.between(0, offered.length - 1);
  return offered.flatMap(({ lineItemId, most, reasons, canExchange }, i) => {
    if (i !== certain && random.chance(0.4)) return [];
    const [quantity, reasonCode] = [random.between(1, most), pick(reasons, random)];
    return {
      ...{ lineItemId, quantity, reasonCode, comment: random.chance(0.4) ? `No <i> & ${i}` : "" },
      isExchanged: canExchange && random.chance(0.4),
      wish: canExchange && random.chance(0.6) ? pick(["Size L", "In <b> & blue"], random) : "",
    };
  });
}

function fieldsOf(choices: Choice[]): Record<string, string> {
  const fields = choices.flatMap(({ lineItemId, quantity, reasonCode, comment, isExchanged, wish }) => [
    [`units-${lineItemId}`, `${quantity}`],
    [`reason-${lineItemId}`, reasonCode],
    [`comment-${lineItemId}`, comment],
    ...(isExchanged ? [[`exchange-${lineItemId}`, "1"]] : []),
    ...(wish ? [[`wish-${lineItemId}`, wish]] : []),
  ]);
  return Object.fromEntries(fields);
}

function faultOf({ html }: TestShopper, name: string): boolean {
  return html.includes(`id="field-${name}-fault"`);
}

function outcomesOf({ html }: TestShopper): Map<string, string> {
  const choices = html.matchAll(/name="outcome" value="(\w+)"[\s\S]*?<strong>([\s\S]*?)<\/strong>/g);
  return new Map([...choices].map(([, outcome = "", worth = ""]) => [outcome, textOf(worth)]));
}

/** Returns what the page says that the exchanged items are worth. */
function exchangeOf({ html }: TestShopper): string | undefined {
  const shown = new RegExp(`<dt>${textsIn("en").review.exchange}</dt><dd>([^<]*)</dd>`).exec(html)?.[1];
  return shown && textOf(shown);
}

/** On the page that the return's link leads to, which has a form to add something, and one to cancel while that is possible. */
async function goOn(shopper: TestShopper, { act, comment, hasPhoto }: After): Promise<void> {
  const form = act === "add" ? 0 : 1;
  if (act === "nothing" || !formsOf(shopper.html)[form]) return;
  const added = { comment, ...(hasPhoto && { photo: photo() }) };
  await shopper.send(form, { act, ...(act === "add" && added) });
}
