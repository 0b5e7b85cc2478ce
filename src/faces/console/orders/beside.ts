import type { Order } from "../../../features/orders/schema.ts";
import { type Content, html, type Markup } from "../../pages/html.ts";
import { address, countryText } from "../components/address.ts";
import { card, details } from "../components/card.ts";
import { amount } from "../components/money.ts";
import type { Visit } from "../page.ts";
import { nameOf } from "./list.ts";

/** Returns what stands beside an order's lines: money, customer, addresses. */
export function orderBeside(visit: Visit, order: Order, currency: string): Markup {
  const { customer, shipping, billingAddress, tags, totalPrice, subtotalPrice, totalTax, totalDiscount } =
    order;
  const amounts: [string, Content][] = [
    ["Subtotal", amount(subtotalPrice, currency)],
    ["Discount", amount(totalDiscount, currency)],
    ["Shipping", amount(shipping?.cost, currency)],
    ["Taxes", amount(totalTax, currency)],
    ["Total", html`<strong>${amount(totalPrice, currency)}</strong>`],
  ];
  const name = html`<bdi>${nameOf(customer) || "no name"}</bdi>`;
  const find = `${visit.base}/customers?q=${encodeURIComponent(customer?.email ?? "")}`;
  const rows: [string, Content][] = [
    ["Name", visit.offers("/customers") && customer?.email ? html`<a href="${find}">${name}</a>` : name],
    ["E-mail", customer?.email && html`<bdi>${customer.email}</bdi>`],
    ["Phone", customer?.phoneNumber && html`<bdi>${customer.phoneNumber}</bdi>`],
    ["Ships to", address(linesOf(shipping?.address))],
    ["By", shipping?.method && html`<bdi>${shipping.method}</bdi>`],
    ["Billed to", address(linesOf(billingAddress))],
    [
      "Tags",
      tags &&
        tags.length > 0 &&
        html`<span class="tags">${tags.map((tag) => html`<bdi class="tag">${tag}</bdi>`)}</span>`,
    ],
  ];
  return html`${card(html`<div class="amounts">${details(amounts)}</div>`, { title: "Money" })}${card(
    details(rows.filter(([, value]) => value)),
    { title: "Customer" },
  )}`;
}

function linesOf(given: Order["billingAddress"]) {
  const { address1, address2, city, province, postalCode, country } = given ?? {};
  const place = [[city, province].filter(Boolean).join(", "), postalCode].filter(Boolean).join(" ");
  return [address1, address2, place, country && countryText(country)];
}
