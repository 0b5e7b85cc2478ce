import type { QueueName } from "../../../core/ctx.ts";

export type WakeUp = { storeId: string };

/** The queue of wake-ups, which `features/payouts/send-job.ts` handles. */
export const PAYOUTS: QueueName<WakeUp> = { name: "payouts.send" };
