import type { Ctx } from "../../core/ctx.ts";
import type { OrderBody } from "../../features/orders/schema.ts";
import { shippingZone } from "../../features/orders/withdrawal/order-period.ts";
import { readPolicy } from "../../features/policy/read-policy.ts";
import type { Store } from "../../features/stores/schema.ts";
import type { Language } from "../../lib/languages.ts";
import { Problem } from "../../lib/problem.ts";

/** Returns the time zone of a store's policy; without one, the store's. */
export async function policyZone(ctx: Ctx, { id, timeZone }: Place): Promise<string> {
  return (await zoneOfPolicy(ctx, id)) ?? timeZone;
}

type Place = Pick<Store, "id" | "timeZone">;

/**
 * Returns the time zone of the times about an order: its store's policy's, else that of the country it is shipped to, else
 * the store's.
 */
export async function zoneOf(ctx: Ctx, store: Place, order: OrderBody): Promise<string> {
  return (await zoneOfPolicy(ctx, store.id)) ?? shippingZone(order, ctx.now()) ?? store.timeZone;
}

/** Returns how a time is written: with the name of its zone. */
export function timeFormat(language: Language, timeZone: string): Intl.DateTimeFormat {
  const day = { year: "numeric", month: "long", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat(language, { ...day, ...time, timeZone });
}

async function zoneOfPolicy(ctx: Ctx, storeId: string): Promise<string | undefined> {
  try {
    return (await readPolicy(ctx, storeId)).policy.timeZone;
  } catch (error) {
    if (error instanceof Problem && error.parts.status === 404) return undefined;
    throw error;
  }
}
