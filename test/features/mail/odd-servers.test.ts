import { expect, test } from "bun:test";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createSmtp } from "../../../src/features/mail/smtp.ts";
import { slowdown } from "../../support/slowdown.ts";

const MESSAGE = {
  envelope: { from: "shop@example.com", to: ["ada@example.com"] },
  bytes: Buffer.from("Subject: One\r\n\r\n.\r\nText\r\n"),
};

/** What a server says to a line of the client, which is `connect` when it has come; it may do anything else instead. */
type Answering = (line: string, socket: Socket) => string | undefined;

const POLITE: Record<string, string> = {
  ...{ connect: "220 mail", EHLO: "250 mail", MAIL: "250 ok", RCPT: "250 ok" },
  ...{ DATA: "354 go on", ".": "250 taken", RSET: "250 ok", QUIT: "221 bye" },
};

function politely(line: string): string | undefined {
  return POLITE[line.split(/[ :]/)[0] ?? ""];
}

/** Sends mails one by one to a server of lines; returns what became of each, and the lines that it got. */
async function sendTo(
  answering: Answering,
  { mails = 1, timeoutMs = 2_000, envelope = MESSAGE.envelope } = {},
) {
  const lines: string[] = [];
  const server = createServer((socket) => {
    const say = (line: string) => {
      const answer = answering(line, socket);
      if (answer !== undefined && !socket.destroyed) socket.write(`${answer}\r\n`);
    };
    let rest = "";
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const parts = (rest + chunk.toString()).split("\r\n");
      rest = parts.pop() ?? "";
      lines.push(...parts);
      for (const line of parts) say(line);
    });
    say("connect");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  const settings = { secure: false, requireTls: false, user: undefined, password: "" };
  const smtp = createSmtp({ host: "127.0.0.1", port, ...settings }, { name: "shop.example", timeoutMs });
  const outcomes = [];
  for (let n = 0; n < mails; n++) {
    const startedAt = performance.now();
    const outcome = await smtp.send({ ...MESSAGE, envelope });
    outcomes.push({ ...outcome, took: performance.now() - startedAt });
  }
  smtp.close();
  server.close();
  return { outcomes, lines };
}

const NO_SMTP = "the mail server answered something that isn't SMTP";
const LOST = "the connection to the mail server was lost";
const LATE = "the mail server took too long";

const CASES: [what: string, answering: Answering, reason: string, answer: string | null][] = [
  [
    "one that refuses connections",
    (line) => (line === "connect" ? "554 no service for you" : politely(line)),
    "the mail server refused the connection",
    "554 no service for you",
  ],
  [
    "one that refuses the client's name",
    (line) => (/^(?:EHLO|HELO)/.test(line) ? "550 who is ada@example.com?" : politely(line)),
    "the mail server refused the connection",
    "550 who is ada@example.com?",
  ],
  [
    "one that isn't for mail",
    (line) => (line === "connect" ? "HTTP/1.1 400 Bad Request" : undefined),
    NO_SMTP,
    "HTTP/1.1 400 Bad Request",
  ],
  [
    "one whose lines don't end",
    (line) => (line.startsWith("EHLO") ? `250-${"x".repeat(100_000)}` : politely(line)),
    NO_SMTP,
    null,
  ],
  [
    "one that closes in the middle of the text",
    (line, socket) => {
      if (line !== "Subject: One") return line === "." ? undefined : politely(line);
      socket.destroy();
      return undefined;
    },
    LOST,
    null,
  ],
  [
    "one that closes at once",
    (_, socket) => {
      socket.destroy();
      return undefined;
    },
    LOST,
    null,
  ],
  ["one that doesn't greet", () => undefined, LATE, null],
  [
    "one that offers TLS and is silent then",
    (line) =>
      line.startsWith("EHLO") ? "250-mail\r\n250 STARTTLS" : line === "connect" ? "220 mail" : undefined,
    LATE,
    null,
  ],
];

test.each(CASES)(
  "a mail waits for %s, and its reason quotes nothing",
  async (_, answering, reason, answer) => {
    const { outcomes } = await sendTo(answering, { timeoutMs: 500 });
    expect(outcomes).toMatchObject([{ isFinal: false, reason }]);
    if (answer !== null) expect(outcomes).toMatchObject([{ answer }]);
  },
);

test("a mail is taken with its lines as they are, from a client that has the sender's domain as its name", async () => {
  const { outcomes, lines } = await sendTo(politely, { mails: 2 });
  expect(outcomes).toMatchObject([{ status: 250 }, { status: 250 }]);
  expect(lines[0]).toBe("EHLO shop.example");
  // A line that is a dot doesn't end the text.
  expect(lines.filter((line) => line === ".." || line === "Text")).toEqual(["..", "Text", "..", "Text"]);
});

test("a server may take its time to greet, as long as a step may take", async () => {
  const { outcomes } = await sendTo(
    (line, socket) => {
      if (line !== "connect") return politely(line);
      setTimeout(() => socket.write("220 mail\r\n"), 10_500);
      return undefined;
    },
    { timeoutMs: 60_000 },
  );
  expect(outcomes).toMatchObject([{ status: 250 }]);
}, 60_000);

test("a server that goes on answering for ever is left after twice the time of a step, also by a kept connection", async () => {
  const timeoutMs = 500;
  let connections = 0;
  const { outcomes } = await sendTo(
    (line, socket) => {
      if (line === "connect") connections++;
      const isEndless = line === "RSET" || (line.startsWith("EHLO") && connections > 1);
      if (!isEndless) return politely(line);
      const timer = setInterval(() => socket.write("250-wait\r\n"), 50);
      socket.on("close", () => clearInterval(timer));
      return undefined;
    },
    { mails: 2, timeoutMs },
  );
  expect(outcomes).toMatchObject([{ status: 250 }, { isFinal: false, reason: LATE }]);
  expect(outcomes[1]?.took).toBeLessThan(2 * timeoutMs + 2_000 * slowdown());
}, 20_000);

test("an address with letters such as é before its @ is sent to a server that takes them, and fails at any other", async () => {
  const { from, to } = MESSAGE.envelope;
  const [sender, recipients] = ["zoë@example.org", ["zoë@example.com"]];
  const failed = (who: string) => ({
    ...{ isFinal: true, status: null, answer: null },
    reason: `the mail server takes no ${who} with letters such as é before the @`,
  });
  const refused = await sendTo(politely, { mails: 2, envelope: { from, to: recipients } });
  expect(refused.outcomes).toMatchObject([failed("recipient"), failed("recipient")]);
  expect(refused.lines.join()).not.toMatch(/MAIL|RCPT|DATA/);
  const ofSender = await sendTo(politely, { envelope: { from: sender, to } });
  expect(ofSender.outcomes).toMatchObject([failed("sender")]);

  const takes = (line: string) =>
    line.startsWith("EHLO") ? "250-mail\r\n250-SMTPUTF8\r\n250 SIZE" : politely(line);
  const sent = await sendTo(takes, { mails: 2, envelope: { from: sender, to: recipients } });
  expect(sent.outcomes).toMatchObject([{ status: 250 }, { status: 250 }]);
  const [mail, rcpt] = [`MAIL FROM:<${sender}> SMTPUTF8`, `RCPT TO:<${recipients}>`];
  expect(sent.lines.filter((line) => /^(?:MAIL|RCPT)/.test(line))).toEqual([mail, rcpt, mail, rcpt]);
});
