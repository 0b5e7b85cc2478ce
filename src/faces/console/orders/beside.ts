import type { Order } from "../../../features/orders/schema.ts";
import { type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { address, countryText } from "../components/address.ts";
import { breakable } from "../components/breakable.ts";
import { card, details } from "../components/card.ts";
import { amount } from "../components/money.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { nameOf } from "./list.ts";

/** Returns what stands beside an order's lines: money, customer, addresses. */
export function orderBeside(visit: Visit, order: Order, currency: string): Markup {
  const { customer, shipping, billingAddress, tags, totalPrice, subtotalPrice, totalTax, totalDiscount } =
    order;
  const amounts: [Label, Content][] = [
    [say("Subtotal"), amount(subtotalPrice, currency)],
    [say("Discount"), amount(totalDiscount, currency)],
    [say("Shipping"), amount(shipping?.cost, currency)],
    [say("Taxes"), amount(totalTax, currency)],
    [say("Total"), html`<strong>${amount(totalPrice, currency)}</strong>`],
  ];
  const name = html`<bdi>${nameOf(customer) || say("no name")}</bdi>`;
  const find = `${visit.base}/customers?q=${encodeURIComponent(customer?.email ?? "")}`;
  const rows: [Label, Content][] = [
    [say("Name"), visit.offers("/customers") && customer?.email ? html`<a href="${find}">${name}</a>` : name],
    [say("E-mail"), customer?.email && breakable(customer.email)],
    [say("Phone"), customer?.phoneNumber && html`<bdi>${customer.phoneNumber}</bdi>`],
    [say("Ships to"), address(linesOf(shipping?.address))],
    [say("By#carrier"), shipping?.method && html`<bdi>${shipping.method}</bdi>`],
    [say("Billed to"), address(linesOf(billingAddress))],
    [
      say("Tags"),
      tags &&
        tags.length > 0 &&
        html`<span class="tags">${tags.map((tag) => html`<bdi class="tag">${tag}</bdi>`)}</span>`,
    ],
  ];
  return html`${card(html`<div class="amounts">${details(amounts)}</div>`, { title: say("Money") })}${card(
    details(rows.filter(([, value]) => value)),
    { title: say("Customer") },
  )}`;
}

function linesOf(given: Order["billingAddress"]) {
  const { address1, address2, city, province, postalCode, country } = given ?? {};
  const place = [[city, province].filter(Boolean).join(", "), postalCode].filter(Boolean).join(" ");
  return [address1, address2, place, country && countryText(country)];
}
