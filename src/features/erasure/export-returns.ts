import { sql } from "drizzle-orm";
import { slicesByBytes } from "../../lib/slices-by-bytes.ts";
import { loadOrders } from "../orders/load.ts";
import { bytesOfRow } from "../returns/read/bytes-of-row.ts";
import { historyOf } from "../returns/read/history.ts";
import { loadReturns } from "../returns/read/load.ts";
import { snapshotOf } from "../returns/read/view.ts";
import type { Exported, Section } from "./exported.ts";

const PAGE_ROWS = 200;
/** The size of the objects that are loaded together. */
const LOADED_BYTES = 512 * 1024;
/** The JSON of an order takes up to this many times its stored (compressed) size. */
const ORDER_FACTOR = 6;
/** Bytes of an image that are read together; a multiple of three, so that their base64 can be joined. */
const IMAGE_BYTES = 384 * 1024;

type Sized = { id: string; bytes: number };

/** Yields the orders, as they are listed. */
export async function* exportOrders(exported: Exported): Section {
  const { ctx, storeId } = exported;
  for await (const ids of idsOf(exported, "orders")) {
    const orders = await loadOrders(ctx, storeId, ids);
    for (const id of ids) if (orders.has(id)) yield [JSON.stringify(orders.get(id))];
  }
}

/** Yields the returns with their orders and histories. */
export async function* exportReturns(exported: Exported): Section {
  const { ctx, storeId, origin } = exported;
  for await (const ids of idsOf(exported, "returns")) {
    for (const record of await loadReturns(ctx, storeId, ids)) {
      const history = await historyOf(ctx, storeId, record.row.id);
      yield [JSON.stringify({ ...snapshotOf(record, origin), history })];
    }
  }
}

/** Yields the images of comments; each is read in parts. */
export async function* exportImages(exported: Exported): Section {
  const { ctx, storeId } = exported;
  for await (const ids of idsOf(exported, "returns")) {
    const { rows } = await ctx.db.execute<Image>(sql`
      select return_id as "returnId", id as "commentId", media_type as "mediaType" from return_images
      where store_id = ${storeId} and return_id = any(${sql.param(ids)}::text[]) order by return_id, id`);
    for (const image of rows) yield imageJson(exported, image);
  }
}

type Image = { returnId: string; commentId: string; mediaType: string };

async function* imageJson({ ctx, storeId }: Exported, image: Image): AsyncGenerator<string> {
  yield `${JSON.stringify(image).slice(0, -1)},"content":"`;
  for (let from = 1; ; from += IMAGE_BYTES) {
    const { rows } = await ctx.db.execute<{ part: Uint8Array }>(sql`
      select substring(content from ${from}::int for ${IMAGE_BYTES}::int) as part from return_images
      where store_id = ${storeId} and return_id = ${image.returnId} and id = ${image.commentId}`);
    const part = rows[0]?.part ?? new Uint8Array();
    yield new Uint8Array(part).toBase64();
    if (part.length < IMAGE_BYTES) break;
  }
  yield `"}`;
}

/** Yields the ids of the customer's orders or returns, oldest first, as many as are loaded together. */
async function* idsOf(
  { ctx, storeId, customerId }: Exported,
  table: "orders" | "returns",
): AsyncGenerator<string[]> {
  const name = sql.identifier(table);
  const bytes =
    table === "returns"
      ? bytesOfRow("returns", "items")
      : sql`(${ORDER_FACTOR}::int * pg_column_size(body))::float8`;
  let after = sql`true`;
  for (;;) {
    const { rows } = await ctx.db.execute<Sized & { at: string }>(sql`
      select id, created_at::text as at, ${bytes} as bytes from ${name}
      where store_id = ${storeId} and customer_id = ${customerId} and ${after}
      order by created_at, id limit ${PAGE_ROWS}`);
    for (const slice of slicesByBytes(rows, LOADED_BYTES)) yield slice.map(({ id }) => id);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
    after = sql`(created_at, id) > (${last.at}::timestamptz, ${last.id})`;
  }
}
