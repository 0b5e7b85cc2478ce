import { defineDispatchJob, wakeStores } from "../../core/delivery/dispatch-job.ts";
import type { PermitLimits } from "../../core/delivery/permits.ts";
import { domainOf } from "../../lib/mailbox.ts";
import { MAILS, type WakeUp } from "./queue.ts";
import { recordMailAttempts } from "./record.ts";
import { createSend } from "./send.ts";
import { createSmtp } from "./smtp.ts";
import { acquireMailLeases, MAIL_SERVER, MAIL_STREAMS, type NextMail } from "./streams.ts";
import { waitingMails } from "./waiting-mails.ts";

/** Mail servers allow few connections at a time. */
const LIMITS: PermitLimits = {
  all: { total: 20, perOwner: 10 },
  quick: { total: 20, perOwner: 10 },
  medium: { total: 12, perOwner: 6 },
  slow: { total: 8, perOwner: 2 },
  unmeasured: { total: 8, perOwner: 2 },
};
/** How long a lease lasts beyond the longest possible attempt. */
const GRACE_MS = 5_000;

/** Sends mails by SMTP. Without a mail server they wait for a process that has one. */
export const sendMailsJob = defineDispatchJob<WakeUp, NextMail>({
  queue: MAILS,
  backlog: waitingMails,
  transport: (ctx) => {
    const { smtp: server, mailFrom: from, mailTimeoutMs } = ctx.config;
    if (!server || !from) return undefined;
    const smtp = createSmtp(server, { name: domainOf(from.address), timeoutMs: mailTimeoutMs });
    const leaseMs = 2 * mailTimeoutMs + GRACE_MS;
    const host = `${server.host}:${server.port}`;
    return {
      ...{ limits: LIMITS, leaseMs, ...MAIL_STREAMS, acquire: acquireMailLeases, hostOf: () => host },
      deliver: createSend(ctx, { smtp, from, leaseMs }),
      record: (ctx, attempts) => recordMailAttempts(ctx, attempts, leaseMs),
      close: () => smtp.close(),
    };
  },
  wake: wakeStores(MAIL_SERVER),
});
