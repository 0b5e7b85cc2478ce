import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { shownOf } from "./medusa-fields.ts";
import { refundOf } from "./medusa-orders.ts";
import { createReservations, type Reservation } from "./medusa-reservations.ts";
import { createReturns, refused, type ShopOrder } from "./medusa-returns.ts";

type Json = Record<string, unknown>;

/** What becomes of a changing request: `lost` has its effect without an answer, the others have none. */
export type Fault = "lost" | "broken" | "refused" | "busy";
const BUSY = "Order (order_1) already has an existing active order change";

/** A small Medusa: its admin API as far as the connector uses it, in memory, in the shapes of the real one. */
export type MedusaShop = {
  origin: string;
  orders: Map<string, ShopOrder>;
  /** In stock, by the piece of inventory; what is reserved is not taken off. */
  stock: Map<string, number>;
  reservations: Map<string, Reservation>;
  /** One for each changing request to come. */
  faults: (Fault | undefined)[];
  put(order: Json): ShopOrder;
  /** Staff begins to edit an order. Returns what ends that. */
  edit(orderId: string): () => void;
  /** Begins a return as another request does in the same moment. */
  beginToo(body: Json): void;
  /** Loses the change of the last return that was begun. */
  loseChange(): void;
  close(): void;
};

export const API_KEY = "sk_of_the_test";
const CHANGED_AT = "2026-03-06T10:00:00.000Z";

type Answer = { status: number; json: unknown };
const ok = (json: unknown): Answer => ({ status: 200, json });

export async function openMedusaShop(): Promise<MedusaShop> {
  const orders: MedusaShop["orders"] = new Map();
  const stock: MedusaShop["stock"] = new Map();
  const faults: MedusaShop["faults"] = [];
  const returns = createReturns({ orders, stock });
  const { reservations, find, write } = createReservations(stock);
  let made = 0;

  function answerTo(method: string, url: URL, body: Json): Answer {
    const [, , kind = "", id = "", ...rest] = url.pathname.split("/");
    const query = url.searchParams;
    if (kind === "orders" && method === "GET" && id === "") return ok({ orders: list(query) });
    if (kind === "orders" && method === "GET") {
      const order = orders.get(id);
      if (!order) return { status: 404, json: { type: "not_found", message: `Order id not found: ${id}` } };
      return ok(
        rest[0] === "changes"
          ? { order_changes: returns.pendingOf(id) }
          : { order: shownOf(order, query.get("fields")) },
      );
    }
    if (kind === "payments" && rest[0] === "refund") return refund(id, body);
    if (kind === "returns") return returns.answer(method, [id, ...rest], body);
    if (kind === "reservations")
      return method === "GET" ? ok({ reservations: find(query) }) : write(id, body);
    return { status: 404, json: { message: `no route ${method} ${url.pathname}` } };
  }

  function list(query: URLSearchParams): ShopOrder[] {
    const [since, end] = [query.get("updated_at[$gte]") ?? "", query.get("updated_at[$lt]") ?? "9"];
    const [after, isById] = [query.get("id[$gt]") ?? "", query.get("order") === "id"];
    const [offset, limit] = [Number(query.get("offset")), Number(query.get("limit"))];
    // Postgres sorts what is the same as it likes, for each offset.
    const keyOf = ({ id, updated_at }: ShopOrder) =>
      isById ? id : `${updated_at} ${Bun.hash(`${id} ${offset}`)}`;
    return [...orders.values()]
      .filter(({ id, updated_at }) => updated_at >= since && updated_at < end && id > after)
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .slice(offset, offset + limit)
      .map((order) => shownOf(order, query.get("fields")));
  }

  function refund(id: string, { amount, note }: Json): Answer {
    type Payment = { id: string; captures: { amount: number }[]; refunds: { amount: number }[] };
    for (const order of orders.values()) {
      const collections = order.payment_collections as { payments: Payment[] }[];
      const payment = collections.flatMap(({ payments }) => payments).find((each) => each.id === id);
      if (!payment) continue;
      const sum = (amounts: { amount: number }[]) => amounts.reduce((total, each) => total + each.amount, 0);
      if (sum(payment.captures) - sum(payment.refunds) < Number(amount) - 0.01)
        return refused("You are not allowed to refund more than the captured amount");
      payment.refunds.push(refundOf(`ref_${++made}`, Number(amount), { note }) as { amount: number });
      order.updated_at = CHANGED_AT;
      return ok({ payment });
    }
    return { status: 404, json: { type: "not_found", message: `Payment id not found: ${id}` } };
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "", "http://shop");
    const method = request.method ?? "GET";
    const isKnown = request.headers.authorization === `Basic ${btoa(`${API_KEY}:`)}`;
    const fault = isKnown && method !== "GET" ? faults.shift() : undefined;
    if (fault === "broken") throw new Error("the connection breaks");
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as Json;
    const { status, json } = !isKnown
      ? { status: 401, json: { message: "Unauthorized" } }
      : fault === "refused" || fault === "busy"
        ? refused(fault === "busy" ? BUSY : "not today")
        : answerTo(method, url, body);
    if (fault === "lost") throw new Error("the answer is lost");
    response.writeHead(status, {
      "content-type": "application/json",
      date: new Date(CHANGED_AT).toUTCString(),
    });
    response.end(JSON.stringify(json));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ orders, stock, reservations, faults, edit: returns.edit },
    ...{ beginToo: returns.beginToo, loseChange: returns.loseChange },
    put: (order) => {
      const kept = structuredClone(order) as ShopOrder;
      orders.set(kept.id, kept);
      return kept;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
