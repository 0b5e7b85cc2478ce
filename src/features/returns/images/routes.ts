import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { guard } from "../../../core/http/guard.ts";
import { IdempotencyKey, runIdempotent } from "../../../core/http/idempotency.ts";
import { linkAt } from "../../../core/http/response-origin.ts";
import { field } from "../../../lib/schema-types.ts";
import { addImage } from "./add.ts";
import { DOCS } from "./docs.ts";
import { listImages } from "./list.ts";
import { ImageBody, ReturnImage, ReturnImages } from "./schema.ts";

const ReturnId = Type.Object({ returnId: Type.String() });
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const Added = Type.Object({ image: field(ReturnImage, "The address of the image.") });

/** The images of one return. */
export const unitImages = (ctx: Ctx) =>
  new Elysia({ name: "return-images", prefix: "/returns/:returnId/images", tags: ["Returns"] })
    .use(guard(ctx))
    .get("", async ({ caller, params }) => ({ images: await listImages(ctx, caller, params.returnId) }), {
      access: { scope: "returns_read" },
      params: ReturnId,
      response: { 200: ReturnImages },
      detail: DOCS.list,
    })
    .post(
      "",
      async ({ caller, params, body, headers, status }) => {
        const idempotent = {
          operation: "returns.add_image",
          key: headers["idempotency-key"],
          request: { returnId: params.returnId, ...body },
          objectIdOf: () => params.returnId,
        };
        const { result, replayed } = await runIdempotent(ctx, caller, idempotent, (tx) =>
          addImage(tx, caller, params.returnId, body.image),
        );
        return status(replayed ? 200 : 201, { image: { ...result, url: linkAt(caller.origin, result.url) } });
      },
      {
        access: { scope: "returns_write", limit: MAX_IMAGE_BYTES },
        params: ReturnId,
        headers: IdempotencyKey,
        body: ImageBody,
        response: { 200: Added, 201: Added },
        detail: DOCS.add,
      },
    );
