import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { cutText } from "../../lib/text.ts";
import type { SmtpServer } from "../../platform/config/mail-settings.ts";
import type { Message } from "./message.ts";

/** What the server answered to a message that it took. */
export type Accepted = { status: number; answer: string };

/** Why a message wasn't taken. `isFinal`: the server has refused this message for ever. */
export type Refused = { isFinal: boolean; status: number | null; reason: string; answer: string | null };

export type Smtp = {
  /** Sends a message, within twice the timeout of a step. Never throws. */
  send(message: Message): Promise<Accepted | Refused>;
  /** Closes the connections that are open. */
  close(): void;
};

type Client = { name: string | undefined; timeoutMs: number };
type Connection = {
  smtp: SMTPConnection;
  fail: (error: Error) => void;
  /** Whether the server takes addresses whose local part isn't ASCII (RFC 6531). */
  takesUtf8: boolean;
  idle?: NodeJS.Timeout;
};
type Failure = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/** Connections that are kept for the next mail, and for how long. */
const MAX_IDLE = 5;
const IDLE_MS = 5_000;
const MAX_RESPONSE_BYTES = 16 * 1024;
/** Refusals of these are of the message, not of this client or this moment. */
const OF_MESSAGE = /^(?:MAIL FROM|RCPT TO|DATA)/;
/** Of any command they are about this client: it has to log in or to use TLS (RFC 4954, section 6). */
const OF_CLIENT: readonly (number | null)[] = [530, 534, 535, 538];
const MAX_ANSWER = 1_000;

/**
 * Creates the client of a mail server: how many messages it sends at a time, its caller decides. `name` is the domain by which
 * it introduces itself, else the host's: relays refuse names such as that of a container.
 */
export function createSmtp(server: SmtpServer, { name, timeoutMs }: Client): Smtp {
  const idle: Connection[] = [];
  const options = {
    ...(name !== undefined && { name }),
    ...{ host: server.host, port: server.port, secure: server.secure, requireTLS: server.requireTls },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 0,
    maxResponseSize: MAX_RESPONSE_BYTES,
    opportunisticTLS: !server.requireTls,
  };

  function drop(connection: Connection) {
    clearTimeout(connection.idle);
    const place = idle.indexOf(connection);
    if (place >= 0) idle.splice(place, 1);
    connection.smtp.close();
  }

  /** Errors of the connection fail the step that runs. */
  async function step(connection: Connection, run: (done: (error?: Error | null) => void) => void) {
    await new Promise<void>((resolve, reject) => {
      connection.fail = reject;
      run((error) => (error ? reject(error) : resolve()));
    });
  }

  async function open(opened: (connection: Connection) => void): Promise<Connection> {
    const { default: SmtpConnection } = await import("nodemailer/lib/smtp-connection");
    const smtp = new SmtpConnection(options);
    const connection: Connection = { smtp, fail: () => undefined, takesUtf8: false };
    opened(connection);
    connection.smtp.on("error", (error) => connection.fail(error));
    connection.smtp.on("end", () => {
      drop(connection);
      connection.fail(Object.assign(new Error("the server closed the connection"), { code: "ECONNECTION" }));
    });
    await step(connection, (done) => smtp.connect(done));
    // What the server says to EHLO, by TLS too.
    connection.takesUtf8 = /^250[ -]SMTPUTF8\b/im.test(smtp.lastServerResponse || "");
    const { user, password } = server;
    if (user !== undefined) {
      const credentials = { user, pass: password };
      await step(connection, (done) => connection.smtp.login({ ...credentials, credentials }, done));
    }
    return connection;
  }

  /** Returns a connection that was kept, if it still works, else a new one. */
  async function take(opened: (connection: Connection) => void): Promise<Connection> {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      const connection = kept;
      clearTimeout(connection.idle);
      try {
        opened(connection);
        await step(connection, (done) => connection.smtp.reset(done));
        return connection;
      } catch {
        drop(connection);
      }
    }
    return open(opened);
  }

  function keep(connection: Connection) {
    connection.fail = () => undefined;
    if (idle.length >= MAX_IDLE) return drop(connection);
    connection.idle = setTimeout(() => drop(connection), IDLE_MS);
    connection.idle.unref?.();
    idle.push(connection);
  }

  async function attempt({ envelope, bytes }: Message, opened: (connection: Connection) => void) {
    const connection = await take(opened);
    if (!connection.takesUtf8) requireAscii(envelope);
    let answer = "";
    await step(connection, (done) =>
      connection.smtp.send(envelope, bytes, (error, info) => {
        answer = info?.response ?? "";
        done(error);
      }),
    );
    keep(connection);
    return answer;
  }

  return {
    async send(message) {
      const late = Object.assign(new Error("the server took too long"), { code: "ETIMEDOUT" });
      let current: Connection | undefined;
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        current?.fail(late);
      }, 2 * timeoutMs);
      try {
        const answer = await attempt(message, (connection) => {
          // A kept connection may have taken all of the time.
          if (isLate) throw late;
          current = connection;
        });
        return { status: statusIn(answer) ?? 250, answer: cleaned(answer) };
      } catch (error) {
        if (current) drop(current);
        return refusedBy(error as Failure);
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      for (const connection of [...idle]) drop(connection);
    },
  };
}

