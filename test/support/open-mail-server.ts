import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { SmtpServer } from "../../src/platform/config/mail-settings.ts";

/** A mail that the server has taken, or that it was given and then refused. */
export type SeenMail = {
  from: string;
  to: string;
  raw: string;
  /** The headers by their names in lower case, unfolded. */
  headers: Record<string, string>;
  at: number;
};

/**
 * What the server does with a command: nothing is to take it, an error refuses it by its `responseCode`, `"drop"` closes
 * the connection before the answer.
 */
type Outcome = Error | "drop" | undefined;
type Script = (command: string, detail: string) => Promise<Outcome> | Outcome;

export type MailServer = {
  settings: SmtpServer;
  url: string;
  seen: SeenMail[];
  /** Scripts what the server does with MAIL, RCPT (with the address) and DATA (with the address) commands. */
  script(next: Script | undefined): void;
  /** Returns the recipients and taken of what was taken so far for a store's shop, in order. */
  taken(to?: string): string[];
  /** How many clients are connected, and the most there were. */
  connections(): { now: number; most: number };
  /** Breaks every connection off. */
  drop(): void;
  close(): Promise<void>;
};

/** Starts a real SMTP server on a port of its own; it takes every mail unless it is scripted. */
export async function openMailServer(): Promise<MailServer> {
  const seen: SeenMail[] = [];
  let script: Script | undefined;
  let most = 0;
  const server = create();

  function create() {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      disableReverseLookup: true,
      closeTimeout: 10,
      onMailFrom: ({ address }, session, done) => void answer("MAIL", address, session, done),
      onRcptTo: ({ address }, session, done) => void answer("RCPT", address, session, done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", async () => {
          const raw = Buffer.concat(chunks).toString();
          const { mailFrom, rcptTo } = session.envelope;
          const to = rcptTo[0]?.address ?? "";
          const from = mailFrom ? mailFrom.address : "";
          seen.push({ from, to, raw, headers: headersOf(raw), at: performance.now() });
          await answer("DATA", to, session, done);
        });
      },
    });
    made.on("error", () => undefined);
    return made;
  }

  type Done = (error?: Error | null) => void;

  async function answer(command: string, detail: string, session: SMTPServerSession, done: Done) {
    const outcome = await script?.(command, detail);
    most = Math.max(most, server.connections.size);
    if (outcome !== "drop") return done(outcome);
    for (const each of server.connections) if (each.session === session) each._socket.destroy();
  }

  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  return {
    settings: {
      ...{ host: "127.0.0.1", port, secure: false, requireTls: false },
      ...{ user: undefined, password: "" },
    },
    url: `smtp://127.0.0.1:${port}`,
    seen,
    script(next) {
      script = next;
    },
    taken: (to) =>
      seen.filter((mail) => to === undefined || mail.to === to).map(({ headers }) => headers.subject ?? ""),
    connections: () => ({ now: server.connections.size, most }),
    drop: () => {
      for (const { _socket: socket } of server.connections) socket.destroy();
    },
    close: stop,
  };
}

/** An answer that refuses a command. */
export function rejection(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function headersOf(raw: string): Record<string, string> {
  const [head = ""] = raw.split("\r\n\r\n");
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}
