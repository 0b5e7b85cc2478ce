type Json = Record<string, unknown>;
export type ShopOrder = Json & { id: string; updated_at: string };
/** `stock` is by the piece of inventory; what is reserved is not taken off. */
type Held = { orders: Map<string, ShopOrder>; stock: Map<string, number> };

type Action = { action: string; details: { reference_id: string; quantity: number } };
type Change = {
  order_id: string;
  return_id: string | null;
  change_type: string;
  status: string;
  actions: Action[];
};
type Item = {
  id: string;
  variant: { inventory_items: { inventory_item_id: string; required_quantity: number }[] };
};
type Units = { id: string; quantity: number };
type Return = Json & { id: string; order_id: string; status: string; items: Json[] };

const NO_CHANGE = "An active Order Change is required to proceed";

/**
 * Returns of the small Medusa: an order has at most one change that isn't confirmed, but for those that begin in the same
 * moment; confirming a receipt adds to the stock.
 */
export function createReturns({ orders, stock }: Held) {
  let pending: Change[] = [];
  const pendingOf = (orderId: string) => pending.filter(({ order_id }) => order_id === orderId);
  const changeOf = (returnId: string) => pending.find(({ return_id }) => return_id === returnId);
  const end = (change: Change | undefined) => {
    pending = pending.filter((each) => each !== change);
  };
  let made = 0;

  function begin({ order_id, metadata, location_id }: Json, isInSameMoment = false) {
    const order = orders.get(String(order_id));
    if (!order) return refused("no order");
    if (pendingOf(order.id).length > 0 && !isInSameMoment)
      return refused(`Order (${order.id}) already has an existing active order change`);
    const id = `return_${++made}`;
    const begun = { id, order_id, status: "open", canceled_at: null, metadata, location_id, items: [] };
    order.returns = [...((order.returns as Json[]) ?? []), begun];
    pending.push(changeFor(order.id, id, "return_request"));
    return { status: 200, json: { return: begun } };
  }

  function add(returnId: string, action: string, items: Units[]) {
    const change = changeOf(returnId);
    if (!change) return refused(NO_CHANGE);
    for (const { id, quantity } of items)
      change.actions.push({ action, details: { reference_id: id, quantity } });
    return { status: 200, json: {} };
  }

  /** Each action counts, also one that was asked for twice. */
  function confirm(order: ShopOrder, found: Return) {
    const change = changeOf(found.id);
    if (!change) return refused(NO_CHANGE);
    if (change.actions.length === 0) return refused("Order return request should have at least 1 item");
    end(change);
    for (const { action, details } of change.actions) {
      if (action === "RETURN_ITEM") {
        found.items.push({ item_id: details.reference_id, quantity: details.quantity, received_quantity: 0 });
        continue;
      }
      const item = (order.items as Item[]).find(({ id }) => id === details.reference_id);
      for (const { inventory_item_id, required_quantity } of item?.variant.inventory_items ?? []) {
        const units = details.quantity * required_quantity;
        stock.set(inventory_item_id, (stock.get(inventory_item_id) ?? 0) + units);
      }
    }
    found.status = found.status === "open" ? "requested" : "received";
    return { status: 200, json: { return: found } };
  }

  function answer(method: string, [id = "", ...rest]: string[], body: Json) {
    if (id === "") return begin(body);
    const all = [...orders.values()].flatMap(({ returns }) => (returns as Return[]) ?? []);
    const found = all.find((each) => each.id === id);
    const order = found && orders.get(found.order_id);
    if (!found || !order) return { status: 404, json: { message: `Return id not found: ${id}` } };
    const items = body.items as Units[];
    const step = `${method} ${rest.join("/")}`;
    if (step === "POST request-items") return add(id, "RETURN_ITEM", items);
    if (step === "POST receive-items") return add(id, "RECEIVE_RETURN_ITEM", items);
    if (step === "POST request" || step === "POST receive/confirm") return confirm(order, found);
    if (step === "POST receive") {
      if (pendingOf(order.id).length > 0) return refused("already has an existing active order change");
      pending.push(changeFor(order.id, id, "return_receive"));
      return { status: 200, json: {} };
    }
    if (step !== "DELETE request") return { status: 404, json: { message: `no route ${step}` } };
    if (!changeOf(id)) return refused(NO_CHANGE);
    end(changeOf(id));
    order.returns = (order.returns as Return[]).filter((each) => each !== found);
    return { status: 200, json: { id, deleted: true } };
  }

  /** Staff begins to edit an order. Returns what ends that. */
  function edit(orderId: string): () => void {
    const change = changeFor(orderId, null, "edit");
    pending.push(change);
    return () => end(change);
  }

  return {
    ...{ answer, edit, pendingOf },
    /** Begins a return as another request does in the same moment. */
    beginToo: (body: Json) => void begin(body, true),
    /** Loses the change of the last return that was begun, as a Medusa that is stopped before it writes that. */
    loseChange: () => void pending.pop(),
  };
}

function changeFor(order_id: string, return_id: string | null, change_type: string): Change {
  return { order_id, return_id, change_type, status: "pending", actions: [] };
}

/** Returns Medusa's answer to what it doesn't do. */
export function refused(message: string) {
  return { status: 400, json: { type: "invalid_data", message } };
}
