import type { OrderBody } from "../orders/schema.ts";
import type { Calendar } from "./calendar.ts";
import { PRODUCTS, slug } from "./catalogue.ts";
import type { Person } from "./people.ts";
import type { Random } from "./random.ts";

/** An order of the demo store and its customer. Orders for a pickup point have no tracking. */
export type Purchase = {
  body: OrderBody;
  person: Person;
  daysAgo: number;
  placedAt: Date;
  isShipped: boolean;
};

type Line = OrderBody["lineItems"][number];

const ORDERS = 60;
const FIRST_NUMBER = 1001;
const MAX_AGE_DAYS = 45;
const PROMOTIONS = [
  { code: "WELCOME10", percent: 10 },
  { code: "TRAIL15", percent: 15 },
];
const PICKUP = "Pickup point";
const FREE_SHIPPING_FROM_CENTS = 10_000;

/** Creates the orders of the past weeks, oldest first. Each customer orders once; some order again. */
export function createPurchases(
  random: Random,
  calendar: Calendar,
  people: Person[],
  easternLocation: string,
): Purchase[] {
  const customers = customersInTurn(random, people);
  return customers.map((person, i) => {
    const age = MAX_AGE_DAYS - (i * (MAX_AGE_DAYS - 1)) / (ORDERS - 1);
    const daysAgo = Math.ceil(age);
    const placedAt = calendar.moment(daysAgo, 13 + 7 * (daysAgo - age) + random.between(0, 3_599) / 3_600);
    const tags = customers.indexOf(person) === i ? ["web"] : ["web", "returning customer"];
    const basket = createOrder(random, `FH-${FIRST_NUMBER + i}`, person, tags);
    const body = {
      ...basket,
      createdAt: placedAt.toISOString(),
      ...(person.east && { locationId: easternLocation }),
    };
    return { body, person, daysAgo, placedAt, isShipped: body.shipping?.method !== PICKUP };
  });
}

function customersInTurn(random: Random, people: Person[]): Person[] {
  const turns: Person[] = [];
  const newCustomers = [...people];
  while (turns.length < ORDERS) {
    const again = turns.length >= ORDERS / 3 && turns.length % 2 === 1;
    const next = again ? undefined : newCustomers.shift();
    turns.push(next ?? random.pick(turns));
  }
  return turns;
}

/** Creates an order. Amounts are computed in cents: subtotal, shipping and tax add up to the total. */
function createOrder(
  random: Random,
  orderId: string,
  person: Person,
  tags: string[],
): Omit<OrderBody, "createdAt"> {
  const promotion = random.chance(30) ? random.pick(PROMOTIONS) : undefined;
  const lines = createLines(random, orderId, promotion?.percent ?? 0);
  const discount = total(lines.map((line) => line.discount));
  const subtotal = total(lines.map((line) => line.price * line.quantity)) - discount;
  const method = random.pick(["Standard", "Standard", "Standard", "Express", PICKUP]);
  const shipping = shippingCost(method, subtotal);
  const tax = Math.round((subtotal * person.home.taxRate) / 10_000);
  const { id, email, phoneNumber, firstName, lastName, home } = person;
  const { street, city, state, postalCode } = home;
  const address = { address1: street, city, province: state, country: "US", postalCode };
  return {
    orderId,
    lineItems: lines.map((line) => ({
      ...line,
      price: dollars(line.price),
      discount: dollars(line.discount),
    })),
    customer: { id, email, phoneNumber, name: `${firstName} ${lastName}`, firstName, lastName },
    shipping: { method, cost: dollars(shipping), address },
    totalPrice: dollars(subtotal + shipping + tax),
    subtotalPrice: dollars(subtotal),
    totalTax: dollars(tax),
    totalDiscount: dollars(discount),
    billingAddress: address,
    tags: promotion ? [...tags, promotion.code] : tags,
    currencyCode: "USD",
  };
}

function createLines(random: Random, orderId: string, percent: number) {
  return random.some(random.pick([1, 1, 2, 2, 3, 4]), PRODUCTS).map((product, i) => {
    const { id: productId, title, price, sku } = product;
    const variant = random.pick(product.variants);
    const quantity = random.pick([1, 1, 1, 2, 3]);
    return {
      id: `${orderId}-${i + 1}`,
      productId,
      title: `${title} · ${variant}`,
      variantId: `${productId}-${slug(variant)}`,
      sku: `${sku}-${slug(variant).toUpperCase()}`,
      quantity,
      price,
      discount: Math.round((price * quantity * percent) / 100),
    } satisfies Line;
  });
}

function shippingCost(method: string, subtotal: number): number {
  if (method === "Express") return 1_695;
  return method === PICKUP || subtotal >= FREE_SHIPPING_FROM_CENTS ? 0 : 695;
}

function total(cents: number[]): number {
  return cents.reduce((sum, each) => sum + each, 0);
}

function dollars(cents: number): number {
  return cents / 100;
}
