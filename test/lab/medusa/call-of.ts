import { type Call, ShopFailure } from "../../../src/features/connectors/call.ts";
import { retry } from "../torture/retry.ts";

/** Returns what reads the shop as the connector does, until it answers. */
export function callOf(origin: string, apiKey: string): Call {
  const headers = { "Content-Type": "application/json", Authorization: `Basic ${btoa(`${apiKey}:`)}` };
  return ({ path, query: parameters = {} }) =>
    retry(async () => {
      const response = await fetch(`${origin}${path}?${new URLSearchParams(parameters)}`, { headers });
      if (response.status >= 500 || response.status === 401)
        throw new ShopFailure(`${path}: ${response.status}`);
      return { status: response.status, headers: {}, json: await response.json() };
    });
}
