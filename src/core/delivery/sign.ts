import { createHmac } from "node:crypto";
import type { Encryption } from "../../lib/encryption.ts";
import type { PostRequest } from "../../platform/net/post.ts";
import type { NextEvent } from "./leases.ts";

export type Signed = { id: string; timestamp: number; payload: string };

/** The signed bytes (`id.timestamp.payload`), and the part of them that is the payload. */
export type Content = { signed: Uint8Array<ArrayBuffer>; payload: Uint8Array };

const PREFIX = "whsec_";
const bytes = new TextEncoder();

/** Returns a new signing secret of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return PREFIX + crypto.getRandomValues(new Uint8Array(32)).toBase64();
}

/** Returns the key of HMAC that a signing secret holds. */
export function signingKey(secret: string): Uint8Array {
  return Uint8Array.fromBase64(secret.slice(PREFIX.length));
}

/** Returns the bytes that are signed, as Standard Webhooks has it. */
export function contentOf({ id, timestamp, payload }: Signed): Content {
  const prefix = `${id}.${timestamp}.`;
  const signed = bytes.encode(prefix + payload);
  return { signed, payload: signed.subarray(bytes.encode(prefix).length) };
}

/**
 * Returns the value of `webhook-signature`: one signature per key, so that receivers may verify with any of
 * them. It signs in this thread: microseconds, where Web Crypto would wait for another thread.
 */
export function signatureOf(keys: Uint8Array[], { signed }: Content): string {
  return keys.map((key) => `v1,${createHmac("sha256", key).update(signed).digest("base64")}`).join(" ");
}

type SentEvent = Pick<NextEvent, "id" | "seq" | "requestId">;

/** Returns the headers of an attempt that began at a moment, but for the credential and what is made of a secret. */
export function shownHeaders(event: SentEvent, at: Date): Record<string, string> {
  return headersOf(event, timestampOf(at));
}

function timestampOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

function headersOf({ id, seq, requestId }: SentEvent, timestamp: number) {
  return {
    "Content-Type": "application/json",
    "User-Agent": "Aftersale",
    "x-request-id": requestId,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-sequence": String(seq),
  };
}

/** How many decrypted tokens and imported keys are cached. */
const MAX_CACHED = 10_000;

/** Returns a function that makes the signed request of an event, with a cache of tokens and keys. */
export function createSignedRequests(encryption: Encryption) {
  const tokens = cached((encrypted) => encryption.decrypt(encrypted));
  const keys = cached(async (encrypted) => signingKey(await encryption.decrypt(encrypted)));

  return async function requestOf(
    event: NextEvent,
    body: string,
    at: Date,
  ): Promise<Omit<PostRequest, "timeoutMs">> {
    const { id, seq, url, token, signingSecret, previousSigningSecret, requestId } = event;
    const timestamp = timestampOf(at);
    const content = contentOf({ id, timestamp, payload: body });
    const secrets = previousSigningSecret ? [signingSecret, previousSigningSecret] : [signingSecret];
    const signingKeys = await Promise.all(secrets.map(keys));
    const headers = {
      ...headersOf({ id, seq, requestId }, timestamp),
      ...(token !== null && { Authorization: `Bearer ${await tokens(token)}` }),
      "webhook-signature": signatureOf(signingKeys, content),
    };
    return { url, headers, body: content.payload };
  };
}

function cached<Value>(load: (encrypted: string) => Promise<Value>): (encrypted: string) => Promise<Value> {
  const cache = new Map<string, Promise<Value>>();
  return (encrypted) => {
    const existing = cache.get(encrypted);
    if (existing) return existing;
    const value = load(encrypted);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(encrypted, value);
    value.catch(() => cache.delete(encrypted));
    return value;
  };
}

/** Returns the HMAC with SHA-256 of a text, in characters of addresses. */
export function hmacOf(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}
