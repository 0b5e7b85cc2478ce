import type { ReturnImage } from "../../../features/returns/images/schema.ts";
import { isPaidNothing } from "../../../features/returns/paid-nothing.ts";
import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import { attributes, type Content, html, type Markup } from "../../pages/html.ts";
import { reasonText } from "../components/api-words.ts";
import { badge, type Tone } from "../components/badge.ts";
import { emptyState } from "../components/empty-state.ts";
import { money } from "../components/money.ts";
import { table } from "../components/table.ts";
import { productCell } from "../components/thumb.ts";
import type { Visit } from "../page.ts";
import { type Plain, say } from "../texts/texts.ts";
import { NOTHING } from "./compensation.ts";
import { findings } from "./findings.ts";
import { photos, photosOf } from "./unit-photos.ts";

/** Of a return's items that a page shows. */
const MAX_SHOWN = 100;
const TONES: Record<Item["status"], Tone> = { open: "info", complete: "good", rejected: "bad" };
const TYPES: Record<string, Plain | undefined> = { store_credit: "Store credit", exchange: "Exchange" };
const TITLES = { open: "Open", complete: "Complete", rejected: "Rejected" } as const;

type Item = Return["items"][number];

/** Returns a return's items with reasons, grade and money, and the pictures of its comments. */
export function itemsPart(
  visit: Visit,
  { return: shown, order, images }: { return: Return; order: ReturnOrder; images: ReturnImage[] },
): Markup {
  const { base } = visit;
  const products = productsOf([order]);
  const nameOf = (item: Item) => products.get(item.orderItem.id)?.name || item.productId;
  const rows = shown.items.slice(0, MAX_SHOWN);
  const list = table({
    label: say("Items"),
    rows,
    empty: emptyState(say("No items"), say("All units were removed from this return.")),
    columns: [
      {
        title: say("Item"),
        kind: "main",
        cell: (item) =>
          productCell(
            visit,
            products.get(item.orderItem.id),
            html`<bdi>${nameOf(item)}</bdi>${item.sku && html`<small><bdi>${item.sku}</bdi></small>`}`,
          ),
      },
      { title: say("Units"), kind: "number", cell: ({ quantity }) => quantity },
      { title: say("Reason"), cell: reasonCell },
      { title: say("Found"), cell: findings },
      { title: say("State"), cell: ({ status }) => badge(say(TITLES[status]), TONES[status]) },
      { title: say("Refund"), kind: "number", cell: (item) => refundCell(item, isPaidNothing(shown)) },
    ],
  });
  const more = shown.items.length - rows.length;
  const itemIds = new Set(shown.items.map(({ id }) => id));
  const others = images.filter(({ itemId }) => itemId === null || !itemIds.has(itemId));
  const ofItems = rows.map((item) => {
    const what = say("Photo of {product}", { product: nameOf(item) });
    return photos({ base, returnId: shown.id, what }, photosOf(images, item.id));
  });
  return html`${list}${more > 0 && html`<p class="help">${say("and {count} more item | and {count} more items", { count: more })}</p>`}${ofItems}${photos(
    { base, returnId: shown.id, what: say("Picture of the return") },
    others,
  )}`;
}

export type Products = Map<string, ReturnOrder["items"][number]["product"]>;

/** Returns the products of orders' lines, by the id of the line. */
export function productsOf(orders: readonly ReturnOrder[]): Products {
  return new Map(orders.flatMap(({ items }) => items.map(({ id, product }) => [id, product])));
}

/** The merchant's code stands for a reason that has no words. */
function reasonCell({ reason, reasonCode, customerComment }: Item): Content {
  return html`<bdi ${attributes({ title: reasonCode })}>${reasonText(reason || reasonCode || "")}</bdi>${
    customerComment && html`<small class="quote" dir="auto">${customerComment}</small>`
  }`;
}

function refundCell(item: Item, isNothing: boolean): Content {
  const { refund, exchangeItem, productValueNoTaxNoAdjustment: value, status } = item;
  if (isNothing || status === "rejected")
    return html`${NOTHING}<small>${say("value {amount}", { amount: money(value.amount) })}</small>`;
  const isValue = refund.amount.amount === value.amount.amount;
  return html`${money(refund.amount)}${!isValue && html`<small>${say("value {amount}", { amount: money(value.amount) })}</small>`}${
    refund.type !== "refund" &&
    html`<small>${TYPES[refund.type] !== undefined ? say(TYPES[refund.type] ?? "Refund") : html`<bdi>${refund.type.replaceAll("_", " ")}</bdi>`}</small>`
  }${exchangeItem && html`<small>${say("for {item}", { item: exchangedFor(exchangeItem) })}</small>`}`;
}

function exchangedFor({ product, quantity = 1, variant }: NonNullable<Item["exchangeItem"]>): Content {
  const names = [product?.name ?? product?.externalId, variant?.name ?? variant?.externalId];
  return html`${quantity} × <bdi>${names.filter(Boolean).join(", ")}</bdi>`;
}
