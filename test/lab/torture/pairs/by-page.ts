import { formsOf, newShopper, type TestShopper, textOf } from "../../../support/shopper.ts";
import type { Target } from "../matrix/target.ts";
import type { Random } from "../random.ts";
import { EMAIL, pick } from "./shop.ts";

/** What the shopper chooses of a line. */
export type Choice = { lineItemId: string; quantity: number; reasonCode: string; comment: string };

/** What happens once the return is made. */
export type After = { act: "nothing" | "cancel" | "add"; comment: string; hasPhoto: boolean };

/** A way through the page, as it came out. */
export type Visited = {
  /** The lines that can be chosen, with how many of each, and the reasons for each. */
  offered: { lineItemId: string; most: number; reasons: string[] }[];
  choices: Choice[];
  /** The outcomes between which the shopper chooses, each with its worth as it is shown. */
  outcomes: Map<string, string>;
  outcome: string;
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
    ...{ offered, choices: [], outcomes: new Map(), outcome: "", photos: [] },
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
  // An exchange asks for the item that is wanted instead, which no random choice has.
  visited.outcomes.delete("exchange");
  visited.outcome = pick([...visited.outcomes.keys()], random);
  visited.photos = [...shopper.html.matchAll(/ name="photo-([^"]+)"/g)].map(([, id = ""]) => id);
  const photos = visited.photos.map((id): [string, Blob] => [`photo-${id}`, photo()]);
  await shopper.send(0, { outcome: visited.outcome, ...Object.fromEntries(photos) });
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
  }));
}

function choose(offered: Visited["offered"], random: Random): Choice[] {
  const certain = random.between(0, offered.length - 1);
  return offered.flatMap(({ lineItemId, most, reasons }, i) => {
    if (i !== certain && random.chance(0.4)) return [];
    const [quantity, reasonCode] = [random.between(1, most), pick(reasons, random)];
    return { lineItemId, quantity, reasonCode, comment: random.chance(0.4) ? `No <i> & ${i}` : "" };
  });
}

function fieldsOf(choices: Choice[]): Record<string, string> {
  const fields = choices.flatMap(({ lineItemId, quantity, reasonCode, comment }) => [
    [`units-${lineItemId}`, `${quantity}`],
    [`reason-${lineItemId}`, reasonCode],
    [`comment-${lineItemId}`, comment],
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

/** On the page that the return's link leads to, which has a form to add something, and one to cancel while that is possible. */
async function goOn(shopper: TestShopper, { act, comment, hasPhoto }: After): Promise<void> {
  const form = act === "add" ? 0 : 1;
  if (act === "nothing" || !formsOf(shopper.html)[form]) return;
  const added = { comment, ...(hasPhoto && { photo: photo() }) };
  await shopper.send(form, { act, ...(act === "add" && added) });
}
