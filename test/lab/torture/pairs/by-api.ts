import { textsIn } from "../../../../src/faces/shopper/texts/texts.ts";
import type { LineDecision } from "../../../../src/features/policy/decision-schema.ts";
import type { Return } from "../../../../src/features/returns/schema.ts";
import type { Shop, Target } from "../matrix/target.ts";
import { type After, type Choice, DOT, type Visited } from "./by-page.ts";

export type Answer = { status: number; body: Record<string, unknown> };

/** Sends requests of a shop's program. */
export type Api = (method: string, path: string, body?: object) => Promise<Answer>;

type Priced = Pick<Return, "totals"> & {
  items: Pick<Return["items"][number], "refund" | "productAdjustment">[];
};

/** What the API makes of the choices of a visit. */
export type Made = {
  status: number;
  id: string;
  /** By the outcome, and for what was chosen also without the policy. */
  previews: Map<string, Priced>;
  plain: Priced | undefined;
};

export function apiOf(target: Target, { id, secret }: Shop): Api {
  return async (method, path, body) => {
    const response = await target.fetch(`/v2.2${path.replace(":store", id)}`, {
      method,
      headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json().catch(() => ({})) };
  };
}

/** Throws unless the request is answered as it should be. */
export async function succeed(api: Api, method: string, path: string, body?: object) {
  const answer = await api(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

const MONEY = ["refund", "store_credit"];
/** What is asked of lines that are not exchanged, where all of a return are. */
const UNASKED = "refund";
const USUAL: Record<string, string> = textsIn("en").reasons;

/** Returns what an order's eligibility lets a shopper choose, as the page should offer it. */
export async function offeredByApi(api: Api, number: string): Promise<Visited["offered"]> {
  const { lines } = (await succeed(api, "POST", eligibility(number), {})) as { lines: LineDecision[] };
  const canChoose = ({ eligible, outcomes }: Pick<LineDecision, "eligible" | "outcomes">) =>
    eligible && outcomes.length > 0;
  return lines.flatMap(({ lineItemId, returnable: most, reasons, ...says }) => {
    const each = reasons.length > 0 ? reasons : Object.keys(USUAL).map((code) => ({ code, changes: {} }));
    const open = each.map(({ changes }) => ({ ...says, ...changes })).filter(canChoose);
    if (most === 0 || open.length === 0) return [];
    const canExchange = open.some(({ outcomes }) => outcomes.includes("exchange"));
    return [{ lineItemId, most, reasons: each.map(({ code }) => code), canExchange }];
  });
}

const eligibility = (number: string) => `/stores/:store/orders/${number}/eligibility`;

/** Makes the return of a visit as a shop's program does that shows a page of its own. */
export async function makeByApi(api: Api, number: string, visited: Visited, after: After): Promise<Made> {
  const { choices } = visited;
  const outcome = visited.outcome || UNASKED;
  const asked = choices.map(({ lineItemId, quantity, reasonCode }) => ({ lineItemId, quantity, reasonCode }));
  const answer = await succeed(api, "POST", eligibility(number), { items: asked });
  const { lines } = answer as { lines: LineDecision[] };
  const itemsFor = (wanted: string) =>
    choices.map((choice, i) => itemOf(choice, lines[i] as LineDecision, wanted));
  const dataFor = (wanted: string) => ({
    ...{ provider: "shopper_page", externalOrderId: number, items: itemsFor(wanted) },
  });
  const preview = (wanted: string, enforcePolicy: boolean) =>
    succeed(api, "POST", "/stores/:store/returns/preview", {
      ...{ data: dataFor(wanted), options: { enforcePolicy } },
    }) as Promise<unknown> as Promise<Priced>;
  const previews = new Map<string, Priced>();
  const wanted = visited.outcomes.size > 0 ? [...visited.outcomes.keys()] : [UNASKED];
  if (visited.end === "made") for (const each of wanted) previews.set(each, await preview(each, true));
  const plain = visited.end === "made" ? await preview(outcome, false) : undefined;
  const { shipping } = (await succeed(api, "GET", `/stores/:store/orders/${number}`)) as {
    shipping: { address: Record<string, string> };
  };
  const { address1, city, postalCode, country } = shipping.address;
  const shippingAddress = { line1: address1, line2: "", city, state: "", postalCode, country };
  const data = { ...dataFor(outcome), shippingAddress };
  const created = await api("POST", "/stores/:store/returns", { data, options: { enforcePolicy: true } });
  const { return: made } = created.body as { return?: Return };
  if (made) await goOn(api, made, visited.photos, after);
  return { status: created.status, id: made?.id ?? "", previews, plain };
}

function itemOf(choice: Choice, says: LineDecision, wanted: string) {
  const { lineItemId, quantity, reasonCode, comment, wish } = choice;
  const outcomes = MONEY.filter((outcome) => says.outcomes.some((each) => each === outcome));
  const isExchanged = choice.isExchanged || (outcomes.length === 0 && says.outcomes.length > 0);
  const reason = says.reasons.find(({ code }) => code === reasonCode)?.texts.en ?? USUAL[reasonCode];
  return {
    ...{ lineItemId, quantity, reasonCode, reason },
    compensation: isExchanged ? "exchange" : outcomes.includes(wanted) ? wanted : (outcomes[0] ?? wanted),
    ...(comment && { notes: comment }),
    ...(isExchanged && wish && { exchangeItem: { variant: { name: wish } } }),
  };
}

async function goOn(api: Api, made: Return, photos: string[], after: After): Promise<void> {
  for (const { id, orderItem } of made.items) {
    if (!photos.includes(orderItem.line_item_id)) continue;
    await succeed(api, "POST", `/returns/${made.id}/images`, { image: { content: DOT, itemId: id } });
  }
  const comments = `/returns/${made.id}/comments`;
  if (after.act === "add") {
    if (after.hasPhoto) await succeed(api, "POST", comments, { comment: { image: DOT } });
    await succeed(api, "POST", comments, { comment: { message: after.comment } });
  }
  const isStill = made.status === "open" || made.status === "pre_shipment";
  if (after.act === "cancel" && isStill) {
    await succeed(api, "PUT", `/returns/${made.id}/status`, { status: "deleted" });
  }
}
