import { order } from "../../../support/fixtures.ts";
import type { Random } from "../random.ts";

/** The units of each order's lines. */
export const UNITS: Record<string, number> = { "line-1": 2, "line-2": 1 };
export const STORE_NAME = "Torture";

type Item = { lineItemId: string; quantity: number };

/** A statement that a client sends. `orderIndex` is undefined for an order that doesn't exist. */
export type Statement = {
  n: number;
  orderIndex: number | undefined;
  isWhole: boolean;
  body: { name: string; order: string; email: string; items?: Item[]; language: string; confirmed: true };
  /** What the consumer has confirmed, written here by itself. */
  text: string;
};

export function orderName(index: number): string {
  return `WD-${index}`;
}

/** Returns an order as the shop posts it, whose parcels are still on their way: every statement is in time. */
export function newOrder(index: number) {
  const address = { address1: "Weg 1", city: "Berlin", country: "DE" };
  return { ...order(orderName(index)), shipping: { method: "standard", cost: 0, address } };
}

const WORDS = {
  en: {
    whole: (name: string) => `I withdraw from the contract for the order ${name}.`,
    part: (name: string) => `I withdraw from the contract for these items of the order ${name}:`,
    ends: ["To: ", "Name: ", "E-mail address for the receipt: "],
  },
  de: {
    whole: (name: string) => `Ich widerrufe den Vertrag über die Bestellung ${name}.`,
    part: (name: string) => `Ich widerrufe den Vertrag über diese Artikel der Bestellung ${name}:`,
    ends: ["An: ", "Name: ", "E-Mail-Adresse für die Eingangsbestätigung: "],
  },
};
/** Letters and marks that a page or a mail has to encode, and one line that is longer than a mail's. */
const NAMES = [
  "Ada Byron",
  "Jürgen Groß",
  "آدا",
  '<b>O\'Neil & "Co"</b> =20 .',
  "From: a dot\t.",
  "x".repeat(190),
];
const UNKNOWN_SHARE = 0.2;
const PART_SHARE = 0.5;

/** Returns one statement: of the whole of an order or a part, of an order that exists or doesn't. */
export function newStatement(n: number, orders: number, random: Random): Statement {
  const orderIndex = random.chance(UNKNOWN_SHARE) ? undefined : random.between(0, orders - 1);
  const name = orderIndex === undefined ? `NONE-${n}` : orderName(orderIndex);
  const items = random.chance(PART_SHARE) ? [someUnits(random)] : undefined;
  const language = random.chance(0.5) ? "de" : "en";
  const typed = NAMES[random.between(0, NAMES.length - 1)] ?? "";
  const body = {
    ...{ name: typed, order: name, email: emailOf(orderIndex, n), language, confirmed: true as const },
    ...(items && { items }),
  };
  const { whole, part, ends } = WORDS[language];
  const [to = "", own = "", email = ""] = ends;
  const lines = (items ?? []).map((item) => `- ${item.quantity} × ${item.lineItemId}`);
  const text = [
    `${to}${STORE_NAME}`,
    "",
    items ? part(name) : whole(name),
    ...lines,
    "",
    `${own}${isolated(typed.replaceAll("\t", " ").trim())}`,
    `${email}${body.email}`,
  ].join("\n");
  return { n, orderIndex, isWhole: !items, body, text };
}

/** A name that is written from right to left doesn't turn what stands around it. */
function isolated(name: string): string {
  return /[\u0590-\u08ff]/.test(name) ? `\u2068${name}\u2069` : name;
}

/** Each statement has an address of its own. */
function emailOf(orderIndex: number | undefined, n: number): string {
  return `consumer-${n}-of-${orderIndex ?? "none"}@example.test`;
}

function someUnits(random: Random): Item {
  const lineItemId = random.chance(0.5) ? "line-1" : "line-2";
  return { lineItemId, quantity: random.between(1, 2) };
}
