import type { CustomerFigures } from "../../../features/activity/figures/schema.ts";
import { at, type Content, html, type Markup } from "../../pages/html.ts";
import { countLink, countText } from "../components/count.ts";
import { money } from "../components/money.ts";
import type { Column } from "../components/table.ts";
import { tile, tiles } from "../components/tile.ts";
import type { Visit } from "../page.ts";
import { ACCEPTED } from "../returns/statuses.ts";
import { say } from "../texts/texts.ts";

/** As many customers as the API counts for in one request. */
const MAX_AT_ONCE = 100;

const ORDERS = say("Orders of this customer, cancelled ones included");
const SPENT = say("The totals of the orders that weren't cancelled, before any refund");
const RETURNS = say("Returns of this customer, but rejected and deleted ones");
const RATE = say("The share of the orders of which something was returned");

type Figures = Map<string, CustomerFigures>;

/** Returns what customers have ordered and returned, by their ids. */
export async function figuresOf({ api, store }: Visit, customerIds: string[]): Promise<Figures> {
  if (customerIds.length === 0) return new Map();
  const path = at`/stores/${store.storeId}/customers/figures`;
  const asked = { customerIds: customerIds.slice(0, MAX_AT_ONCE) };
  const { body } = await api.listBy<{ figures: CustomerFigures[] }>(path, asked);
  return new Map(body.figures.map((each) => [each.customerId, each]));
}

/** Returns the columns of a list of customers that have their figures. */
export function figureColumns<Row extends { id: string }>(visit: Visit, figures: Figures): Column<Row>[] {
  const of = (text: (found: CustomerFigures) => Content) => {
    return ({ id }: Row) => {
      const found = figures.get(id);
      return found && text(found);
    };
  };
  return [
    {
      title: say("Orders"),
      counts: ORDERS,
      kind: "number",
      cell: of((found) => countLink(found.orders, ordersAddress(visit, found))),
    },
    { title: say("Spent"), counts: SPENT, kind: "number", cell: of(spentText) },
    {
      title: say("Returns"),
      counts: RETURNS,
      kind: "number",
      cell: of((found) => countLink(found.returns, returnsAddress(visit, found))),
    },
    { title: say("Rate"), counts: RATE, kind: "number", cell: of(rateText) },
  ];
}

/** Returns a customer's figures, each of which leads to the list behind it. */
export function figureTiles(visit: Visit, found: CustomerFigures): Markup {
  return tiles([
    tile({
      ...{ name: say("Orders"), value: countText(found.orders), href: ordersAddress(visit, found) },
      counts: ORDERS,
    }),
    tile({
      ...{ name: say("Spent"), value: spentText(found), isLong: found.spent.length > 1 },
      counts: SPENT,
    }),
    tile({
      ...{ name: say("Returns"), value: countText(found.returns), href: returnsAddress(visit, found) },
      counts: RETURNS,
    }),
    tile({
      ...{ name: say("Return rate"), value: rateText(found) },
      counts: RATE,
      note: say("{returned} of {orders} order with a return | {returned} of {orders} orders with a return", {
        returned: found.returnedOrders,
        orders: countText(found.orders),
        count: found.orders.count,
      }),
    }),
  ]);
}

function ordersAddress({ base, offers }: Visit, { customerId, orders }: CustomerFigures): string | undefined {
  if (orders.count === 0 || !offers("/orders")) return undefined;
  return `${base}/orders?${new URLSearchParams({ customer_id: customerId })}`;
}

function returnsAddress(
  { base, offers }: Visit,
  { customerId, returns }: CustomerFigures,
): string | undefined {
  if (returns.count === 0 || !offers("/returns")) return undefined;
  return `${base}/returns?${new URLSearchParams({ customer_id: customerId, status: ACCEPTED })}`;
}

/** One line for each currency. */
function spentText({ spent }: CustomerFigures): Content {
  return spent.length === 0 ? "0" : spent.map((sum) => html`<span class="line">${money(sum)}</span>`);
}

function rateText({ orders, returnedOrders }: CustomerFigures): Content {
  if (orders.count === 0) return "–";
  return say("{percent}%", { percent: Math.round((100 * returnedOrders) / orders.count) });
}
