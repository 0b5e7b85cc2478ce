import { Elysia, ElysiaCustomStatusResponse } from "elysia";
import type { Ctx } from "../../core/ctx.ts";
import { actions } from "./actions/routes.ts";
import { asn } from "./asn/routes.ts";
import { destinations } from "./destinations/routes.ts";
import { dispositioning } from "./dispositioning/routes.ts";
import { returnReading } from "./returns/routes.ts";
import { VERSIONS, type Version } from "./versions.ts";

/** The warehouse API, in each of its versions. */
export const warehouse = (ctx: Ctx) => {
  // Their limits count the requests of all versions together.
  const reading = returnReading(ctx);
  const report = asn(ctx);
  const ofVersion = (version: Version) =>
    jsonResponses(version)
      .use(destinations(ctx, version))
      .use(reading(version))
      .use(actions(ctx, version))
      .use(dispositioning(ctx, version))
      .use(report(version));
  return new Elysia({ name: "warehouse" }).use(VERSIONS.map(ofVersion));
};

/** Every response body is JSON, `true` and arrays included. */
const jsonResponses = ({ path }: Version) =>
  new Elysia({ name: "warehouse-version", seed: path, prefix: path, tags: ["Warehouse"] }).mapResponse(
    ({ responseValue, set }) => {
      if (responseValue instanceof Response) return responseValue;
      if (responseValue instanceof ElysiaCustomStatusResponse) {
        return jsonResponse(responseValue.response, responseValue.code);
      }
      return jsonResponse(responseValue, Number(set.status ?? 200));
    },
  );

function jsonResponse(value: unknown, status: number): Response {
  return new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json" } });
}