/** Throws for an address that only a server with SMTPUTF8 takes: sent as it is, others guess what it means (RFC 6531). */
function requireAscii({ from, to }: Message["envelope"]): void {
  const isOther = (address: string) => /[^\0-\x7f]/.test(address);
  const reason = isOther(from) ? ASCII_SENDERS : to.some(isOther) ? ASCII_RECIPIENTS : undefined;
  if (reason !== undefined) throw Object.assign(new Error(reason), { code: "EENVELOPE" });
}

/** An address that can't be written at all is refused for ever too. */
function refusedBy({ code, command = "", message, responseCode, response }: Failure): Refused {
  const status = responseCode && responseCode >= 400 ? responseCode : null;
  const isOfClient = OF_CLIENT.includes(status);
  const isOfMessage =
    !isOfClient && (code === "EENVELOPE" || code === "EMESSAGE" || OF_MESSAGE.test(command));
  const isUnwritable = code === "EENVELOPE" && status === null && response === undefined;
  const isFinal = isOfMessage && code !== "ECONNECTION" && ((status ?? 0) >= 500 || isUnwritable);
  const answer = response ? cleaned(response) : null;
  const isUnwelcome = code === "EPROTOCOL" && status !== null;
  const reason = isUnwelcome ? REFUSED_CONNECTION : reasonOf(code, command, cleaned(message));
  return { isFinal, status, reason: isOfClient && code !== "EAUTH" ? WANTS_LOGIN : reason, answer };
}

const WANTS_LOGIN = "the mail server wants a user and password, or TLS";
const ASCII_SENDERS = "the mail server takes no sender with letters such as é before the @";
const ASCII_RECIPIENTS = "the mail server takes no recipient with letters such as é before the @";
const REASONS: Record<string, string> = {
  EAUTH: "the mail server refused the user or password",
  ECONNECTION: "the connection to the mail server was lost",
  ESOCKET: "the mail server can't be reached",
  EDNS: "the name of the mail server can't be resolved",
  ETIMEDOUT: "the mail server took too long",
  ETLS: "no TLS with the mail server",
  EPROTOCOL: "the mail server answered something that isn't SMTP",
};
const REFUSED_CONNECTION = "the mail server refused the connection";
const REFUSED: [RegExp, string][] = [
  [/^MAIL FROM/, "the mail server refused the sender"],
  [/^RCPT TO/, "the mail server refused the recipient"],
  [/^DATA/, "the mail server refused the message"],
];

function reasonOf(code: string | undefined, command: string, message: string): string {
  const refused = REFUSED.find(([pattern]) => pattern.test(command))?.[1];
  const isRejected = code === "EENVELOPE" || code === "EMESSAGE";
  // Neither the code nor the command tells it from a server that is away.
  if ((code === "ESOCKET" || code === "ETLS") && /certificate/i.test(message)) {
    return `the certificate of the mail server isn't trusted: ${message}`;
  }
  return (isRejected && refused) || REASONS[code ?? ""] || message;
}

function statusIn(answer: string): number | undefined {
  const status = Number(/^\d{3}/.exec(answer)?.[0]);
  return status > 0 ? status : undefined;
}

/** Returns what a server said, in one line, without control characters, and not longer than is kept. */
function cleaned(text: string): string {
  const line = text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
  return cutText(line.trim(), MAX_ANSWER);
}
