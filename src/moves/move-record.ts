import { and, eq, sql } from "drizzle-orm";
import type { Directory } from "../cells/directory.ts";
import { type MoveStep, storeMoves } from "../db/tables/moves.ts";

/** A move in progress, as the directory has it. */
export type Move = typeof storeMoves.$inferSelect;

export type NewMove = Pick<Move, "storeId" | "fromCell" | "toCell" | "epoch">;

/** The beginning of the names of publications, subscriptions and slots of moves. */
export const MOVE_PREFIX = "aftersale_move_";

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

/** Throws when another process has started a move of the store. */
export async function beginMove({ db }: Directory, move: NewMove): Promise<Move> {
  const id = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  const [started] = await db
    .insert(storeMoves)
    .values({ ...move, id, step: "copying", startedAt: sql`clock_timestamp()` })
    .onConflictDoNothing()
    .returning();
  if (!started) throw new Error(`The store ${move.storeId} is being moved already.`);
  return started;
}

/** Stores the step of a move. Throws when the move is over, or undone. */
export async function enterStep({ db }: Directory, move: Move, step: MoveStep): Promise<void> {
  const changed = await db
    .update(storeMoves)
    .set({ step })
    .where(and(eq(storeMoves.storeId, move.storeId), eq(storeMoves.id, move.id)))
    .returning({ id: storeMoves.id });
  if (changed.length === 0) throw new Error(`The move of the store ${move.storeId} was ended meanwhile.`);
  move.step = step;
}

export async function endMove({ db }: Directory, { storeId, id }: Move): Promise<void> {
  await db.delete(storeMoves).where(and(eq(storeMoves.storeId, storeId), eq(storeMoves.id, id)));
}
