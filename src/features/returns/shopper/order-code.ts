import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { equalInConstantTime } from "../../../lib/hash.ts";
import { randomText } from "../../../lib/ids.ts";
import type { Language } from "../../../lib/languages.ts";
import { plainText } from "../../../lib/plain-text.ts";
import { createSteps } from "../../../lib/promises.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import type { Contacts } from "./contacts.ts";
import { type FoundOrder, rightOrder, type Search, type Tries, WRONG_STEP_MS } from "./find-order.ts";

type Typed = Pick<Search, "order" | "contact">;

const PURPOSE = "shopper code";
const DIGITS = 6;
const VALID_MS = 15 * 60_000;
const MAX_CHARACTERS = 4_000;

/**
 * Sends a code to the address of an order if what was typed is right, and returns a token of what was typed and of the
 * code: encrypted, and of the same length whether there is an order or not.
 */
export async function askForCode(
  ctx: Ctx,
  tries: Tries,
  caller: Pick<Caller, "storeId" | "requestId">,
  { order, contact, right, language }: Typed & { right: Contacts | undefined; language: Language },
): Promise<string> {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const code = String(random % 10 ** DIGITS).padStart(DIGITS, "0");
  const { storeId } = caller;
  if (right?.email && (await tries.takeMail(storeId, right.orderId))) {
    const mail = {
      to: right.email,
      kind: "order_code",
      values: { order: right.name, code },
      language,
      // Whether the period runs isn't computed: it takes a time that only an order would.
      mayWithdraw: true,
    } as const;
    await inTransaction(ctx, (tx) => queueMail(tx, caller, mail));
  }
  const until = ctx.now().getTime() + VALID_MS;
  return ctx.encryption.encrypt(
    JSON.stringify([PURPOSE, storeId, order, contact, code, randomText(24), until]),
  );
}

/**
 * Returns the order that a token's code was asked for; `wrong` for another code, or when there was none; `expired` for a
 * token that isn't valid. Throws 429 after five tries with one token.
 */
export async function orderOfCode(
  ctx: Ctx,
  tries: Tries,
  storeId: string,
  { token, code, findBy }: { token: string; code: string; findBy: Search["findBy"] },
): Promise<FoundOrder | "wrong" | "expired"> {
  const asked = await readToken(ctx, storeId, token);
  if (!asked) return "expired";
  const slowest = createSteps(WRONG_STEP_MS);
  await tries.takeCode(storeId, asked.nonce);
  const isCode = equalInConstantTime(asked.code, plainText(code).replaceAll(/\s/g, ""));
  const right = await rightOrder(ctx, storeId, { ...asked, findBy });
  if (isCode && right) return { orderId: right.orderId, contactHash: right.contactHash };
  await slowest();
  return "wrong";
}

async function readToken(ctx: Ctx, storeId: string, text: string) {
  if (text.length > MAX_CHARACTERS) return undefined;
  const plain = await ctx.encryption.decrypt(text).catch(() => "");
  if (!plain.startsWith(`["${PURPOSE}"`)) return undefined;
  const [, ofStore, order, contact, code, nonce, until] = JSON.parse(plain) as string[];
  if (ofStore !== storeId || Number(until) <= ctx.now().getTime()) return undefined;
  return { order: `${order}`, contact: `${contact}`, code: `${code}`, nonce: `${nonce}` };
}
