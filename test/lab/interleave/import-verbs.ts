import type { Ctx } from "../../../src/core/ctx.ts";
import { importPart } from "../../../src/core/imports/import-part.ts";
import type { ImportKey } from "../../../src/core/imports/kind.ts";
import { STOCK_IMPORTS } from "../../../src/features/inventory/imports/stock-imports.ts";
import { ORDER_IMPORTS } from "../../../src/features/orders/imports/order-imports.ts";
import { order } from "../../support/fixtures.ts";
import { ANN, BOB, NAMES, post, textIn } from "./fill.ts";
import type { Lab } from "./lab.ts";
import type { Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";
import { forgetJobs, work } from "./work.ts";

/** Files of a kind; `file` has two lines. */
type Files = {
  path: "inventory-imports" | "order-imports";
  job: string;
  tables: { files: string; parts: string };
  file(shop: Shop): string;
  importPart(ctx: Ctx, key: ImportKey): Promise<boolean>;
};

const STOCK: Files = {
  ...{ path: "inventory-imports", job: STOCK_IMPORTS.job, tables: STOCK_IMPORTS.tables },
  file: ({ known: { place } }) => `product_id,location_id,quantity\ntee,${place},40\ncap,${place},5\n`,
  importPart: (ctx, key) => importPart(ctx, STOCK_IMPORTS, key),
};
const ORDERS: Files = {
  ...{ path: "order-imports", job: ORDER_IMPORTS.job, tables: ORDER_IMPORTS.tables },
  file: () =>
    [order("o-same", { customer: BOB }), order("o-imported", { customer: { ...ANN, ...NAMES } })]
      .map((one) => `${JSON.stringify(one)}\n`)
      .join(""),
  importPart: (ctx, key) => importPart(ctx, ORDER_IMPORTS, key),
};

/** Files that are imported; those whose process died between two parts; and those that were given up. */
export const IMPORT_VERBS: Record<string, Verb> = {
  "stock-import": imported(STOCK),
  "stock-import-taken-over": takenOver(STOCK),
  "stock-import-given-up": givenUp(STOCK),
  "stock-import-resumed": resumed(STOCK),
  "order-import": imported(ORDERS),
  "order-import-taken-over": takenOver(ORDERS),
  "order-import-given-up": givenUp(ORDERS),
  "order-import-resumed": resumed(ORDERS),
};

function imported(files: Files): Verb {
  return {
    isJob: true,
    prepare: async (shop, lab) => void (await start(shop, lab, files)),
    run: (shop) => work(shop, files.job, { importId: shop.known.made[files.path] }),
  };
}

/** The rest of a file whose first part another process has imported. */
function takenOver(files: Files): Verb {
  return {
    isJob: true,
    prepare: (shop, lab) => half(shop, lab, files),
    run: (shop) => work(shop, files.job, { importId: halfOf(shop, files) }),
  };
}

function givenUp(files: Files): Verb {
  return {
    isJob: true,
    prepare: (shop, lab) => half(shop, lab, files),
    run: (shop) => work(shop, `${files.job}-failed`, { importId: halfOf(shop, files) }),
  };
}

function resumed(files: Files): Verb {
  return {
    prepare: async (shop, lab) => {
      await half(shop, lab, files);
      await work(shop, `${files.job}-failed`, { importId: halfOf(shop, files) });
    },
    run: (shop) => post(shop, `/${files.path}/${halfOf(shop, files)}/resume`),
  };
}

async function start(shop: Shop, lab: Lab, { path, job, file }: Files): Promise<string> {
  const importId = textIn(await post(shop, `/${path}`, { file: file(shop) }), "id");
  shop.known.made[path] = importId;
  await forgetJobs(lab, job);
  return importId;
}

function halfOf({ known: { made } }: Shop, { path }: Files): string {
  return made[`half of ${path}`] ?? "";
}

/** Starts one whose lines are a part each, and imports the first of them. */
async function half(shop: Shop, lab: Lab, files: Files): Promise<void> {
  const { made } = shop.known;
  if (made[`half of ${files.path}`] !== undefined) return;
  const { tables } = files;
  const whole = made[files.path];
  const importId = await start(shop, lab, files);
  made[`half of ${files.path}`] = importId;
  if (whole !== undefined) made[files.path] = whole;
  await lab.monitor.query(
    `insert into ${tables.parts} (store_id, import_id, number, lines)
     select store_id, import_id, 1, json_build_array(lines -> 1) from ${tables.parts} where store_id = $1 and import_id = $2`,
    [shop.id, importId],
  );
  await lab.monitor.query(
    `with first as (
       update ${tables.parts} set lines = json_build_array(lines -> 0) where store_id = $1 and import_id = $2 and number = 0
     )
     update ${tables.files} set parts = 2 where store_id = $1 and id = $2`,
    [shop.id, importId],
  );
  await files.importPart(shop.process.ctx, { storeId: shop.id, importId });
}
