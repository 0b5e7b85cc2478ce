import { and, asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { problem } from "../../lib/problem.ts";
import { connectors } from "../../platform/db/tables/connectors.ts";
import { newestRejection } from "./rejections.ts";
import { lastRefused } from "./restock/last-refused.ts";
import type { ShownConnector } from "./schema.ts";

export type ConnectorRow = typeof connectors.$inferSelect;

type Asking = Pick<Caller, "storeId" | "origin">;

/** The condition on the connector of a kind. */
export function isOfKind(storeId: string, kind: string) {
  return and(eq(connectors.storeId, storeId), sql`${connectors.kind} = ${kind}`);
}

/** Returns the connector of a kind. Throws 404 where the store has none. */
export async function readConnector(ctx: Ctx, caller: Asking, kind: string): Promise<ShownConnector> {
  const [shown] = await shownConnectors(ctx, caller, kind);
  if (!shown) throw connectorNotFound(caller.storeId, kind);
  return shown;
}

/** Returns a store's connectors, by kind; of one kind, if it is given. */
export async function shownConnectors(
  ctx: Ctx,
  { storeId, origin }: Asking,
  kind?: string,
): Promise<ShownConnector[]> {
  const rows = await ctx.db
    .select({ row: connectors, rejection: newestRejection, refused: lastRefused })
    .from(connectors)
    .where(kind ? isOfKind(storeId, kind) : eq(connectors.storeId, storeId))
    .orderBy(asc(connectors.kind))
    .limit(MAX_CONNECTORS);
  return rows.map(({ row, rejection, refused }) =>
    connectorView(row, { trouble: rejection ?? refused, origin, now: ctx.now() }),
  );
}

/** More than there are kinds. */
const MAX_CONNECTORS = 100;

/** Returns the 404 of a connector that the store doesn't have. */
export function connectorNotFound(storeId: string, kind: string) {
  return problem("connector_not_found", `The store ${storeId} has no connector ${kind}.`);
}

type Beside = { trouble: string | null; origin: string; now: Date };

/** Builds the response for a connector. */
function connectorView(row: ConnectorRow, { trouble, origin, now }: Beside): ShownConnector {
  const { kind, url, isEnabled: enabled, lastSuccessAt, caughtUpAt } = row;
  return {
    ...{ kind, url, enabled },
    state: stateOf(row),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lastError: row.lastError ?? trouble,
    lag: caughtUpAt && Math.max(0, Math.round((now.getTime() - caughtUpAt.getTime()) / 1_000)),
    webhookUrl: `${origin}/hooks/${kind}/${encodeURIComponent(row.storeId)}`,
  };
}

function stateOf({ isEnabled, failingSince }: ConnectorRow): ShownConnector["state"] {
  if (!isEnabled) return "off";
  return failingSince ? "failing" : "ok";
}
