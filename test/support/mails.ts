import { inTransaction } from "../../src/core/ctx.ts";
import type { AnyMailKind } from "../../src/features/mail/kinds.ts";
import { type NewMail, queueMail } from "../../src/features/mail/queue-mail.ts";
import type { TestStore } from "./service.ts";

/** Queues a mail in a transaction of its own; returns its id, undefined where the store sends none. */
export function queue<Kind extends AnyMailKind>(
  { ctx, id: storeId }: Pick<TestStore, "ctx" | "id">,
  mail: NewMail<Kind>,
): Promise<string | undefined> {
  return inTransaction(ctx, (tx) => queueMail(tx, { storeId, requestId: "test" }, mail));
}

/** Queues a mail of a store that sends mails; returns its id. */
export async function newMail(store: TestStore, to = "ada@example.com"): Promise<string> {
  await store.patch("/stores/:store", { mail: { enabled: true } });
  const values = { order: "1001", items: "" };
  return (await queue(store, { to, kind: "return_received", values })) ?? "";
}
