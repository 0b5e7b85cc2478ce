import type { Ctx } from "../../src/core/ctx.ts";
import { createPerson } from "../../src/features/people/create-person.ts";
import { addMember } from "../../src/features/people/members.ts";
import { openSession } from "../../src/features/people/open-session.ts";
import { hashPassword } from "../../src/features/people/password.ts";
import type { Role } from "../../src/platform/db/tables/people.ts";
import type { TestService, TestStore } from "./service.ts";

type Fields = Record<string, string>;

/** A person's browser: it keeps cookies, and sends forms as browsers do. */
export type TestBrowser = {
  personId: string;
  email: string;
  cookies: Map<string, string>;
  /** Paths are relative to /console; `:store` stands for the path of the store's pages. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends a form with the token of the page that it stands on. */
  post(path: string, fields: Fields, headers?: Record<string, string>): Promise<Response>;
  /** Sends a form with files, as `post` does. */
  postFiles(path: string, fields: Fields, files: Record<string, Uint8Array | string>): Promise<Response>;
  /** Returns the token that the forms of this browser's session carry; it stays the same as long as the session. */
  formToken(): Promise<string>;
};

const ORIGIN = "http://localhost";
const FORM_HEADERS = { Origin: ORIGIN, "Sec-Fetch-Site": "same-origin" };
let people = 0;

/** Creates a person with a role in a store, signed in; with a password if one is given. */
export async function newPerson(
  service: TestService,
  store: Pick<TestStore, "id">,
  role: Role,
  { name = "Robin Reed", password }: { name?: string; password?: string } = {},
): Promise<TestBrowser> {
  const email = `person${++people}@example.test`;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const ctx = ofPeople(service.ctx);
  const { personId } = await createPerson(ctx, { email, name, passwordHash });
  await addMember(ctx, { storeId: store.id, personId, role });
  const { token } = await openSession(ctx, personId, { userAgent: "Test", address: undefined });
  const browser = newBrowser(service, store);
  browser.cookies.set("aftersale_session", token);
  return Object.assign(browser, { personId, email });
}

/** Returns a context whose database has the people: with several cells, that of the directory. */
export function ofPeople(ctx: Ctx): Ctx {
  return { ...ctx, db: ctx.cell?.directoryDb ?? ctx.db };
}

/** Returns a browser without cookies. */
export function newBrowser(service: Pick<TestService, "fetch">, store?: Pick<TestStore, "id">): TestBrowser {
  const cookies = new Map<string, string>();
  let read: { session: string | undefined; token: string } = { session: undefined, token: "" };
  const addressOf = (path: string) => `/console${path.replace(":store", `/stores/${store?.id}`)}`;
  const send = async (path: string, init: RequestInit) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie && { Cookie: cookie }), ...(init.headers as Record<string, string>) };
    const response = await service.fetch(addressOf(path), { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const browser: TestBrowser = {
    ...{ personId: "", email: "", cookies },
    get: (path, headers = {}) => send(path, { headers }),
    post: async (path, fields, headers = {}) => {
      const _token = fields._token ?? (cookies.has("aftersale_session") ? await browser.formToken() : "");
      const body = new URLSearchParams({ ...fields, _token });
      return send(path, { method: "POST", body, headers: { ...FORM_HEADERS, ...headers } });
    },
    postFiles: async (path, fields, files) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...fields, _token: await browser.formToken() })) {
        body.set(name, value);
      }
      for (const [name, content] of Object.entries(files)) {
        body.set(name, new File([content as BlobPart], "a.png"));
      }
      return send(path, { method: "POST", body, headers: FORM_HEADERS });
    },
    formToken: async () => {
      const session = cookies.get("aftersale_session");
      if (read.token === "" || read.session !== session) {
        const page = await (await send("/account", {})).text();
        read = { session, token: /name="_token" value="([^"]*)"/.exec(page)?.[1] ?? "" };
      }
      return read.token;
    },
  };
  return browser;
}
