import { type Call, ShopFailure } from "../../../src/features/connectors/call.ts";
import { woocommerce } from "../../../src/features/connectors/woocommerce/connector.ts";
import { WOO_CREDENTIALS, type WooShop } from "./woocommerce.ts";

const ORIGIN = woocommerce.origin(WOO_CREDENTIALS, "https://shop.example/");

/** Returns what asks a shop, as the service does. */
export function callOf(shop: WooShop): Call {
  return async ({ method = "GET", path, query = {}, headers, body }) => {
    const parameters = new URLSearchParams(query).toString();
    const answer = await shop.handle(
      new Request(`${ORIGIN}${path}${parameters && `?${parameters}`}`, {
        method,
        headers: { ...woocommerce.headers(WOO_CREDENTIALS), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    if (!answer) throw new ShopFailure("no answer");
    const text = await answer.text();
    const json = text.startsWith("<") ? undefined : JSON.parse(text);
    return { status: answer.status, headers: Object.fromEntries(answer.headers), json };
  };
}
