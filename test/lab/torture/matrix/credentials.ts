import { SCOPES, type Scope } from "../../../../src/core/scopes.ts";
import { newSecret } from "../../../../src/lib/secret.ts";
import type { Shop, Target } from "./target.ts";

export type Credential = {
  name: string;
  headers: Record<string, string>;
  /** Whether it is also sent with the objects of another store and with unknown ones. */
  triesAllStores?: boolean;
};

export type Credentials = {
  /** No secret and a revoked one. */
  unauthenticated: Credential[];
  /** Credentials that can never be valid. */
  malformed: Credential[];
  /** A secret of the store with every scope except those that the operation can't do without. */
  scopeless: Credential;
  /** A secret of the store with only the operation's scopes. */
  own: Credential;
  /** Another store's secret with all scopes. */
  foreign: Credential;
};

/** What an operation takes: `scopes` are enough, and without `withheld` the others are not. */
export type Kind = { scopes: Scope[]; withheld: Scope[]; takesBare: boolean };

/** Creates the credentials with which an operation is tested. */
export async function credentialsFor(
  target: Target,
  own: Shop,
  foreign: Shop,
  { scopes, withheld, takesBare }: Kind,
): Promise<Credentials> {
  const others = SCOPES.filter((one) => !withheld.includes(one));
  const revoked = await target.newClient(own.id);
  const lacking = await target.newClient(own.id, others);
  await target.revoke(own.id, revoked.clientId);
  const { secret } = own;
  const typo = secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0");
  const bearers = {
    ...{ "a mistyped": typo, "a cut": secret.slice(0, -1), two: `${secret} ${secret}`, no: "" },
    ...{ "an unknown": newSecret().secret, "a capital": secret.toUpperCase() },
  };
  const unauthenticated: Credential[] = [
    { name: "none", headers: {}, triesAllStores: true },
    { ...bearer("a revoked secret", revoked.secret), triesAllStores: true },
  ];
  const malformed: Credential[] = [
    { name: "a bare secret", headers: { Authorization: secret } },
    { name: "basic", headers: { Authorization: `Basic ${btoa(`${own.id}:${secret}`)}` } },
    { name: "a long one", headers: { Authorization: `Bearer ${secret}${"x".repeat(4_000)}` } },
    ...Object.entries(bearers).map(([name, one]) => bearer(`${name} secret`, one)),
    ...(takesBare
      ? Object.entries(bearers).map(([name, one]) => ({
          name: `${name} secret in X-Authorization`,
          headers: { "X-Authorization": one },
        }))
      : [{ name: "the secret in X-Authorization", headers: { "X-Authorization": `Bearer ${secret}` } }]),
  ];
  return {
    unauthenticated,
    malformed,
    scopeless: bearer("a secret without the scope", lacking.secret),
    own: await ownCredential(target, own, { scopes }),
    foreign: bearer("another store's secret", foreign.secret),
  };
}

/** Creates a secret of the store with only these scopes. */
export async function ownCredential(
  target: Target,
  { id }: Shop,
  { scopes }: Pick<Kind, "scopes">,
): Promise<Credential> {
  return bearer("the store's secret", (await target.newClient(id, scopes)).secret);
}

function bearer(name: string, secret: string): Credential {
  return { name, headers: { Authorization: `Bearer ${secret}` } };
}
