import { type PlainOrder, type PlainWorth, plainWorth } from "../../../support/order-money-model.ts";

export type Want = { line: number; quantity: number; credit: boolean };
export type Entry = { line: number; units: number[]; net: bigint; tax: bigint; refund: bigint; type: string };
export type Booked = { id: string; entries: Entry[]; status: "open" | "deleted" };

/** The returns of an order as the model books them. */
export function createLedger(order: PlainOrder) {
  const worth: PlainWorth = plainWorth(order);
  const held = order.lines.map(({ quantity }) => Array<string>(quantity).fill(""));
  const booked: Booked[] = [];
  const counted = () => booked.filter(({ status }) => status !== "deleted").flatMap(({ entries }) => entries);
  const left = () => worth.paid - counted().reduce((sum, { refund }) => sum + refund, 0n);

  return {
    ...worth,
    booked,
    left,
    /** Books a return of the lowest free units; undefined if there aren't so many. */
    take(id: string, wants: Want[]): Booked | undefined {
      const free = held.map((by) => [...by.keys()].filter((unit) => by[unit] === ""));
      const units = wants.map(({ line, quantity }) => free[line]?.splice(0, quantity) ?? []);
      if (wants.some(({ quantity }, i) => units[i]?.length !== quantity)) return undefined;
      let rest = left();
      const entries = wants.map(({ line, credit }, i): Entry => {
        const own = units[i] ?? [];
        for (const unit of own) held[line]?.splice(unit, 1, id);
        const parts = own.map((unit) => worth.units[line]?.[unit] ?? { net: 0n, tax: 0n });
        const net = parts.reduce((sum, part) => sum + part.net, 0n);
        const tax = parts.reduce((sum, part) => sum + part.tax, 0n);
        const most = rest > 0n ? rest : 0n;
        const refund = net + tax < most ? net + tax : most;
        rest -= refund;
        return { line, units: own, net, tax, refund, type: credit ? "store_credit" : "refund" };
      });
      const made: Booked = { id, entries, status: "open" };
      booked.push(made);
      return made;
    },
    /** Sets the refund of an entry, and returns whether it may be. */
    adjust(entry: Entry, amount: bigint, type: string): boolean {
      if (amount > entry.refund && amount - entry.refund > left()) return false;
      entry.refund = amount;
      entry.type = type;
      return true;
    },
    remove(one: Booked): void {
      one.status = "deleted";
      for (const by of held) for (const [unit, id] of by.entries()) if (id === one.id) by[unit] = "";
    },
    /** Returns what is in no return. */
    rest(): Want[] {
      return held
        .map((by, line) => ({ line, quantity: by.filter((id) => id === "").length, credit: false }))
        .filter(({ quantity }) => quantity > 0);
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;
