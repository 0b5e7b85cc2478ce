import type { Ctx } from "../../core/ctx.ts";
import { newUuid } from "../../lib/ids.ts";
import type { PeopleMailKind } from "../../platform/db/tables/mails.ts";
import type { MailValues } from "../mail/kinds.ts";
import { queueMail } from "../mail/queue-mail.ts";

type PeopleMail<Kind extends PeopleMailKind> = {
  storeId: string;
  to: string;
  kind: Kind;
  values: MailValues[Kind];
  /** The one-time link. */
  link?: string;
};

/**
 * Queues a mail to someone who uses the console, in the caller's transaction. Only where this process has a mail server:
 * otherwise the inviter or the operator passes the link on, and a mail that came later would hold one that has expired.
 * In a service of several cells nothing is queued: people are in the directory, whose database sends no mails.
 */
export async function mailPerson<Kind extends PeopleMailKind>(
  tx: Ctx,
  { storeId, to, kind, values, link }: PeopleMail<Kind>,
): Promise<void> {
  if (!tx.config.smtp || tx.cell) return;
  await queueMail(tx, { storeId, requestId: newUuid() }, { to, kind, values, secretLink: link });
}
