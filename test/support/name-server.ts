import { createSocket } from "node:dgram";
import { isIP } from "node:net";

export type NameServer = {
  /** `address:port` */
  address: string;
  /** The addresses of each name; other names don't exist. */
  names: Map<string, string[]>;
  /** Queries that are never answered: a name, or a name and one record type such as `AAAA quiet.example`. */
  silent: Set<string>;
  /** Every query received, such as `A shop.example`. */
  asked: string[];
  close(): void;
};

const [A, AAAA] = [1, 28];
const NO_SUCH_NAME = 3;

/** Starts a name server on the loopback interface that resolves a few names. */
export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket("udp4");
  const server = { names: new Map<string, string[]>(), silent: new Set<string>(), asked: [] as string[] };
  socket.on("message", (question, { port, address }) => {
    const { name, type, end } = parseQuestion(question);
    const family = type === A ? "A" : "AAAA";
    server.asked.push(`${family} ${name}`);
    if (server.silent.has(name) || server.silent.has(`${family} ${name}`)) return;
    const all = server.names.get(name);
    const answers = (all ?? []).filter((found) => isIP(found) === (type === A ? 4 : 6)).map(bytesOf);
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (all ? 0 : NO_SUCH_NAME), 2);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt32BE(0, 8);
    const records = answers.map((data) => {
      const record = Buffer.alloc(12);
      // A compression pointer to the name in the question.
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(60, 6);
      record.writeUInt16BE(data.length, 10);
      return Buffer.concat([record, data]);
    });
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  return { ...server, address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

function parseQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = message.readUInt16BE(at + 1);
  if (type !== A && type !== AAAA) throw new Error(`a question of type ${type}`);
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail = ""] = address.split("::");
  const words = (part: string) => (part === "" ? [] : part.split(":"));
  const zeros = Array<string>(8 - words(head).length - words(tail).length).fill("0");
  return Buffer.from(
    [...words(head), ...zeros, ...words(tail)].map((word) => word.padStart(4, "0")).join(""),
    "hex",
  );
}
