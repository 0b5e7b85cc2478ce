import { afterAll, beforeAll, expect, test } from "bun:test";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { createSmtp } from "../../../src/features/mail/smtp.ts";
import type { SmtpServer } from "../../../src/platform/config/mail-settings.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { rejection } from "../../support/open-mail-server.ts";

const hasOpenssl = Bun.which("openssl") !== null;
if (!hasOpenssl) console.warn("openssl isn't installed: mail servers with TLS are not tested");

let folder: TemporaryFolder;
/** A certificate that only itself vouches for, for `127.0.0.1`. */
let own: { key: string; cert: string };

beforeAll(async () => {
  if (!hasOpenssl) return;
  folder = await temporaryFolder("aftersale-smtp-");
  const [key, cert] = [join(folder.path, "key"), join(folder.path, "cert")];
  const made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=mail", "-addext", "subjectAltName=IP:127.0.0.1"];
  const child = Bun.spawn(["openssl", "req", ...made, ...names, "-keyout", key, "-out", cert], {
    stderr: "pipe",
  });
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text());
  own = { key: await Bun.file(key).text(), cert: await Bun.file(cert).text() };
});
afterAll(() => folder?.remove());

type Outcome = { isFinal?: boolean; status?: number | null; reason?: string | RegExp; isSecure?: boolean };

const CLIENT = { name: "shop.example", timeoutMs: 2_000 };
const MESSAGE = {
  envelope: { from: "shop@example.com", to: ["ada@example.com"] },
  bytes: Buffer.from("Subject: One\r\n\r\nText\r\n"),
};

/** Returns what became of a mail, and what the server saw. */
async function sendTo(options: SMTPServerOptions, settings: Partial<SmtpServer>) {
  const seen = { isSecure: false, mails: 0 };
  const server = new SMTPServer({
    ...{ disableReverseLookup: true, closeTimeout: 10, authOptional: true, ...own },
    onAuth: ({ password }, _session, done) =>
      setImmediate(() =>
        password === "right" ? done(null, { user: "shop" }) : done(rejection(535, "Authentication failed")),
      ),
    onData: (stream, session, done) => {
      stream.resume().on("end", () => {
        seen.isSecure = session.secure;
        seen.mails++;
        setImmediate(done);
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const defaults = { secure: false, requireTls: false, user: undefined, password: "" };
  const smtp = createSmtp({ host: "127.0.0.1", port, ...defaults, ...settings }, CLIENT);
  try {
    return { ...(await smtp.send(MESSAGE)), ...seen };
  } finally {
    smtp.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

const plain: SMTPServerOptions = { disabledCommands: ["STARTTLS"], allowInsecureAuth: true };
const LOGIN = { user: "shop", password: "right" };

const CASES: [what: string, SMTPServerOptions, Partial<SmtpServer>, Outcome][] = [
  ["TLS if there is any, and there is none", plain, {}, { status: 250, isSecure: false }],
  [
    "TLS is required, and there is none",
    plain,
    { requireTls: true },
    { isFinal: false, reason: "no TLS with the mail server" },
  ],
  ["the right password", plain, LOGIN, { status: 250 }],
  [
    "a wrong password",
    plain,
    { ...LOGIN, password: "wrong" },
    { isFinal: false, status: 535, reason: "the mail server refused the user or password" },
  ],
  [
    "a password for a server that takes none",
    { disabledCommands: ["STARTTLS", "AUTH"] },
    LOGIN,
    { isFinal: false, reason: "the mail server refused the user or password" },
  ],
  [
    "no password for a server that wants one",
    { ...plain, authOptional: false },
    {},
    { isFinal: false, status: 530, reason: "the mail server wants a user and password, or TLS" },
  ],
];
const UNTRUSTED = /^the certificate of the mail server isn't trusted: .*certificate/;
const WITH_TLS: typeof CASES = [
  [
    "smtps with a certificate that isn't trusted",
    { secure: true },
    { secure: true },
    { isFinal: false, reason: UNTRUSTED },
  ],
  [
    "STARTTLS with a certificate that isn't trusted",
    {},
    { requireTls: true },
    { isFinal: false, reason: UNTRUSTED },
  ],
  ["optional STARTTLS with a certificate that isn't trusted", {}, {}, { isFinal: false, reason: UNTRUSTED }],
];

test.each(CASES)("%s: the mail goes out, or waits and says why", async (_, server, settings, outcome) => {
  await expectOutcome(server, settings, outcome);
});

test.skipIf(!hasOpenssl).each(WITH_TLS)(
  "%s: no mail is given to it",
  async (_, server, settings, outcome) => {
    await expectOutcome(server, settings, { ...outcome, isSecure: false });
  },
);

async function expectOutcome(
  server: SMTPServerOptions,
  settings: Partial<SmtpServer>,
  { reason, ...rest }: Outcome,
) {
  const found = await sendTo(server, settings);
  expect(found).toMatchObject(rest);
  if (reason instanceof RegExp) expect("reason" in found && found.reason).toMatch(reason);
  else if (reason !== undefined) expect(found).toMatchObject({ reason });
  expect(found.mails).toBe(reason === undefined ? 1 : 0);
}

/** By command and answer: whether the mail is refused for ever. A later answer, or one to this client, isn't. */
const ANSWERS: [command: "MAIL" | "RCPT", status: number, isFinal: boolean][] = [
  ...([421, 450, 451, 452] as const).flatMap((status) =>
    (["MAIL", "RCPT"] as const).map((command): (typeof ANSWERS)[number] => [command, status, false]),
  ),
  ...([550, 552, 553, 554] as const).flatMap((status) =>
    (["MAIL", "RCPT"] as const).map((command): (typeof ANSWERS)[number] => [command, status, true]),
  ),
  ...([530, 534, 535, 538] as const).map((status): (typeof ANSWERS)[number] => ["MAIL", status, false]),
];

test.each(ANSWERS)("%s answered %i: refused for ever is %p", async (command, status, isFinal) => {
  const answer = (of: string) => (of === command ? rejection(status, "because") : null);
  const found = await sendTo(
    {
      ...plain,
      onMailFrom: (_address, _session, done) => setImmediate(done, answer("MAIL")),
      onRcptTo: (_address, _session, done) => setImmediate(done, answer("RCPT")),
    },
    {},
  );
  expect(found).toMatchObject({ isFinal });
  // After 421 a server closes the connection, perhaps before its answer is read.
  if (status !== 421) expect(found).toMatchObject({ status, answer: `${status} because` });
});
