import { formsOf } from "../../support/shopper.ts";
import { ANN } from "./fill.ts";
import type { Lab } from "./lab.ts";
import type { Answer, Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";

/** The smallest file that is an image. */
const PIXEL = "R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
/** More tries for an order than are taken without a code. */
const MANY_TRIES = 300;
/** What is left of the shop's order. */
const LINE = "line-1";

/** What shoppers do on their pages. */
export const SHOPPER_VERBS: Record<string, Verb> = {
  photo: {
    run: (shop, mark) => {
      const image = { content: PIXEL, itemId: shop.known.itemId, ...(mark === "a" && { unit: 1 }) };
      return shop.send("POST", `/returns/${shop.known.returnId}/images`, { image });
    },
  },
  "photo-once": {
    run: (shop) => {
      const image = { content: PIXEL, itemId: shop.known.itemId };
      const once = { "Idempotency-Key": "photo" };
      return shop.send("POST", `/returns/${shop.known.returnId}/images`, { image }, once);
    },
  },
  "shopper-finds": {
    prepare: openPage,
    run: (shop) => submit(shop, "", { order: "o1", contact: ANN.email }),
  },
  "shopper-asks-code": {
    prepare: async (shop, lab) => {
      await openPage(shop);
      await shop.send("PATCH", "/stores/:store", { mail: { enabled: true } });
      await useUpTries(shop, lab);
    },
    run: (shop) => submit(shop, "", { order: "o1", contact: ANN.email }),
  },
  "shopper-enters-code": {
    prepare: async (shop, lab) => {
      await openPage(shop);
      if (shop.known.made.code !== undefined) return;
      await shop.send("PATCH", "/stores/:store", { mail: { enabled: true } });
      await useUpTries(shop, lab);
      const asked = await submit(shop, "", { order: "o1", contact: ANN.email });
      shop.known.made.codeToken = formsOf(String(asked.body))[0]?.values._token ?? "";
      const { rows } = await lab.monitor.query<{ code: string }>(
        `select substring(words::text from '[^0-9]([0-9]{6})[^0-9]') as code from mails
         where store_id = $1 and kind = 'order_code'`,
        [shop.id],
      );
      shop.known.made.code = rows[0]?.code ?? "";
    },
    run: (shop) =>
      submit(shop, "", { _token: shop.known.made.codeToken ?? "", code: shop.known.made.code ?? "" }),
  },
  // Two of them send the same form: the second one gets the first one's return.
  "shopper-sends": {
    ...{ isRepeated: true, isPage: true },
    prepare: chosen,
    run: (shop) => {
      const { sendTo = "", photoField = "" } = shop.known.made;
      const fields = JSON.parse(shop.known.made.sendFields ?? "{}") as Record<string, string>;
      return submit(shop, sendTo, { ...fields, [photoField]: photoFile() }, { isAddress: true });
    },
  },
  "shopper-follows": {
    prepare: linked,
    run: (shop) => load(shop, `/return?link=${shop.known.made.shopperLink}`),
  },
  "shopper-adds": {
    parts: 2,
    prepare: linked,
    run: (shop, mark, parts = 2) => {
      const message = parts === 2 ? `said by ${mark}` : "";
      const form = { act: "add", key: `form-${mark}`, comment: message, photo: photoFile() };
      return submit(shop, `/return?link=${shop.known.made.shopperLink}`, form);
    },
  },
};

async function openPage(shop: Shop): Promise<void> {
  await shop.send("PATCH", "/stores/:store", { shopperPage: { enabled: true } });
}

/** Of all networks, so that a code is asked for. */
async function useUpTries({ id }: Shop, { monitor }: Lab): Promise<void> {
  await monitor.query(
    `insert into rate_limits (store_id, operation, passed, counts, granted)
     values ($1, concat('shopper.find ', encode(sha256('all O1'), 'hex')), array[now()], array[$2::int], $2::int)
     on conflict do nothing`,
    [id, MANY_TRIES],
  );
}

/** The shopper of an order has chosen a unit of it, for a reason that needs a photo. */
async function chosen(shop: Shop): Promise<void> {
  const { made } = shop.known;
  await openPage(shop);
  if (made.sendTo !== undefined) return;
  const reasons = [{ code: "damaged", texts: { en: "Damaged" }, needs: ["photo"] }];
  await shop.send("PUT", "/stores/:store/policy", { timeZone: "UTC", reasons });
  const found = await submit(shop, "", { order: "s1", contact: ANN.email });
  const choose = formsOf(await page(shop, found.location))[0];
  const fields = { ...choose?.values, [`units-${LINE}`]: "1", [`reason-${LINE}`]: "damaged" };
  const reviewed = await submit(shop, choose?.action ?? "", fields, { isAddress: true });
  const send = formsOf(String(reviewed.body)).find(({ action }) => action.includes("/send"));
  if (!send) throw new Error(`the order can't be returned: ${reviewed.status}`);
  made.sendTo = send.action;
  made.sendFields = JSON.stringify({ ...send.values, outcome: "refund" });
  made.photoField = `photo-${LINE}`;
}

async function linked(shop: Shop): Promise<void> {
  const { known } = shop;
  if (known.made.shopperLink !== undefined) return;
  const { body } = await shop.send("POST", `/returns/${known.returnId}/shopper-link`);
  known.made.shopperLink = /link=(\w+)/.exec(JSON.stringify(body))?.[1] ?? "";
}

function photoFile(): File {
  return new File([Uint8Array.fromBase64(PIXEL)], "photo.gif", { type: "image/gif" });
}

type Sent = Answer & { location: string };

/** Sends a form to a page of the store, or to the address that the form has. */
async function submit(
  shop: Shop,
  path: string,
  fields: Record<string, string | File>,
  { isAddress = false } = {},
): Promise<Sent> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const address = new URL(isAddress ? path : `/r/${shop.id}${path}`, "http://localhost");
  const response = await shop.process.fetch(new Request(address, { method: "POST", body }));
  const location = response.headers.get("location") ?? "";
  return { status: response.status, body: await response.text(), location };
}

async function load(shop: Shop, path: string): Promise<Answer> {
  const response = await shop.process.fetch(new Request(`http://localhost/r/${shop.id}${path}`));
  return { status: response.status, body: await response.text() };
}

async function page(shop: Shop, address: string): Promise<string> {
  const url = new URL(address, "http://localhost");
  return (await shop.process.fetch(new Request(url))).text();
}
