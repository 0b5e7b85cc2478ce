import { type Client, unexpected } from "./client.ts";
import { textDifference } from "./differences.ts";
import type { Phase } from "./drive.ts";
import { inParallel } from "./in-parallel.ts";
import { millionths, pence, pounds } from "./pence.ts";
import type { Plan } from "./plan.ts";
import { type Sums, sum, total } from "./sums.ts";
import { orderText } from "./wire.ts";

export type OrderSums = Pick<Sums, "orders" | "order lines" | "units ordered" | "value ordered (GBP)">;

type ReadOrder = { lineItems: { quantity: number; price: number }[] };

/** Reads every order of the plan, compares it byte for byte, and returns the sums. */
export async function readOrders(client: Client, plan: Plan, phase: Phase): Promise<OrderSums> {
  const read: ReadOrder[] = [];
  await inParallel(plan.orders, phase.width, async (order) => {
    // The body is read as text, to be compared byte for byte.
    const answer = await client.api.GET("/v2.2/stores/{storeId}/orders/{orderId}", {
      params: { path: { ...client.store, orderId: order.id } },
      parseAs: "text",
    });
    if (answer.data !== undefined) {
      read.push(JSON.parse(answer.data) as ReadOrder);
      const difference = textDifference(orderText(order), answer.data);
      if (difference) phase.faults.push(`order ${order.id}: ${difference}`);
    } else phase.faults.push(`order ${order.id}: ${unexpected(answer)}`);
    phase.step();
  });

  const lines = read.flatMap(({ lineItems }) => lineItems);
  return {
    orders: read.length,
    "order lines": lines.length,
    "units ordered": total(lines.map(({ quantity }) => quantity)),
    "value ordered (GBP)": pounds(sum(read.map(penceOf))),
  };
}

function penceOf({ lineItems }: ReadOrder): bigint {
  return pence(sum(lineItems.map(({ price, quantity }) => millionths(String(price)) * BigInt(quantity))));
}
