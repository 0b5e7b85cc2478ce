import { Elysia, ElysiaCustomStatusResponse } from "elysia";
import type { Ctx } from "../ctx.ts";
import { actions } from "./actions/routes.ts";
import { WAREHOUSE } from "./api-style.ts";
import { asn } from "./asn/routes.ts";
import { destinations } from "./destinations/routes.ts";
import { returnReading } from "./returns/routes.ts";

/** The compatible warehouse API. What its operations give is JSON to the letter: `true` as well as a list. */
export const warehouse = (ctx: Ctx) =>
  new Elysia({ name: "warehouse", prefix: WAREHOUSE.below, tags: ["Warehouse"] })
    .mapResponse(({ responseValue, set }) => {
      if (responseValue instanceof Response) return responseValue;
      if (responseValue instanceof ElysiaCustomStatusResponse) {
        return asJson(responseValue.response, responseValue.code);
      }
      return asJson(responseValue, Number(set.status ?? 200));
    })
    .use(destinations(ctx))
    .use(returnReading(ctx))
    .use(actions(ctx))
    .use(asn(ctx));

function asJson(value: unknown, status: number): Response {
  return new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });
}
