import type { MedusaReturn } from "./order-schema.ts";

/** In the metadata of a return of Medusa's that receives what was restocked here: the id of the change. */
export const CHANGE_KEY = "aftersale_change";

/** Whether a return of Medusa's was made by the service, to receive what was restocked here. */
export function isOurs({ metadata }: MedusaReturn): boolean {
  return typeof metadata?.[CHANGE_KEY] === "string";
}
