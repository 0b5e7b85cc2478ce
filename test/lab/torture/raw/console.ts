import { PAGES } from "../../../../src/faces/console/pages.ts";
import { type Context, pick, type RawRequest } from "./request.ts";

/** A person's session, as a browser sends it, and what the session's forms carry. */
export type ConsoleSession = { cookie: string; formToken: string };

const PLAIN = [
  "",
  "/sign-in",
  "/enter",
  "/invitation",
  "/account",
  "/assets/console.css",
  "/unknown",
  "/stores",
];
const FORMS = ["/sign-in", "/enter", "/invitation", "/account", "/passkey-options"];
/** No act that ends the session, or removes the secret or the person. */
const ACTS = [
  "",
  "save",
  "note",
  "step",
  "change",
  "create",
  "__proto__",
  "constructor",
  "%00",
  "x".repeat(9_000),
];
const MANY = 100_000;
/** As many as fit into the largest form that most pages take: reading all would block the event loop. */
const FIELDS = { least: 150_000, most: 250_000 };

const VALUES =
  samples(`¦%00¦a%00b¦%ff¦%ed%a0%80¦%ED%B0%80%ED%A0%80¦%¦%zz¦%C0%AE¦..¦../..¦%2f¦%5c¦-1¦1e999¦NaN¦null¦[]¦{}¦'¦\
9999999999999999999¦__proto__¦constructor¦2026-99-99¦0000-00-00¦%F0%9F%98%80¦%E2%80%AE¦%0d%0aX: y¦<script>¦a+b¦\xff\xfe¦=¦;`);
const NAMES =
  samples(`after¦q¦email¦order¦sku¦status¦queue¦from¦to¦since¦until¦client¦name¦location¦state¦kind¦next¦tab¦\
tracking_number¦token¦again¦__proto__¦%00¦%ed%a0%80¦a[]¦`);
const COOKIES =
  samples(`¦=¦;¦;;=;¦a¦a=b¦aftersale_session¦aftersale_session=¦aftersale_session=%00¦aftersale_session=%ff¦\
aftersale_session=%¦aftersale_session="x"¦aftersale_theme=dark¦aftersale_theme=%ed%a0%80¦aftersale_notice=%00¦\
aftersale_notice=%5B%5D¦aftersale_device=\xff¦__Host-aftersale_session=x¦aftersale_session=a; aftersale_session=b`);
const HEADERS = [
  ...samples(`Accept-Language: ¦Accept-Language: *¦Accept-Language: de;q=x,,;;¦Accept-Language: \xff¦If-None-Match: *¦\
If-None-Match: "¦If-None-Match: W/"x", "y¦If-None-Match: \xff¦X-Forwarded-For: ¦X-Forwarded-For: a, b, , ::1, 999.1.1.1¦\
X-Forwarded-For: %00¦X-Forwarded-Host: ¦X-Forwarded-Proto: javascript¦Prefer: ¦Prefer: return=minimal;;;, wait=x¦\
Prefer: \xff¦Referer: \xff¦Referer: http://¦Range: bytes=0-0,5-1¦Accept-Encoding: gzip;q=x, br, *;q=9¦\
Sec-Fetch-Site: cross-site¦Origin: null¦Origin: http://¦User-Agent: ¦User-Agent: \xff\xfe¦Last-Event-ID: %00`),
  `Accept-Language: ${"de,".repeat(1_000)}`,
  `If-None-Match: ${'"x",'.repeat(1_000)}`,
  `X-Forwarded-For: ${"10.0.0.1, ".repeat(500)}`,
  `Prefer: ${"a=b,".repeat(1_000)}`,
  `User-Agent: ${"u".repeat(5_000)}`,
];

/** Returns a random request of a page of the console, with a session or without, hostile in several places. */
export function consoleRequest(context: Context): RawRequest {
  const { random } = context;
  const isForm = random.chance(0.35);
  const path = `/console${pathOf(context, isForm)}`;
  const query = random.chance(0.6) ? `?${queryOf(context)}` : "";
  const form = isForm ? formOf(context) : undefined;
  const headers = ["Host: api.example.test", ...cookiesOf(context)];
  for (let more = random.between(0, 2); more > 0; more--) headers.push(pick(random, HEADERS));
  if (form) {
    if (random.chance(0.9)) headers.push("Sec-Fetch-Site: same-origin");
    headers.push(`Content-Type: ${form.type}`, `Content-Length: ${form.body.length}`);
  }
  return {
    ...{ method: form ? "POST" : pick(random, ["GET", "GET", "GET", "HEAD"]), target: path + query },
    ...{ headers, version: "HTTP/1.1", newline: "\r\n", body: form?.body ?? Buffer.alloc(0) },
  };
}

