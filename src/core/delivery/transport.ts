import type { Ctx } from "../ctx.ts";
import type { AcquireResult, Lease, Stream } from "./leases.ts";
import type { PermitLimits } from "./permits.ts";
import type { Attempt, AttemptOfLease, RecordResult } from "./record-attempts.ts";

/** The streams of one receiver, which have their turns together. */
export type Receiver = Omit<Stream, "returnId">;

/**
 * What differs between the ways in which events leave the service, by HTTP and by SMTP: the tables of the streams, the
 * attempt, and how many may run. The dispatcher and the drain are the same for all.
 */
export type Transport<Event> = {
  limits: PermitLimits;
  /** How long a lease lasts: longer than the longest possible attempt. */
  leaseMs: number;
  /** Returns the receivers with a stream that is due and has no lease. */
  dueReceivers(ctx: Ctx): Promise<Receiver[]>;
  /** Returns the streams of a receiver that are due, the longest overdue first. */
  dueStreams(ctx: Ctx, receiver: Receiver, limit: number): Promise<Stream[]>;
  /** Acquires the leases of the streams that are due and have no lease. Returns one result per stream. */
  acquire(ctx: Ctx, streams: Stream[], leaseMs: number): Promise<AcquireResult<Event>[]>;
  /** The host that an event is sent to. */
  hostOf(event: Event): string;
  deliver: Deliver<Event>;
  record(ctx: Ctx, attempts: AttemptOfLease<Event>[]): Promise<RecordResult<Event>[]>;
  /** Called once nothing is sent any more. */
  close?(): void;
};

/**
 * Sends one event once and writes one line to the log. Returns undefined when the lease would lapse before
 * the attempt could end.
 */
export type Deliver<Event> = (
  lease: Lease<Event>,
  event: Event,
  begin: () => void,
) => Promise<Attempt | undefined>;
