import type { Ctx } from "../../core/ctx.ts";
import { newId, randomText } from "../../lib/ids.ts";
import { storableText } from "../../lib/text.ts";
import { type Beginning, sessions } from "../../platform/db/tables/people.ts";
import { removeExpired } from "./remove-expired.ts";
import { newToken } from "./token.ts";

/** The browser that a session is opened for, as its owner sees it in the list of sessions. */
export type Device = { userAgent: string; address: string | undefined };
/** A browser that waits for a response, until its signal aborts. */
export type Waiting = Device & { signal?: AbortSignal };

const MAX_USER_AGENT = 300;
const FORM_TOKEN_CHARACTERS = 32;

/** A session that was opened, and the token that its browser sends, of which only the hash is stored. */
export type Opened = { token: string; personId: string };

/** Opens a session of a person, and says how: `passkeyId` is that of the passkey that has begun it. */
export async function openSession(
  ctx: Ctx,
  personId: string,
  device: Device,
  { by, passkeyId }: { by?: Beginning; passkeyId?: string } = {},
): Promise<Opened> {
  const { token, tokenHash } = await newToken();
  const now = ctx.now();
  await ctx.db.insert(sessions).values({
    id: newId("ses"),
    personId,
    tokenHash,
    formToken: randomText(FORM_TOKEN_CHARACTERS),
    createdAt: now,
    rotatedAt: now,
    seenAt: now,
    userAgent: storableText(device.userAgent, MAX_USER_AGENT),
    address: device.address ?? "",
    begunBy: by ?? null,
    begunPasskey: passkeyId ?? null,
  });
  await removeExpired(ctx);
  return { token, personId };
}
