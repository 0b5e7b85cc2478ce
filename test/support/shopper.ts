import type { TestService, TestStore } from "./service.ts";

/** A shopper's browser, without scripts: it sends the forms that pages have. */
export type TestShopper = {
  /** What the last response was, redirects followed. */
  status: number;
  html: string;
  path: string;
  headers: Headers;
  open(path: string): Promise<TestShopper>;
  /** Sends the form of the page whose button or act this is, with these fields on top of those that it has. */
  send(form: number, fields?: Record<string, string | Blob>): Promise<TestShopper>;
};

let hosts = 0;

/** Turns the page of a store on. */
export async function openShopperPage(store: TestStore, settings: object = {}): Promise<void> {
  const { status } = await store.patch("/stores/:store", { shopperPage: { enabled: true, ...settings } });
  if (status !== 200) throw new Error(`the page can't be turned on: ${status}`);
}

/** Returns a browser with an address of its own; the service trusts its proxy. */
export function newShopper(
  service: Pick<TestService, "fetch">,
  { language = "en", address = `10.7.${++hosts >> 8}.${hosts & 255}` } = {},
): TestShopper {
  const common = { "Accept-Language": language, "X-Forwarded-For": address };
  const receive = async (response: Response, path: string): Promise<TestShopper> => {
    const to = response.status === 303 ? response.headers.get("location") : null;
    if (to) return receive(await service.fetch(to, { headers: common }), to);
    Object.assign(shopper, { status: response.status, html: await response.text(), path });
    shopper.headers = response.headers;
    return shopper;
  };
  const shopper: TestShopper = {
    ...{ status: 0, html: "", path: "", headers: new Headers() },
    open: async (path) => receive(await service.fetch(path, { headers: common }), path),
    send: async (form, fields = {}) => {
      const { action, values, isMultipart } = formsOf(shopper.html)[form] ?? { action: "", values: {} };
      const all = Object.entries({ ...values, ...fields });
      const body = isMultipart ? new FormData() : new URLSearchParams();
      for (const [name, value] of all) body.append(name, value as string);
      return receive(await service.fetch(action, { method: "POST", headers: common, body }), action);
    },
  };
  return shopper;
}

type Sent = { action: string; values: Record<string, string>; isMultipart: boolean };

/** Returns the forms of a page with the values that they would send. */
export function formsOf(html: string): Sent[] {
  return [...html.matchAll(/<form ([^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag = "", content = ""]) => {
    const values: Record<string, string> = {};
    for (const [input] of content.matchAll(/<input [^>]*>/g)) {
      const isChoice = /type="(?:radio|checkbox)"/.test(input);
      if (/type="file"/.test(input) || (isChoice && !/ checked/.test(input))) continue;
      values[attribute(input, "name")] = attribute(input, "value");
    }
    for (const [, select = "", options = ""] of content.matchAll(/(<select [^>]*>)([\s\S]*?)<\/select>/g))
      values[attribute(select, "name")] = /<option value="([^"]*)"\s+selected/.exec(options)?.[1] ?? "";
    for (const [, area = "", text = ""] of content.matchAll(/(<textarea [^>]*>)([\s\S]*?)<\/textarea>/g))
      values[attribute(area, "name")] = unescaped(text);
    return { action: attribute(tag, "action"), values, isMultipart: tag.includes("multipart") };
  });
}

/** Returns what people read of a page. */
export function textOf(html: string): string {
  const body = html.replace(/<head>[\s\S]*?<\/head>/, "").replace(/<details[\s\S]*?<\/details>/, "");
  return unescaped(body.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(` ${name}="([^"]*)"`).exec(` ${tag}`)?.[1] ?? "");
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
