import type { Want } from "./ledger.ts";
import type { Views } from "./views.ts";

export type Status = "complete" | "open" | "rejected" | "deleted";

/** The service, with one order, whose returns have the ids that the model gives them. */
export type Shop = {
  take(id: string, wants: Want[]): Promise<void>;
  /** Sets the refund of an item, by its place, and returns whether it was accepted. */
  adjust(id: string, place: number, refund: { amount: string; type: string }): Promise<boolean>;
  move(id: string, status: Status): Promise<void>;
  show(id: string): Promise<Views>;
};
