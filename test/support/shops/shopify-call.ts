import { parseExactJson } from "../../../src/core/http/body/exact-json.ts";
import { type Call, type CallAnswer, ShopFailure } from "../../../src/features/connectors/call.ts";
import { shopify } from "../../../src/features/connectors/shopify/connector.ts";
import type { ShopifyShop } from "./shopify.ts";

export const SHOPIFY_ORIGIN = "https://linen-and-co.myshopify.com";
export const SHOPIFY_CREDENTIALS = { shop: "linen-and-co", accessToken: "shpat_test", clientSecret: "hush" };

/** Returns what requests the shop, as the service does. */
export function callOf({ answer }: ShopifyShop): Call {
  return async ({ method = "GET", path, query = {}, body }): Promise<CallAnswer> => {
    const parameters = new URLSearchParams(query).toString();
    const url = `${SHOPIFY_ORIGIN}${path}${parameters && `?${parameters}`}`;
    const text = body === undefined ? undefined : JSON.stringify(body);
    const request = new Request(url, {
      method,
      headers: shopify.headers(SHOPIFY_CREDENTIALS),
      ...(text && { body: text }),
    });
    const response = await answer(request).catch((error) => {
      throw new ShopFailure(String(error));
    });
    const json = await parseExactJson(await response.text()).catch(() => undefined);
    return { status: response.status, headers: Object.fromEntries(response.headers), json };
  };
}
