import type { QueueName } from "../../core/ctx.ts";

export type WakeUp = { storeId: string };

/** The queue of wake-ups, which `send-job.ts` handles. */
export const MAILS: QueueName<WakeUp> = { name: "mails.send" };
