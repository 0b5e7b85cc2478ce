import type { ReturnImage } from "../../../features/returns/images/schema.ts";
import { isPaidNothing } from "../../../features/returns/paid-nothing.ts";
import type { Return, ReturnOrder } from "../../../features/returns/schema.ts";
import { attributes, type Content, html, type Markup } from "../../pages/html.ts";
import { badge, type Tone } from "../components/badge.ts";
import { emptyState } from "../components/empty-state.ts";
import { money } from "../components/money.ts";
import { table } from "../components/table.ts";
import { productCell } from "../components/thumb.ts";
import type { Visit } from "../page.ts";
import { NOTHING } from "./compensation.ts";
import { findings } from "./findings.ts";
import { photos, photosOf } from "./unit-photos.ts";

/** Of a return's items that a page shows. */
const MAX_SHOWN = 100;
const TONES: Record<Item["status"], Tone> = { open: "info", complete: "good", rejected: "bad" };
const TITLES: Record<Item["status"], string> = { open: "Open", complete: "Complete", rejected: "Rejected" };

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
    label: "Items",
    rows,
    empty: emptyState("No items", "All units were removed from this return."),
    columns: [
      {
        title: "Item",
        kind: "main",
        cell: (item) =>
          productCell(
            visit,
            products.get(item.orderItem.id),
            html`<bdi>${nameOf(item)}</bdi>${item.sku && html`<small><bdi>${item.sku}</bdi></small>`}`,
          ),
      },
      { title: "Units", kind: "number", cell: ({ quantity }) => quantity },
      { title: "Reason", cell: reasonCell },
      { title: "Found", cell: findings },
      { title: "State", cell: ({ status }) => badge(TITLES[status], TONES[status]) },
      { title: "Refund", kind: "number", cell: (item) => refundCell(item, isPaidNothing(shown)) },
    ],
  });
  const more = shown.items.length - rows.length;
  const itemIds = new Set(shown.items.map(({ id }) => id));
  const others = images.filter(({ itemId }) => itemId === null || !itemIds.has(itemId));
  const ofItems = rows.map((item) =>
    photos({ base, returnId: shown.id, what: `Photo of ${nameOf(item)}` }, photosOf(images, item.id)),
  );
  return html`${list}${more > 0 && html`<p class="help">and ${more} more items</p>`}${ofItems}${photos(
    { base, returnId: shown.id, what: "Picture of the return" },
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
  return html`<bdi ${attributes({ title: reasonCode })}>${reason || reasonCode}</bdi>${
    customerComment && html`<small class="quote" dir="auto">${customerComment}</small>`
  }`;
}

function refundCell(item: Item, isNothing: boolean): Content {
  const { refund, exchangeItem, productValueNoTaxNoAdjustment: value, status } = item;
  if (isNothing || status === "rejected") return html`${NOTHING}<small>value ${money(value.amount)}</small>`;
  const isValue = refund.amount.amount === value.amount.amount;
  return html`${money(refund.amount)}${!isValue && html`<small>value ${money(value.amount)}</small>`}${
    refund.type !== "refund" && html`<small><bdi>${refund.type.replaceAll("_", " ")}</bdi></small>`
  }${exchangeItem && html`<small>for ${exchangedFor(exchangeItem)}</small>`}`;
}

function exchangedFor({ product, quantity = 1, variant }: NonNullable<Item["exchangeItem"]>): Content {
  const names = [product?.name ?? product?.externalId, variant?.name ?? variant?.externalId];
  return html`${quantity} × <bdi>${names.filter(Boolean).join(", ")}</bdi>`;
}
