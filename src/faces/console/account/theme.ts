import { isHttps } from "../../../core/http/response-headers.ts";
import { formOf } from "../../pages/form.ts";
import { setCookie } from "../cookies.ts";
import { requireSameSite } from "../security.ts";
import { redirect, themeOf, type Visitor } from "../visitor.ts";

const YEAR_S = 365 * 24 * 3600;
const MAX_BYTES = 16 * 1024;

/** Keeps the chosen theme in a cookie, and goes back. */
export async function doTheme(visitor: Visitor): Promise<Response> {
  const { ctx, request, cookies } = visitor;
  requireSameSite(ctx, request);
  const form = await formOf(request, MAX_BYTES);
  const theme = themeOf(form.get("theme"));
  cookies.push(
    setCookie("theme", theme, { isSecure: isHttps(ctx.config, request.headers), maxAgeS: YEAR_S }),
  );
  const back = form.get("back");
  return redirect(visitor, /^\/console[^\\\p{C}]*$/u.test(back) ? back : "/console");
}
