type Json = Record<string, unknown>;
export type Reservation = Json & { quantity: number };

/** Reservations of the small Medusa, of what is in stock by the piece of inventory: no more is reserved than is there. */
export function createReservations(stock: Map<string, number>) {
  const reservations = new Map<string, Reservation>();
  let made = 0;

  function find(query: URLSearchParams): Reservation[] {
    const names = ["description", "inventory_item_id", "location_id"];
    return [...reservations.values()].filter((each) => names.every((name) => each[name] === query.get(name)));
  }

  /** Changes the reservation of an id, or makes one. */
  function write(id: string, body: Json) {
    const before = reservations.get(id);
    const reservation = { id: before ? id : `resitem_${++made}`, ...before, ...body } as Reservation;
    const item = String(reservation.inventory_item_id);
    const others = [...reservations.values()].filter(
      (each) => each !== before && each.inventory_item_id === item,
    );
    const reserved = others.reduce((sum, { quantity }) => sum + quantity, 0);
    if ((stock.get(item) ?? 0) - reserved < reservation.quantity)
      return {
        status: 400,
        json: { type: "not_allowed", message: `Not enough stock available for item ${item}` },
      };
    reservations.set(String(reservation.id), reservation);
    return { status: 200, json: { reservation } };
  }

  return { reservations, find, write };
}
