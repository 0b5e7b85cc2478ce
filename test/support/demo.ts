import type { DemoStore } from "../../src/features/demo/store.ts";
import type { Order } from "../../src/features/orders/schema.ts";
import type { HistoryEntry } from "../../src/features/returns/read/history-schema.ts";
import type { Return, ReturnOrder } from "../../src/features/returns/schema.ts";
import { newDemo } from "./console-store.ts";
import type { TestService } from "./service.ts";

/** A service with the demo store, and a client of that store. */
export type Demo = {
  service: TestService;
  returnId: string;
  secret: string;
  get(path: string): Promise<Response>;
  post(path: string, body: object): Promise<Response>;
  orders(): Promise<Order[]>;
  returns(): Promise<{ orders: ReturnOrder[]; returns: Return[] }>;
  history(returnId: string): Promise<HistoryEntry[]>;
  /**
   * Returns all orders, returns and histories of the store as JSON, without the ids that the service
   * generates.
   */
  everything(): Promise<string>;
};

const ORDER_IDS = Array.from({ length: 60 }, (_, i) => `FH-${1001 + i}`);
const OWN_IDS = /([a-z]{3}_)[0-9a-z]{26}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Creates the demo store; throws if it exists already. */
export async function makeDemo(service: TestService): Promise<Demo> {
  return demoOf(service, await newDemo(service.ctx));
}

export function demoOf(service: TestService, made: Pick<DemoStore, "secret" | "returnId">): Demo {
  const headers = {
    Authorization: `Bearer ${made.secret}`,
    "Content-Type": "application/json",
    "X-Page-Size": "100",
  };
  const get = (path: string) => service.fetch(`/v2.2${path}`, { headers });
  const read = async <T>(path: string) => (await (await get(path)).json()) as T;

  const demo: Demo = {
    service,
    ...made,
    get,
    post: (path, body) =>
      service.fetch(`/v2.2${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
    orders: () => Promise.all(ORDER_IDS.map((id) => read<Order>(`/stores/demo/orders/${id}`))),
    returns: () => read("/stores/demo/returns"),
    history: async (returnId) =>
      (await read<{ history: HistoryEntry[] }>(`/returns/${returnId}/history`)).history,
    everything: async () => {
      const { orders, returns } = await demo.returns();
      const histories = await Promise.all(returns.map(({ id }) => demo.history(id)));
      const shown = { placed: await demo.orders(), orders, returns, histories };
      return JSON.stringify(shown, null, 1).replaceAll(OWN_IDS, "$1");
    },
  };
  return demo;
}
