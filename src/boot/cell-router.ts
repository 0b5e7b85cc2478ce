import type { App } from "../app.ts";
import { bearerOf, pageKeyOf } from "../core/http/auth/credentials.ts";
import { apiStyleOf } from "../core/http/errors/api-style.ts";
import { peerOf, setPeer } from "../core/http/request-context.ts";
import { WAREHOUSE } from "../features/warehouse/api-style.ts";
import { pause } from "../lib/promises.ts";
import type { Residence } from "../platform/cells/directory.ts";
import type { Residences } from "../platform/cells/residences.ts";
import { createStallWatch } from "../platform/cells/stall-watch.ts";
import { requireStoreHere } from "../platform/db/require-store-here.ts";
import type { OpenService } from "./open-service.ts";
import { unavailableResponse } from "./unavailable.ts";

/** What the process answers itself, to GET and HEAD, by path. */
type OwnRoutes = Record<string, (request: Request) => Promise<Response>>;

/** An app on a cell, as far as requests need it. */
type CellService = Pick<OpenService, "fetch" | "ctx">;

/** `service` is undefined while the cell isn't open. */
type RoutedCell = { name: string; service: CellService | undefined };

/** The cells that are served. */
type RoutedCells = {
  find(name: string): CellService | undefined;
  all(): readonly RoutedCell[];
};

/** The client, or the object, is not in the cell. */
const UNKNOWN = new Set([401, 404]);
const READS = new Set(["GET", "HEAD"]);
/** After `http://`. */
const ORIGIN_START = 7;
const PATIENCE_MS = 50;
/** A store moves and comes back within a request at most as often as its process freezes. */
const MOST_ASKED = 3;
/** What has the store in its path: pages, and webhooks of shops. */
const WITH_STORE = ["/console", "/r/", "/hooks/"];
const STORE_PAGE = /^\/(?:console\/stores|r|hooks\/[^/?#]+)\/([^/?#]+)/;

/**
 * Returns a handler that finds the cell of each request: by the store of its secret, and for the console, the shopper's
 * pages and webhooks of shops by the store in the path. What belongs to no store is answered by any cell. A store whose
 * cell isn't open gets 503.
 */
export function createCellRouter(
  cells: RoutedCells,
  residences: Residences,
  ownRoutes: OwnRoutes,
): App["fetch"] {
  const stalls = createStallWatch();

  /** For a store whose cell the process doesn't know yet, and for what belongs to no store. */
  async function find(request: Request, pathname: string): Promise<Response> {
    let storeId: string | undefined;
    let residence: Residence | undefined;
    try {
      storeId = await storeIdOf(residences, request, pathname);
      residence = storeId === undefined ? undefined : await residences.find(storeId);
    } catch {
      return unavailableResponse(request, pathname, "The directory of cells is not available; try again.", 1);
    }
    if (storeId === undefined || residence === undefined) return byAnyCell(request, pathname);
    return respond(request, pathname, { storeId, ...residence });
  }

  /** Asks the store's cell, and the next one as often as the store has moved meanwhile. */
  async function respond(request: Request, pathname: string, known: Where): Promise<Response> {
    let where = known;
    for (let asked = 1; ; asked++) {
      const service = cells.find(where.cell);
      if (!service) {
        residences.suspect(where.storeId);
        return unavailableResponse(request, pathname, "The store's database is not available; try again.", 2);
      }
      const began = performance.now();
      const response = await service.fetch(asked === 1 ? request : again(request));
      if (response.status === 503) residences.suspect(where.storeId);
      // A read that took long, or of a process that was frozen, may have missed rows that were removed after a move.
      const isDoubtful = READS.has(request.method) && !stalls.hasRunSince(began);
      if (!UNKNOWN.has(response.status) && !isDoubtful) return response;
      const now = await whereNow(service, where);
      if (now === undefined || now?.epoch === where.epoch) return response;
      await response.body?.cancel();
      if (!now || request.body || asked === MOST_ASKED)
        return unavailableResponse(request, pathname, "The store is moving; try again.", 1);
      where = { storeId: where.storeId, ...now };
    }
  }

  /**
   * Where the store is after an answer that is in doubt: a cell that it has left, even if it has come back since, knew no
   * client of it, and its other rows were removed one after the other. While the directory is away the cell itself knows
   * whether the store has left; null when it has.
   */
  function whereNow(service: CellService, where: Where): Promise<Residence | null | undefined> {
    return residences.renew(where.storeId).catch(() => whereIfHere(service, where));
  }

  /** A cell whose database answers, if there is one. */
  async function byAnyCell(request: Request, pathname: string): Promise<Response> {
    const name = await firstHealthy(cells.all());
    // What was asked may have been closed meanwhile: its cell has another address, or was removed.
    const service = (name && cells.find(name)) || cells.all().find((cell) => cell.service)?.service;
    if (service) return service.fetch(request);
    return unavailableResponse(request, pathname, "No cell is available; try again.", 2);
  }

  return (request) => {
    const pathname = pathOf(request.url);
    const isOwn = READS.has(request.method) && Object.hasOwn(ownRoutes, pathname);
    const own = isOwn ? ownRoutes[pathname] : undefined;
    if (own) return own(request);
    const known = WITH_STORE.some((start) => pathname.startsWith(start))
      ? undefined
      : residences.known(secretOf(request, pathname) ?? "");
    return known ? respond(request, pathname, known) : find(request, pathname);
  };
}

/** A request without a body, for another cell. */
function again(request: Request): Request {
  const copy = new Request(request);
  setPeer(copy, peerOf(request));
  return copy;
}

/** Null when the store has left the cell, is about to, or the cell can't say. */
async function whereIfHere({ ctx }: CellService, where: Where): Promise<Residence | null> {
  return requireStoreHere(ctx.db, where.storeId).then(
    () => where,
    () => null,
  );
}

type Where = Residence & { storeId: string };

/**
 * Returns the name of a cell whose database answers. All are asked at once, so that one that doesn't respond delays no
 * request for the others longer than an instant.
 */
async function firstHealthy(cells: readonly RoutedCell[]): Promise<string | undefined> {
  const asked = cells.map(async ({ name, service }) => {
    const health = await service?.ctx.databaseHealth.check();
    return health?.responsive ? name : undefined;
  });
  for (const each of asked) {
    const found = await Promise.race([each, pause(PATIENCE_MS)]);
    if (found) return found;
  }
  return (await Promise.all(asked)).find((name) => name !== undefined);
}

async function storeIdOf(
  residences: Residences,
  request: Request,
  pathname: string,
): Promise<string | undefined> {
  const [, store] = STORE_PAGE.exec(pathname) ?? [];
  if (store !== undefined) return decoded(store);
  return residences.storeOf(secretOf(request, pathname) ?? "");
}

function secretOf(request: Request, pathname: string): string | undefined {
  return (apiStyleOf([WAREHOUSE], pathname)?.secretOf ?? bearerOf)(request.headers) ?? pageKeyOf(request);
}

/** The path of a normalized URL. Parsing the whole of it costs more than the rest of the routing. */
function pathOf(url: string): string {
  const start = url.indexOf("/", ORIGIN_START);
  const end = url.indexOf("?", start);
  return start < 0 ? "/" : url.slice(start, end < 0 ? undefined : end);
}

/** A part of a path, if it can be an id: Postgres refuses a statement with U+0000, and with it all that wait for it. */
function decoded(text: string): string | undefined {
  try {
    const id = decodeURIComponent(text);
    return id.includes("\0") ? undefined : id;
  } catch {
    return undefined;
  }
}
