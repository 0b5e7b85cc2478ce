import { createAssets } from "../pages/assets.ts";
import { colorOfTheme, themeOf } from "./color.ts";

const HEADERS = { "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin" };

/** The path of the style sheets of stores' colors. */
export const THEMES = "/shopper/themes/";

export const ASSETS = createAssets(
  "/shopper/assets/",
  { "shopper.css": { type: "text/css", url: import.meta.resolve("./assets/shopper.css") } },
  HEADERS,
);

/** Returns what pages load, by its path; undefined for another path. */
export async function findAsset(pathname: string, accepted: string): Promise<Response | undefined> {
  return themeAt(pathname) ?? ASSETS.find(pathname, accepted);
}

/** A style sheet changes with its name. */
function themeAt(pathname: string): Response | undefined {
  if (!pathname.startsWith(THEMES)) return undefined;
  const color = colorOfTheme(pathname.slice(THEMES.length));
  if (!color) return undefined;
  const cached = { "Cache-Control": "public, max-age=31536000, immutable" };
  return new Response(themeOf(color), {
    headers: { ...HEADERS, ...cached, "Content-Type": "text/css; charset=utf-8" },
  });
}
