import { BREAKS } from "./breaks.ts";
import { consoleRequest } from "./console.ts";
import { bytesOf, type Context, orderRequest, pick, type RawRequest, validRequest } from "./request.ts";

/** The bytes that are sent over one connection. */
export type Shot = {
  kind: string;
  /** Written one after another, with a pause before each except the first. */
  pieces: Buffer[];
  pauseMs: number;
  /** Whether the client disconnects after writing, without waiting for responses. */
  leaves: boolean;
  requests: number;
  /** Whether its only request is cut off, so that it must have no effect. */
  isCut: boolean;
  /** The ids of the orders that it may create. */
  orderIds: string[];
};

type Maker = (context: Context) => RawRequest[];

const broken = (breaks: (typeof BREAKS)[keyof typeof BREAKS]): Maker => {
  return (context) => [pick(context.random, breaks)(orderOrOther(context), context)];
};

const KINDS: Record<string, Maker> = {
  line: broken(BREAKS.LINES),
  head: broken(BREAKS.HEADS),
  frame: broken(BREAKS.FRAMES),
  "frame of an order": (context) => [pick(context.random, BREAKS.FRAMES)(orderRequest(context), context)],
  twice: (context) => {
    const all = Object.values(BREAKS).flat();
    const once = pick(context.random, all)(orderOrOther(context), context);
    return [pick(context.random, all)(once, context)];
  },
  pipeline: (context) => {
    const { random } = context;
    const requests = Array.from({ length: random.between(2, 12) }, () => orderOrOther(context));
    const place = random.between(0, requests.length - 1);
    const all = Object.values(BREAKS).flat();
    return requests.map((one, i) => (i === place ? pick(random, all)(one, context) : one));
  },
  valid: (context) => [validRequest(context)],
  page: (context) => [consoleRequest(context)],
  "another page": (context) => [consoleRequest(context)],
  "broken page": (context) => {
    const all = Object.values(BREAKS).flat();
    return [pick(context.random, all)(consoleRequest(context), context)];
  },
};

/** The first bytes of other protocols, and incomplete requests. */
const FOREIGN = [
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
  `\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03${"\x5a".repeat(197)}`,
  "SSH-2.0-OpenSSH_9.6\r\n",
  "\0\0\0\x08\x04\xd2\x16\x2f",
  "\x05\x01\0",
  "EHLO example.test\r\n",
  "*1\r\n$4\r\nPING\r\n",
  "\0",
  "\r\n",
  "\r\n".repeat(500),
  " ",
  "GET",
  "GET /healthz\r\n",
  "GET / HTTP/1.1",
];

/** Returns the next shot at random. */
export function nextShot(context: Context): Shot {
  const { random } = context;
  if (random.chance(0.04))
    return shot("foreign", [], [Buffer.from(pick(random, FOREIGN), "latin1")], context);
  if (random.chance(0.03)) {
    const bytes = Buffer.from(Array.from({ length: random.between(1, 400) }, () => random.between(0, 255)));
    return shot("noise", [], [bytes], context);
  }
  const kind = pick(random, Object.keys(KINDS));
  const requests = KINDS[kind]?.(context) ?? [];
  const whole = Buffer.concat(requests.map(bytesOf));
  if (random.chance(0.1)) {
    const cut = whole.subarray(0, random.between(1, whole.length));
    const isCut = kind === "valid" && cut.length < whole.length;
    return { ...shot(`cut ${kind}`, requests, [cut], context), isCut };
  }
  if (random.chance(0.05))
    return shot(`slow ${kind}`, requests, inPieces(whole, random.between(2, 20)), context);
  return shot(kind, requests, [whole], context);
}

function shot(kind: string, requests: RawRequest[], pieces: Buffer[], { random }: Context): Shot {
  return {
    ...{ kind, pieces, requests: Math.max(1, requests.length) },
    pauseMs: random.between(1, 15),
    leaves: random.chance(0.1),
    isCut: false,
    orderIds: requests.flatMap(({ orderId }) => orderId ?? []),
  };
}

function inPieces(whole: Buffer, count: number): Buffer[] {
  const size = Math.ceil(whole.length / count);
  return Array.from({ length: count }, (_, i) => whole.subarray(i * size, (i + 1) * size)).filter(
    ({ length }) => length > 0,
  );
}

function orderOrOther(context: Context): RawRequest {
  return context.random.chance(0.5) ? orderRequest(context) : validRequest(context);
}
