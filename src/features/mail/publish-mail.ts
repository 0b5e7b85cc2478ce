import type { Ctx } from "../../core/ctx.ts";
import { publishTo } from "../../core/delivery/publish.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { readMail } from "./list.ts";

/** Appends an event about a mail for the store's webhooks of the topic `mail`, in the caller's transaction. */
export function publishMail(
  ctx: Ctx,
  caller: Pick<Caller, "storeId" | "requestId">,
  mailId: string,
  type: "queued" | "sent" | "failed",
): Promise<void> {
  const shown = async () => ({ mail: await readMail(ctx, caller.storeId, mailId) });
  return publishTo(ctx, caller, { topic: "mail", type, at: ctx.now(), aboutId: mailId, shown });
}
