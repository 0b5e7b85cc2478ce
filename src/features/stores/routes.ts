import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { guard } from "../../core/http/guard.ts";
import { IdempotencyKey, runIdempotent } from "../../core/http/idempotency.ts";
import { PageHeaders, PageQuery, pageOf } from "../../core/http/paging.ts";
import { field } from "../../lib/schema-types.ts";
import { createLocation } from "./create-location.ts";
import { DOCS } from "./docs.ts";
import { LOCATION_LIST, listLocations, readLocation } from "./list-locations.ts";
import { readStore } from "./read-store.ts";
import { Location, LocationBody, Store, StoreChange } from "./schema.ts";
import { updateLocation } from "./update-location.ts";
import { updateStore } from "./update-store.ts";

const LocationId = Type.Object({ storeId: Type.String(), locationId: Type.String() });

export const stores = (ctx: Ctx) =>
  new Elysia({ name: "stores", prefix: "/stores/:storeId", tags: ["Stores"] })
    .use(guard(ctx))
    .get("", ({ caller }) => readStore(ctx, caller.storeId), {
      access: { scope: "store_read" },
      response: { 200: Store },
      detail: DOCS.read,
    })
    .get(
      "/locations",
      async ({ caller, query, headers, set }) => {
        const page = pageOf({ headers, query }, LOCATION_LIST, caller.storeId);
        const { locations, headers: pageHeaders } = await listLocations(ctx, caller.storeId, page);
        Object.assign(set.headers, pageHeaders);
        return { locations };
      },
      {
        access: { scope: "store_read" },
        headers: PageHeaders,
        query: PageQuery,
        response: { 200: Type.Object({ locations: field(Type.Array(Location), "The locations.") }) },
        detail: DOCS.locations,
      },
    )
    .patch("", ({ caller, body }) => updateStore(ctx, caller, body), {
      access: { scope: "store_write" },
      body: StoreChange,
      response: { 200: Store },
      detail: DOCS.update,
    })
    .post(
      "/locations",
      async ({ caller, body, headers, status }) => {
        const { address, phoneNumber, ...rest } = body;
        const location = { ...rest, ...address, phone: phoneNumber ?? "" };
        const idempotent = {
          operation: "locations.create",
          key: headers["idempotency-key"],
          request: body,
          objectIdOf: (created: { locationId: string }) => created.locationId,
        };
        const { result, replayed } = await runIdempotent(ctx, caller, idempotent, (tx) =>
          createLocation(tx, caller.storeId, location),
        );
        return status(replayed ? 200 : 201, await readLocation(ctx, caller.storeId, result.locationId));
      },
      {
        access: { scope: "store_write" },
        headers: IdempotencyKey,
        body: LocationBody,
        response: { 200: Location, 201: Location },
        detail: DOCS.createLocation,
      },
    )
    .get(
      "/locations/:locationId",
      ({ caller, params }) => readLocation(ctx, caller.storeId, params.locationId),
      {
        access: { scope: "store_read" },
        params: LocationId,
        response: { 200: Location },
        detail: DOCS.readLocation,
      },
    )
    .put(
      "/locations/:locationId",
      ({ caller, params, body }) => updateLocation(ctx, caller.storeId, { ...params, ...body }),
      {
        access: { scope: "store_write" },
        params: LocationId,
        body: LocationBody,
        response: { 200: Location },
        detail: DOCS.updateLocation,
      },
    );
