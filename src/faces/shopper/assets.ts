import { createAssets } from "../pages/assets.ts";

const HEADERS = { "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin" };

/** The path of the style sheets of stores' colors. */
export const THEMES = "/shopper/themes/";

export const ASSETS = createAssets(
  "/shopper/assets/",
  { "shopper.css": { type: "text/css", url: import.meta.resolve("./assets/shopper.css") } },
  HEADERS,
);

/** Returns a style sheet that changes with its name. */
export function themeResponse(css: string): Response {
  const cached = { "Cache-Control": "public, max-age=31536000, immutable" };
  return new Response(css, { headers: { ...HEADERS, ...cached, "Content-Type": "text/css; charset=utf-8" } });
}
