import type { Ctx } from "../../core/ctx.ts";
import { createDispatcher, type Dispatcher } from "../../core/delivery/dispatcher.ts";
import type { PermitLimits } from "../../core/delivery/permits.ts";
import { defineJob } from "../../core/jobs/define-job.ts";
import { WAKE_UP_OPTIONS } from "../../core/jobs/wake-up-options.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { MAILS, type WakeUp } from "./queue.ts";
import { recordMailAttempts } from "./record.ts";
import { createSend } from "./send.ts";
import { createSmtp, type Smtp } from "./smtp.ts";
import { acquireMailLeases, MAIL_SERVER, MAIL_STREAMS } from "./streams.ts";
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

type Sender = { dispatcher: Dispatcher; smtp: Smtp };

/** Undefined in a process without a mail server: mails wait for one that has it. */
const senderOf = memoizeByObject((ctx: Ctx): Sender | undefined => {
  const { smtp: server, mailFrom: from, mailTimeoutMs } = ctx.config;
  if (!server || !from) return undefined;
  const smtp = createSmtp(server, mailTimeoutMs);
  const leaseMs = 2 * mailTimeoutMs + GRACE_MS;
  const host = `${server.host}:${server.port}`;
  const dispatcher = createDispatcher(ctx, {
    limits: LIMITS,
    leaseMs,
    ...MAIL_STREAMS,
    acquire: (ctx, streams) => acquireMailLeases(ctx, streams, leaseMs),
    hostOf: () => host,
    deliver: createSend(ctx, { smtp, from, leaseMs }),
    record: (ctx, attempts) => recordMailAttempts(ctx, attempts, leaseMs),
  });
  return { dispatcher, smtp };
});

/** Wakes the mails of stores, which the machine of webhooks' deliveries then sends by SMTP. */
export const sendMailsJob = defineJob<WakeUp>({
  name: MAILS.name,
  queue: { ...WAKE_UP_OPTIONS.queue, expireInSeconds: 15 },
  work: WAKE_UP_OPTIONS.work,
  backlog: waitingMails,
  handle: async (ctx, wakeUps) => {
    const storeIds = [...new Set(wakeUps.map(({ storeId }) => storeId))];
    const receivers = storeIds.map((storeId) => ({ storeId, webhookId: MAIL_SERVER }));
    senderOf(ctx)?.dispatcher.wakeAll(receivers);
  },
  background: (ctx) => {
    const sender = senderOf(ctx);
    const stop = sender?.dispatcher.start();
    return async () => {
      await stop?.();
      sender?.smtp.close();
    };
  },
  waitUntilIdle: async (ctx) => senderOf(ctx)?.dispatcher.idle(),
  sweep: async (ctx) => senderOf(ctx)?.dispatcher.sweep(),
});
