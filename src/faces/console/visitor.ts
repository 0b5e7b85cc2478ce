import type { Ctx } from "../../core/ctx.ts";
import { noticeProxy } from "../../core/http/ignored-proxy.ts";
import { clientAddress, requestContextOf } from "../../core/http/request-context.ts";
import { isHttps } from "../../core/http/response-headers.ts";
import { findSession, type Session } from "../../features/people/find-session.ts";
import { DEVICE_MS, deviceCookie, type KnownDevice, readDevice } from "../../features/people/known-device.ts";
import type { Device, Opened } from "../../features/people/open-session.ts";
import { ABSOLUTE_MS } from "../../features/people/session-ends.ts";
import type { Reader } from "../pages/html.ts";
import { type CookieName, cookieOf, setCookie } from "./cookies.ts";
import type { Theme } from "./page.ts";
import { consoleLanguage, readerOf } from "./reader.ts";
import { type Undoable, undoOf, undoText } from "./undo.ts";

/** A request for a page, and who sends it. */
export type Visitor = {
  ctx: Ctx;
  request: Request;
  url: URL;
  session: Session | undefined;
  theme: Theme;
  /** How the page is written for them. */
  reader: Reader;
  /** Whether shortcuts of one key do something. */
  hasKeys: boolean;
  notice: string | undefined;
  undo: Undoable | undefined;
  device: Device;
  /** Cookies that the response sets. */
  cookies: string[];
};

/** Returns the sender of a request, as far as they are signed in, and what they are in a store. */
export async function visitorOf(ctx: Ctx, request: Request, storeId?: string): Promise<Visitor> {
  noticeProxy(ctx, request);
  const { headers } = request;
  const isSecure = isHttps(ctx.config, headers);
  const cookie = (name: CookieName) => cookieOf(headers, name, isSecure);
  const token = cookie("session");
  const session = token ? await findSession(ctx, token, storeId) : undefined;
  if (session) requestContextOf(request).isKnown = true;
  // A part of an open page that is requested again shows none: the page that comes next does.
  const isPart = headers.has("hx-request") && !headers.has("hx-boosted");
  const [notice, undo] = isPart ? [] : [cookie("notice"), cookie("undo")];
  const visitor: Visitor = {
    ...{ ctx, request, session, notice, undo: undoOf(undo) },
    url: new URL(request.url),
    theme: themeOf(cookie("theme")),
    reader: readerOf(headers, consoleLanguage(headers, cookie("language")), session?.membership?.timeZone),
    hasKeys: cookie("keys") !== "off",
    device: { userAgent: headers.get("user-agent") ?? "", address: clientAddress(ctx.config, request) },
    cookies: [],
  };
  if (session?.newToken) keepSession(visitor, session.newToken);
  if (notice !== undefined) visitor.cookies.push(setCookie("notice", "", { isSecure, maxAgeS: 0 }));
  if (undo !== undefined) visitor.cookies.push(setCookie("undo", "", { isSecure, maxAgeS: 0 }));
  return visitor;
}

/** Makes the browser send this token of a session with its next requests. */
function keepSession({ ctx, request, cookies }: Visitor, token: string): void {
  const isSecure = isHttps(ctx.config, request.headers);
  cookies.push(setCookie("session", token, { isSecure, maxAgeS: ABSOLUTE_MS / 1_000 }));
}

/** Keeps a session that was opened, and lets the browser show later that this person has signed in with it. */
export async function beginSession(visitor: Visitor, { token, personId }: Opened): Promise<void> {
  keepSession(visitor, token);
  const { ctx, request, cookies } = visitor;
  const value = await deviceCookie(ctx, await knownDevice(visitor), personId);
  const isSecure = isHttps(ctx.config, request.headers);
  cookies.push(setCookie("device", value, { isSecure, maxAgeS: DEVICE_MS / 1_000 }));
}

/** Returns the browser, if people have signed in with it before. */
export async function knownDevice({ ctx, request }: Visitor): Promise<KnownDevice | undefined> {
  const cookie = cookieOf(request.headers, "device", isHttps(ctx.config, request.headers));
  return cookie ? readDevice(ctx, cookie) : undefined;
}

/** Makes the browser forget the session. */
export function dropSession({ ctx, request, cookies }: Visitor): void {
  cookies.push(setCookie("session", "", { isSecure: isHttps(ctx.config, request.headers), maxAgeS: 0 }));
}

/** Returns a redirect to a page of the console, which shows a notice once, with a button for what can be undone. */
export function redirect(
  { ctx, request, cookies }: Visitor,
  to: string,
  notice?: string,
  undo?: Undoable,
): Response {
  const isSecure = isHttps(ctx.config, request.headers);
  const given = { notice, undo: undo && undoText(undo) };
  for (const name of ["notice", "undo"] as const) {
    const value = given[name];
    if (value !== undefined) cookies.push(setCookie(name, value, { isSecure, maxAgeS: 60 }));
  }
  return new Response(null, { status: 303, headers: { Location: to, "Cache-Control": "no-store" } });
}

/** Returns the theme of a cookie or a form; that of the system for any other text. */
function themeOf(text: string | undefined): Theme {
  return text === "light" || text === "dark" ? text : "system";
}
