import { openMailServer, rejection, type SeenMail } from "../../../support/open-mail-server.ts";
import { moodOf } from "../loopback-server.ts";
import type { Random } from "../random.ts";

/** A server of mails that forgets to answer. `arrived` are the mails that it has taken, answered or not. */
export type MailHost = {
  url: string;
  arrived: SeenMail[];
  tally: Record<Mood, number>;
  close(): Promise<void>;
};

/** `lost`: the mail is taken, and the connection closed before the answer. */
type Mood = "taken" | "refused" | "lost";

const OF_MAIL = { taken: 80, refused: 10, lost: 10 };
const OF_ADDRESS = { taken: 96, refused: 3, lost: 1 };

/** Starts the server; it refuses for now, or closes the connection, at random at each command. */
export async function openMailHost(random: Random): Promise<MailHost> {
  const server = await openMailServer();
  const arrived: SeenMail[] = [];
  const tally = { taken: 0, refused: 0, lost: 0 };
  server.script((command) => {
    const mood = moodOf<Mood>(random, command === "DATA" ? OF_MAIL : OF_ADDRESS);
    const mail = server.seen.at(-1);
    if (command === "DATA" && mail && mood !== "refused") arrived.push(mail);
    if (command === "DATA" || mood !== "taken") tally[mood]++;
    if (mood === "lost") return "drop";
    return mood === "refused" ? rejection(451, "4.3.0 not now") : undefined;
  });
  return { url: server.url, arrived, tally, close: server.close };
}

/** Returns the plain text of a mail, as its reader sees it. */
export function plainText({ raw }: SeenMail): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? "";
  const part = raw.split(`--${boundary}`).find((each) => /^\s*content-type: text\/plain/im.test(each)) ?? "";
  const end = part.indexOf("\r\n\r\n");
  const [head, body] = [part.slice(0, end), part.slice(end + 4).replaceAll("\r\n", "\n")];
  const encoding = /content-transfer-encoding: (\S+)/i.exec(head)?.[1]?.toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString().replaceAll("\r\n", "\n");
  if (encoding === "quoted-printable") return unquoted(body);
  // Of flowed text a line that ends with a space goes on in the next one.
  return /format=flowed/i.test(head) ? body.replaceAll(/ \n ?/g, " ").replaceAll(/^ /gm, "") : body;
}

function unquoted(text: string): string {
  const bytes = text
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
