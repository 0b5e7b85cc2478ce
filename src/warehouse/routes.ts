import { Elysia, ElysiaCustomStatusResponse } from "elysia";
import type { Ctx } from "../ctx.ts";
import { actions } from "./actions/routes.ts";
import { WAREHOUSE } from "./api-style.ts";
import { asn } from "./asn/routes.ts";
import { destinations } from "./destinations/routes.ts";
import { returnReading } from "./returns/routes.ts";

/** The warehouse API. Every response body is JSON, `true` and arrays included. */
export const warehouse = (ctx: Ctx) =>
  new Elysia({ name: "warehouse", prefix: WAREHOUSE.below, tags: ["Warehouse"] })
    .mapResponse(({ responseValue, set }) => {
      if (responseValue instanceof Response) return responseValue;
      if (responseValue instanceof ElysiaCustomStatusResponse) {
        return jsonResponse(responseValue.response, responseValue.code);
      }
      return jsonResponse(responseValue, Number(set.status ?? 200));
    })
    .use(destinations(ctx))
    .use(returnReading(ctx))
    .use(actions(ctx))
    .use(asn(ctx));

function jsonResponse(value: unknown, status: number): Response {
  return new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });
}
