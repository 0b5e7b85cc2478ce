import { expect, test } from "bun:test";
import { unavailableResponse } from "../../../src/boot/unavailable.ts";
import { textsIn } from "../../../src/faces/shopper/texts/texts.ts";
import { LANGUAGES } from "../../../src/lib/languages.ts";
import { textOf } from "../../support/shopper.ts";

/** What a process responds whose database is away, or from whose cell the store moves. */
function respond(path: string, language = "en", method = "GET"): Promise<Response> {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { "Accept-Language": language },
  });
  return unavailableResponse(request, new URL(request.url).pathname, "The store is moving; try again.", 1);
}

test("while a store moves, or its database is away, its shoppers read so on a page, in their language", async () => {
  for (const language of LANGUAGES) {
    for (const method of ["GET", "POST"]) {
      const response = await respond("/r/shop/order?token=x", language, method);
      const { errors } = textsIn(language);
      const text = textOf(await response.text());
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(text).toContain(errors.awayTitle);
      expect(text).toContain(errors.away);
    }
  }
});

test("such a page gets its style sheets, which need no database", async () => {
  const html = await (await respond("/r/shop")).text();
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]*)">/g)].map(([, path = ""]) => path);
  expect(sheets).toHaveLength(2);
  for (const path of sheets) {
    const { status, headers } = await respond(path);
    expect([path, status, headers.get("content-type")]).toEqual([path, 200, "text/css; charset=utf-8"]);
  }
  expect((await respond("/shopper/themes/unknown.css")).status).toBe(503);
});
