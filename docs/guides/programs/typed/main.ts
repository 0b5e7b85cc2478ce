// Prints what open returns of a store are worth: STORE=demo SECRET=… node dist/main.js
import { env } from "node:process";
import createClient from "openapi-fetch";
import type { paths } from "./aftersale.js";
import { lineOf } from "./receive.js";

const { AFTERSALE_URL = "http://localhost:3000", STORE = "demo", SECRET = "" } = env;

const aftersale = createClient<paths>({
  baseUrl: AFTERSALE_URL,
  headers: { Authorization: `Bearer ${SECRET}` },
});

/** Yields all returns with a status, page by page. */
async function* returnsWith(status: "open" | "delivered") {
  let cursor: string | undefined;
  do {
    const { data, error, response } = await aftersale.GET("/v2.2/stores/{storeId}/returns", {
      params: {
        path: { storeId: STORE },
        query: { status: [status] },
        header: { "X-Page-Size": 100, ...(cursor !== undefined && { "X-Page-Continue": cursor }) },
      },
    });
    // The type of `error` is that of the operation's problems: `code` is for programs.
    if (error) throw new Error(`${error.code}: ${error.detail}`);
    yield* data.returns;
    cursor = response.headers.get("X-Page-Next") ?? undefined;
  } while (cursor !== undefined);
}

for await (const one of returnsWith("open")) console.log(lineOf(one));
