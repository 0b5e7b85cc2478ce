import type { Label } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

/** Returns the name of who has done something; of shoppers, who have no account, what they are. */
export function authorName(by: Label): Label {
  return by === "shopper" ? say("Shopper") : by;
}

/** Returns a reason as people read it: units of a withdrawal have a word of the API. */
export function reasonText(reason: string): Label {
  return reason === "withdrawal" ? say("Withdrawal") : reason;
}
