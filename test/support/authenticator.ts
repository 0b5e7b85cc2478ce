import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** What a scripted authenticator does differently from an honest one. */
export type Deviation = {
  origin?: string;
  host?: string;
  isUserVerified?: boolean;
  /** The signature counter; one more than the last one by default. */
  counter?: number;
  userHandle?: string;
  credentialId?: string;
  type?: string;
  /** Signs with another key. */
  isForged?: boolean;
};

type Options = { challenge: string; user?: { id: string } };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Creates an authenticator with one passkey, without a browser: it makes keys and signs what browsers would. */
export function createAuthenticator(origin = "http://localhost") {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = pair.publicKey.export({ format: "jwk" });
  const credentialId = base64Url(randomBytes(32));
  let counter = 0;
  let userHandle = "";

  const clientData = (type: string, { challenge }: Options, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        ...{ type: deviation.type ?? type, challenge, crossOrigin: false },
        origin: deviation.origin ?? origin,
      }),
    );
  const authenticatorData = (flags: number, deviation: Deviation) => {
    const count = Buffer.alloc(4);
    counter = deviation.counter ?? counter + 1;
    count.writeUInt32BE(counter);
    const verified = deviation.isUserVerified === false ? 0 : USER_VERIFIED;
    const host = deviation.host ?? new URL(origin).hostname;
    return Buffer.concat([sha256(Buffer.from(host)), Buffer.from([flags | USER_PRESENT | verified]), count]);
  };

  return {
    /** Responds to a registration with a new credential, attested by none. */
    register(options: Options, deviation: Deviation = {}): string {
      userHandle = options.user?.id ?? "";
      const key = cbor(
        new Map<number, unknown>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as const),
          [-2, Buffer.from(x, "base64url")],
          [-3, Buffer.from(y, "base64url")],
        ]),
      );
      const id = Buffer.from(credentialId, "base64url");
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const data = [authenticatorData(HAS_CREDENTIAL, deviation), Buffer.alloc(16), length, id, key];
      const attestation = cbor(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", Buffer.concat(data)],
        ]),
      );
      return responseOf(credentialId, {
        clientDataJSON: base64Url(clientData("webauthn.create", options, deviation)),
        attestationObject: base64Url(attestation),
      });
    },
    /** Responds to a sign-in with a signature. */
    sign(options: Options, deviation: Deviation = {}): string {
      const client = clientData("webauthn.get", options, deviation);
      const data = authenticatorData(0, deviation);
      const { privateKey } = deviation.isForged ? other : pair;
      return responseOf(deviation.credentialId ?? credentialId, {
        clientDataJSON: base64Url(client),
        authenticatorData: base64Url(data),
        signature: base64Url(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: deviation.userHandle ?? userHandle,
      });
    },
  };
}

function responseOf(id: string, response: Record<string, string>): string {
  return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function base64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

/** Encodes integers, strings, bytes and maps as CBOR. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (!(value instanceof Map)) throw new Error("This value has no encoding here.");
  const entries = [...value].flatMap(([name, each]) => [cbor(name), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
