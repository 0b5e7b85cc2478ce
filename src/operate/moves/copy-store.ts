import pg from "pg";
import { guardCell } from "../../platform/cells/store-states.ts";
import { quoteIdentifier } from "../../platform/db/quote-identifier.ts";
import { requireEqualRows } from "../../platform/db/replication/compare-rows.ts";
import { copyRows } from "../../platform/db/replication/copy-rows.ts";
import { publishStore } from "../../platform/db/replication/publication.ts";
import { createSlot } from "../../platform/db/replication/slot.ts";
import { startReading, subscribe } from "../../platform/db/replication/subscription.ts";
import { carryStore } from "./carry.ts";
import { endReplication } from "./end-replication.ts";
import { type Move, replicationName } from "./move-record.ts";
import { COPIED_TABLES, PAUSED_TABLES, PUBLISHED_TABLES } from "./moved-tables.ts";
import { removeRows } from "./remove-rows.ts";
import type { Report } from "./report.ts";
import type { Cells, MovingCell } from "./sessions.ts";

const MB = 1_000_000;

/**
 * Copies a store's rows as of one moment to the other cell, compares them, and lets the changes since then follow. The
 * other cell's processes leave them alone. Begins from the start, whatever an earlier call has left.
 */
export async function copyStore(cells: Cells, move: Move, report: Report): Promise<void> {
  const { from, to } = cells;
  const { storeId } = move;
  const name = replicationName(move);
  report.step("preparing both cells");
  await endReplication(cells, move);
  await guardCell(from);
  await guardCell(to);
  await carryStore(cells, storeId);
  await keepOut(to, move);
  await removeRows(to, storeId, () => {});
  await publishStore(from.session, { name, storeId, tables: PUBLISHED_TABLES });
  report.step("waiting for the open transactions of the old cell");
  const snapshot = await createSlot(from.url, name);
  try {
    await from.session.query("begin isolation level repeatable read read only");
    await from.session.query(`set transaction snapshot ${pg.escapeLiteral(snapshot.name)}`);
  } finally {
    await snapshot.close();
  }
  try {
    // Before the copy, so that a cell that can't reach the other one shows at once.
    await subscribe(to.session, name, { url: from.url, publication: name, slot: name });
    report.step("copying");
    await copyTables(cells, storeId, report);
    report.step("comparing the copy");
    for (const table of PAUSED_TABLES) await requireEqualRows(from.session, to.session, table, storeId);
  } finally {
    await from.session.query("rollback");
  }
  await startReading(to.session, name);
}

/** The cell gets rows of the store, and is not where it lives: background work must not take them up. */
async function keepOut({ session }: MovingCell, { storeId, epoch }: Move): Promise<void> {
  await session.query(
    `insert into store_states (store_id, state, epoch, since) values ($1, 'moved', $2, clock_timestamp())
     on conflict (store_id) do update set state = 'moved', epoch = excluded.epoch, since = excluded.since`,
    [storeId, epoch],
  );
}

async function copyTables({ from, to }: Cells, storeId: string, report: Report): Promise<void> {
  const total = await countRows(from, storeId);
  let [rows, bytes] = [0, 0];
  for (const table of COPIED_TABLES) {
    await copyRows(from.session, to.session, {
      table,
      storeId,
      onCopied: (copied) => {
        rows += copied.rows;
        bytes += copied.bytes;
        const size = `${rows} of ${total} rows, ${(bytes / MB).toFixed(1)} MB`;
        report.share(total === 0 ? 1 : rows / total, `${table}: ${size}`);
      },
    });
  }
  report.step(`copied ${rows} rows, ${(bytes / MB).toFixed(1)} MB`);
}

async function countRows({ session }: MovingCell, storeId: string): Promise<number> {
  const each = COPIED_TABLES.map(
    (table) => `(select count(*) from ${quoteIdentifier(table)} where store_id = $1)`,
  );
  const { rows } = await session.query<{ rows: string }>(`select ${each.join(" + ")} as rows`, [storeId]);
  return Number(rows[0]?.rows);
}
