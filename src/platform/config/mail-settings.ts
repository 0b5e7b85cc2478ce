import { type Mailbox, parseMailbox } from "../../lib/mailbox.ts";

/** The server that takes mails. */
export type SmtpServer = {
  host: string;
  port: number;
  /** Whether the connection begins with TLS; else it changes to TLS where the server can. */
  secure: boolean;
  /** Whether nothing is sent without TLS. */
  requireTls: boolean;
  user: string | undefined;
  password: string;
};

export type MailSettings = {
  /** Undefined when this process sends no mails: they wait. */
  smtp: SmtpServer | undefined;
  /** The sender of mails of stores that set none. */
  mailFrom: Mailbox | undefined;
};

export const MAIL_NAMES: readonly string[] = ["SMTP_URL", "MAIL_FROM", "MAIL_RETRY_SCHEDULE", "MAIL_TIMEOUT"];

const PORTS: Record<string, number> = { "smtp:": 587, "smtps:": 465 };
const FORM =
  "SMTP_URL must be smtp://USER:PASSWORD@HOST:PORT or smtps://…, with ?tls=required or ?tls=optional";

/** Returns the settings of mail of an environment and adds their errors to `faults`. No error quotes the URL: it may hold a password. */
export function readMail(env: Record<string, string | undefined>, faults: string[]): MailSettings {
  const mailFrom = env.MAIL_FROM ? parseMailbox(env.MAIL_FROM) : undefined;
  if (env.MAIL_FROM && !mailFrom) {
    faults.push(
      `MAIL_FROM must be an address such as returns@shop.example or Shop <returns@shop.example>, not "${env.MAIL_FROM}"`,
    );
  }
  if (!env.SMTP_URL) return { smtp: undefined, mailFrom };
  if (!env.MAIL_FROM) faults.push("SMTP_URL needs MAIL_FROM, the sender of mails of stores that set none");
  const smtp = parseServer(env.SMTP_URL);
  if (!smtp) faults.push(FORM);
  return { smtp, mailFrom };
}

/** A password goes over TLS only, unless the URL says that it need not. */
function parseServer(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  const port = PORTS[url?.protocol ?? ""];
  if (!url || port === undefined || url.hostname === "" || !/^\/?$/.test(url.pathname) || url.hash !== "") {
    return undefined;
  }
  const tls = url.searchParams.get("tls") ?? (url.username === "" ? "optional" : "required");
  if (!["required", "optional"].includes(tls) || [...url.searchParams.keys()].some((key) => key !== "tls")) {
    return undefined;
  }
  try {
    return {
      // An IPv6 address stands in brackets in a URL.
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? port : Number(url.port),
      secure: url.protocol === "smtps:",
      requireTls: tls === "required",
      user: url.username === "" ? undefined : decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}
