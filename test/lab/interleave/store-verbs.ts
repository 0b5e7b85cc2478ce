import type { Ctx } from "../../../src/core/ctx.ts";
import { renameView, saveView, viewsOf } from "../../../src/features/activity/views/list-views.ts";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { deleteLocation } from "../../../src/features/stores/delete-location.ts";
import { deleteStore } from "../../../src/features/stores/delete-store.ts";
import { requireStore } from "../../../src/features/stores/require-store.ts";
import { revokeClient } from "../../../src/features/stores/revoke-client.ts";
import { rotateClient } from "../../../src/features/stores/rotate-client.ts";
import { ANN, levels, PAYEE, post, textIn } from "./fill.ts";
import type { Lab } from "./lab.ts";
import { answered } from "./people-verbs.ts";
import type { Answer, Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";
import { forgetJobs, work } from "./work.ts";

const PAYEES = "/stores/:store/integrations";
const VIEWED = "returns";

/** What becomes of a store: its settings, places, payee, views and clients. */
export const STORE_VERBS: Record<string, Verb> = {
  "store-settings": {
    run: (shop, mark) =>
      shop.send(
        "PATCH",
        "/stores/:store",
        mark === "a" ? { timeZone: "Asia/Tokyo" } : { mail: { enabled: true } },
      ),
  },
  "place-new": { run: (shop, mark) => post(shop, "/locations", { name: `Of ${mark}`, isDefault: true }) },
  "place-default": {
    prepare: otherPlace,
    run: (shop, mark) =>
      shop.send("PUT", `/stores/:store/locations/${shop.known.made.otherPlace}`, {
        ...{ name: `By ${mark}`, isDefault: true },
      }),
  },
  "place-delete": {
    prepare: otherPlace,
    run: (shop) =>
      answered(() => deleteLocation(shop.process.ctx, shop.id, shop.known.made.otherPlace ?? "")),
  },
  "levels-elsewhere": {
    prepare: otherPlace,
    run: (shop) =>
      shop.send("PUT", "/stores/:store/inventory-levels", levels(shop.known.made.otherPlace ?? "", 3)),
  },
  "payee-token": {
    prepare: payee,
    run: (shop, mark) =>
      shop.send("PATCH", `${PAYEES}/${shop.known.made.payee}`, { token: `token-of-${mark}` }),
  },
  "payee-off": {
    prepare: payee,
    run: (shop) => shop.send("DELETE", `${PAYEES}/${shop.known.made.payee}`),
  },
  "payee-new": {
    prepare: async (shop) => {
      await payee(shop);
      await shop.send("DELETE", `${PAYEES}/${shop.known.made.payee}`);
    },
    run: (shop) =>
      shop.send("POST", PAYEES, { kind: "refunds", provider: "other", url: PAYEE, token: "other-token" }),
  },
  view: {
    run: (shop) =>
      inConsole(shop, (ctx) =>
        saveView(ctx, shop.id, { list: VIEWED, name: "Ann's", query: `q=${ANN.email}` }),
      ),
  },
  "view-rename": {
    prepare: async ({ process: { ctx }, id, known }) => {
      if (known.made.view !== undefined) return;
      await saveView(ctx, id, { list: VIEWED, name: "Before", query: "status=open" });
      known.made.view = (await viewsOf(ctx, id, VIEWED))[0]?.id ?? "";
    },
    run: (shop) => {
      const view = { list: VIEWED, id: shop.known.made.view ?? "", name: "Ann's" };
      return inConsole(shop, (ctx) => renameView(ctx, shop.id, view));
    },
  },
  "client-revoke": {
    prepare: client,
    run: (shop) => answered(() => revokeClient(shop.process.ctx, shop.id, shop.known.made.client ?? "")),
  },
  "client-rotate": {
    prepare: client,
    run: (shop) => answered(() => rotateClient(shop.process.ctx, shop.id, shop.known.made.client ?? "", 1)),
  },
  "store-delete": {
    endsStore: true,
    run: (shop) => answered(() => deleteStore(shop.process.ctx, shop.id, "Lab")),
  },
  // Behind verbs that prepare something: without a store they couldn't.
  "store-purge": {
    isJob: true,
    endsStore: true,
    prepare: async (shop: Shop, lab: Lab) => {
      await deleteStore(shop.process.ctx, shop.id, "Lab");
      await forgetJobs(lab, "stores.purge");
    },
    run: (shop) => work(shop, "stores.purge"),
  },
};

/** A page of the console is that of a store which is there. */
function inConsole({ process: { ctx }, id }: Shop, act: (ctx: Ctx) => Promise<void>): Promise<Answer> {
  return answered(async () => {
    await requireStore(ctx, id);
    await act(ctx);
  });
}

async function client({ process: { ctx }, id, known }: Shop): Promise<void> {
  known.made.client ??= (await createClient(ctx, id, { name: "to rotate" })).clientId;
}

/** Another place, which has no stock. */
async function otherPlace({ process: { ctx }, id, known }: Shop): Promise<void> {
  known.made.otherPlace ??= (await createLocation(ctx, id, { name: "Other" })).locationId;
}

async function payee(shop: Shop): Promise<void> {
  shop.known.made.payee ??= textIn(await shop.send("GET", PAYEES), "id");
}
