import { isHttps } from "../../../core/http/response-headers.ts";
import { formOf } from "../../pages/form.ts";
import { type CookieName, setCookie } from "../cookies.ts";
import { CONSOLE_LANGUAGES } from "../reader.ts";
import { requireSameSite } from "../security.ts";
import { redirect, type Visitor } from "../visitor.ts";

const YEAR_S = 365 * 24 * 3600;
const MAX_BYTES = 16 * 1024;

/** What a person can choose for their browser, by the cookie that keeps it. The first is the default. */
const CHOICES = {
  theme: ["system", "light", "dark"],
  language: CONSOLE_LANGUAGES,
  keys: ["on", "off"],
} satisfies Partial<Record<CookieName, readonly string[]>>;

/** Keeps what was chosen in cookies, and goes back. */
export async function doPreferences(visitor: Visitor): Promise<Response> {
  const { ctx, request, cookies } = visitor;
  requireSameSite(ctx, request);
  const form = await formOf(request, MAX_BYTES);
  const isSecure = isHttps(ctx.config, request.headers);
  for (const name of Object.keys(CHOICES) as (keyof typeof CHOICES)[]) {
    const chosen = CHOICES[name].find((choice) => choice === form.get(name));
    if (chosen !== undefined) cookies.push(setCookie(name, chosen, { isSecure, maxAgeS: YEAR_S }));
  }
  const back = form.get("back");
  return redirect(visitor, /^\/console[^\\\p{C}]*$/u.test(back) ? back : "/console");
}
