import type { App } from "../app.ts";
import type { Residences } from "../cells/residences.ts";
import { apiStyleOf } from "../http/api-style.ts";
import { bearerOf } from "../http/bearer-token.ts";
import { withNormalizedUrl } from "../http/normalize-url.ts";
import { peerOf, setPeer } from "../http/peer.ts";
import { lookupOf } from "../lib/secret.ts";
import { WAREHOUSE } from "../warehouse/api-style.ts";
import type { OpenService } from "./open-service.ts";
import type { ServedCells } from "./served-cells.ts";
import { unavailableResponse } from "./unavailable.ts";

/** What the process answers itself, by path. */
type OwnRoutes = Record<string, () => Promise<Response>>;

const STORE_PAGE = /^\/console\/stores\/([^/?#]+)/;

/**
 * Returns a handler that finds the cell of each request: by the store of its secret, and for the console by the store
 * in the path. What belongs to no store is answered by any cell. A store whose cell isn't open gets 503.
 */
export function createCellRouter(
  cells: ServedCells,
  residences: Residences,
  ownRoutes: OwnRoutes,
): App["fetch"] {
  async function respond(request: Request, pathname: string): Promise<Response> {
    let storeId: string | undefined;
    let cell: string | undefined;
    try {
      storeId = await storeIdOf(residences, request, pathname);
      cell = storeId === undefined ? undefined : await residences.cellOf(storeId);
    } catch {
      return unavailableResponse(pathname, "The directory of cells is not available; try again.", 1);
    }
    if (storeId === undefined || cell === undefined) return byAnyCell(request, pathname);
    const service = cells.find(cell);
    if (!service) {
      residences.suspect(storeId);
      return unavailableResponse(pathname, "The store's database is not available; try again.", 2);
    }
    const response = await service.app.fetch(request);
    if (response.status === 503) residences.suspect(storeId);
    if (response.status !== 401) return response;
    return afterUnauthenticated(request, { pathname, storeId, cell, response });
  }

  /** The cell that a store has left knows no client of it: then the entry of the store was old. */
  async function afterUnauthenticated(
    request: Request,
    { pathname, storeId, cell, response }: Refused,
  ): Promise<Response> {
    const now = await residences.renew(storeId).catch(() => cell);
    const service = now === undefined || now === cell ? undefined : cells.find(now);
    if (now === cell || now === undefined) return response;
    if (!service || request.body) return unavailableResponse(pathname, "The store is moving; try again.", 1);
    const again = new Request(request);
    setPeer(again, peerOf(request));
    return service.app.fetch(again);
  }

  /** A cell whose database answers, if there is one. */
  async function byAnyCell(request: Request, pathname: string): Promise<Response> {
    const open = cells.all().flatMap(({ service }) => service ?? []);
    const service = (await firstHealthy(open)) ?? open[0];
    if (service) return service.app.fetch(request);
    return unavailableResponse(pathname, "No cell is available; try again.", 2);
  }

  return async (given) => {
    const request = withNormalizedUrl(given);
    if (request !== given) setPeer(request, peerOf(given));
    const { pathname } = new URL(request.url);
    const own = Object.hasOwn(ownRoutes, pathname) ? ownRoutes[pathname] : undefined;
    return own ? own() : respond(request, pathname);
  };
}

type Refused = { pathname: string; storeId: string; cell: string; response: Response };

async function firstHealthy(services: OpenService[]): Promise<OpenService | undefined> {
  for (const service of services) {
    if ((await service.ctx.databaseHealth.check()).responsive) return service;
  }
  return undefined;
}

async function storeIdOf(
  residences: Residences,
  { headers }: Request,
  pathname: string,
): Promise<string | undefined> {
  const [, store] = STORE_PAGE.exec(pathname) ?? [];
  if (store !== undefined) return decoded(store);
  const secretOf = apiStyleOf([WAREHOUSE], pathname)?.secretOf ?? bearerOf;
  const lookup = lookupOf(secretOf(headers) ?? "");
  return lookup === undefined ? undefined : residences.storeOf(lookup);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