function pathOf({ random, shop }: Context, isForm: boolean): string {
  if (random.chance(0.15)) return pick(random, isForm ? FORMS : PLAIN);
  if (random.chance(0.05)) return `/${pick(random, VALUES)}/${pick(random, VALUES)}`;
  const { path } = pick(random, PAGES);
  const store = random.chance(0.9) ? shop.id : pick(random, VALUES);
  const id = () => (random.chance(0.3) ? shop.returnId : pick(random, VALUES));
  return `/stores/${store}${path === "/" ? "" : path.replace(/:\w+/g, id)}`;
}

function queryOf({ random }: Context): string {
  if (random.chance(0.02)) return "q=1&".repeat(MANY);
  if (random.chance(0.03)) return `${pick(random, NAMES)}=${"a".repeat(random.between(5_000, 15_000))}`;
  if (random.chance(0.03)) return "q=1&".repeat(random.between(1_000, 3_500));
  const pairs = Array.from(
    { length: random.between(1, 4) },
    () => `${pick(random, NAMES)}=${pick(random, VALUES)}`,
  );
  return pairs.join("&");
}

function cookiesOf({ random, session }: Context): string[] {
  const own = random.chance(0.7) ? [session.cookie] : [];
  if (random.chance(0.03))
    return [`Cookie: ${[...own, "a=b; ".repeat(random.between(1_000, 2_500))].join("; ")}`];
  if (random.chance(0.03))
    return [`Cookie: ${["c".repeat(random.between(4_000, 14_000)), ...own].join("; ")}`];
  const others = random.chance(0.3) ? [pick(random, COOKIES)] : [];
  const all = random.chance(0.5) ? [...others, ...own] : [...own, ...others];
  return all.length > 0 ? [`Cookie: ${all.join("; ")}`] : [];
}

type RawForm = { type: string; body: Buffer };

function formOf(context: Context): RawForm {
  const { random, session } = context;
  const token = random.chance(0.7) ? session.formToken : pick(random, VALUES);
  const fields = [
    ["_act", pick(random, ACTS)],
    ["_token", token],
    ...Array.from({ length: random.between(0, 6) }, () => [pick(random, NAMES), pick(random, VALUES)]),
  ] as [string, string][];
  if (random.chance(0.4)) return partsOf(context, fields);
  const type = "application/x-www-form-urlencoded";
  const text = fields.map(([name, value]) => `${name}=${value}`).join("&");
  if (random.chance(0.1))
    return { type, body: Buffer.from(text + "&a=b".repeat(random.between(FIELDS.least, FIELDS.most))) };
  if (random.chance(0.04)) return { type, body: Buffer.from(`${text}&a=${"b".repeat(1_500_000)}`) };
  if (random.chance(0.1)) return { type, body: Buffer.from("&".repeat(random.between(1, 60_000))) };
  const charset = random.chance(0.1) ? `;charset=${pick(random, VALUES)}` : "";
  return { type: type + charset, body: Buffer.from(text, "latin1") };
}

/** Returns a form of several parts: whole, cut, with too many or broken parts, or of another boundary. */
function partsOf({ random }: Context, fields: [string, string][]): RawForm {
  const boundary = random.chance(0.1) ? "" : "x";
  const type = `multipart/form-data; boundary=${random.chance(0.05) ? '"' : boundary}`;
  const part = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${random.chance(0.1) ? `; filename="${value}"` : ""}\r\n\r\n${value}\r\n`;
  const parts = fields.map(([name, value]) => part(name, value)).join("");
  const end = random.chance(0.9) ? `--${boundary}--\r\n` : "";
  if (random.chance(0.04)) {
    return { type, body: Buffer.from(parts + part("a", "b").repeat(random.between(4_000, 15_000)) + end) };
  }
  if (random.chance(0.1))
    return { type, body: Buffer.from(`--${boundary}\r\n`.repeat(random.between(1, 9_000))) };
  const whole = Buffer.from(parts + end, "latin1");
  return { type, body: random.chance(0.2) ? whole.subarray(0, random.between(0, whole.length)) : whole };
}

/** Opens an invitation's link as a person without a session does, and returns the session that this begins. */
export async function acceptInvitation(origin: string, url: string): Promise<ConsoleSession> {
  const { pathname, search } = new URL(url);
  const answer = await fetch(`${origin}${pathname}${search}`, {
    ...{ method: "POST", redirect: "manual", headers: { "Sec-Fetch-Site": "same-origin" } },
    body: new URLSearchParams({ name: "Torturer", password: "a password of a few words" }),
  });
  const line = answer.headers.getSetCookie().find((each) => each.startsWith("aftersale_session="));
  const cookie = line?.split(";")[0] ?? "";
  const page = await (await fetch(`${origin}/console/account`, { headers: { Cookie: cookie } })).text();
  const formToken = /name="_token" value="([^"]+)"/.exec(page)?.[1];
  if (!formToken) throw new Error(`The invitation was answered ${answer.status} and began no session.`);
  return { cookie, formToken };
}

function samples(text: string): string[] {
  return text.split("¦");
}
