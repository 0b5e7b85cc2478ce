import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Directory } from "../../platform/cells/directory.ts";
import { type MoveStep, storeMoves } from "../../platform/db/tables/moves.ts";

/** A move in progress, as the directory has it. */
export type Move = typeof storeMoves.$inferSelect;

export type NewMove = Pick<Move, "storeId" | "fromCell" | "toCell" | "epoch">;

/** The beginning of the names of publications, subscriptions and slots of moves. */
export const MOVE_PREFIX = "aftersale_move_";

/** How long a mover keeps a move without renewing its lease, by the directory's clock. */
const LEASE_MS = 3_000;
const LEASE_END = sql.raw(`clock_timestamp() + interval '${LEASE_MS} ms'`);
/** More are not taken up at a time. */
const MAX_LISTED = 100;

/** Returns the name of a move's publication, subscription and slot: slots of one server have different names. */
export function replicationName({ id }: Pick<Move, "id">): string {
  return MOVE_PREFIX + id;
}

export async function findMove({ db }: Directory, storeId: string): Promise<Move | undefined> {
  const [move] = await db.select().from(storeMoves).where(eq(storeMoves.storeId, storeId));
  return move;
}

/** Returns all moves in progress. */
export function listMoves({ db }: Directory): Promise<Move[]> {
  return db.select().from(storeMoves).orderBy(storeMoves.startedAt, storeMoves.storeId);
}

/** Returns the moves whose mover has not renewed its lease. */
export function listAbandonedMoves({ db }: Directory): Promise<Move[]> {
  return db
    .select()
    .from(storeMoves)
    .where(sql`${storeMoves.moverUntil} < clock_timestamp()`)
    .orderBy(storeMoves.startedAt, storeMoves.storeId)
    .limit(MAX_LISTED);
}

/** Throws when another process has started a move of the store. */
export async function beginMove({ db }: Directory, move: NewMove): Promise<Move> {
  const id = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  const [started] = await db
    .insert(storeMoves)
    .values({ ...move, ...newLease(), id, step: "copying", startedAt: sql`clock_timestamp()` })
    .onConflictDoNothing()
    .returning();
  if (!started) throw new Error(`The store ${move.storeId} is being moved already.`);
  return started;
}

/**
 * Takes a move over, and returns it as it is now: from then on an earlier mover changes nothing in the directory. Only for
 * a process that holds the move's lock in the cell that the store leaves. Throws when the move is over.
 */
export async function takeMove({ db }: Directory, { storeId, id }: Move): Promise<Move> {
  const [taken] = await db
    .update(storeMoves)
    .set(newLease())
    .where(and(eq(storeMoves.storeId, storeId), eq(storeMoves.id, id)))
    .returning();
  if (!taken) throw endedMeanwhile(storeId);
  return taken;
}

/** Returns false when another process has taken the move over. */
export async function renewLease(directory: Directory, move: Move): Promise<boolean> {
  const renewed = await directory.db
    .update(storeMoves)
    .set({ moverUntil: LEASE_END })
    .where(heldAs(move))
    .returning({ id: storeMoves.id });
  if (renewed.length > 0) return true;
  // It may have ended just now, by this mover.
  return (await findMove(directory, move.storeId)) === undefined;
}

/** Whether a move has the mover and the lease still that it had when it was read. */
export async function isHeldAs({ db }: Directory, move: Move): Promise<boolean> {
  const found = await db
    .select({ id: storeMoves.id })
    .from(storeMoves)
    .where(and(heldAs(move), eq(storeMoves.moverUntil, move.moverUntil)));
  return found.length > 0;
}

/** Stores the step of a move. Throws when the move is over, undone, or taken over by another process. */
export async function enterStep({ db }: Directory, move: Move, step: MoveStep): Promise<void> {
  const changed = await db
    .update(storeMoves)
    .set({ step, moverUntil: LEASE_END })
    .where(heldAs(move))
    .returning({ id: storeMoves.id });
  if (changed.length === 0) throw endedMeanwhile(move.storeId);
  move.step = step;
}

export async function endMove({ db }: Directory, move: Move): Promise<void> {
  await db.delete(storeMoves).where(heldAs(move));
}

function newLease() {
  return { mover: crypto.randomUUID(), moverUntil: LEASE_END };
}

function heldAs({ storeId, id, mover }: Move): SQL | undefined {
  return and(eq(storeMoves.storeId, storeId), eq(storeMoves.id, id), eq(storeMoves.mover, mover));
}

function endedMeanwhile(storeId: string): Error {
  return new Error(`The move of the store ${storeId} has ended, or another process has taken it over.`);
}
