import type { Ctx } from "../../core/ctx.ts";
import { DAY_MS } from "../../lib/duration.ts";
import { randomText } from "../../lib/ids.ts";

/** A browser, and the people who have signed in with it, last first. */
export type KnownDevice = { id: string; personIds: string[] };

/** As long as browsers keep a cookie. */
export const DEVICE_MS = 400 * DAY_MS;
const MAX_PEOPLE = 5;
const ID_CHARACTERS = 20;
/** What other values that are encrypted with the same key don't have. */
const PURPOSE = "device";

type DeviceText = { purpose: string; id: string; personIds: string[]; at: number };

/** Returns the browser that a cookie names; undefined for a cookie that this service hasn't made, or too long ago. */
export async function readDevice(ctx: Ctx, cookie: string): Promise<KnownDevice | undefined> {
  const text = await ctx.encryption.decrypt(cookie).catch(() => undefined);
  const found: Partial<DeviceText> = text?.startsWith("{") ? JSON.parse(text) : {};
  if (found.purpose !== PURPOSE || !found.id || !found.personIds) return undefined;
  if (ctx.now().getTime() - (found.at ?? 0) >= DEVICE_MS) return undefined;
  return { id: found.id, personIds: found.personIds };
}

/** Returns the cookie of a browser that a person has signed in with. */
export function deviceCookie(ctx: Ctx, before: KnownDevice | undefined, personId: string): Promise<string> {
  const others = (before?.personIds ?? []).filter((each) => each !== personId);
  const found: DeviceText = {
    purpose: PURPOSE,
    id: before?.id ?? randomText(ID_CHARACTERS),
    personIds: [personId, ...others].slice(0, MAX_PEOPLE),
    at: ctx.now().getTime(),
  };
  return ctx.encryption.encrypt(JSON.stringify(found));
}
