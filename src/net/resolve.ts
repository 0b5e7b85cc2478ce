import { lookup } from "node:dns/promises";

export type Address = { address: string; family: number };

/** Gives all addresses that a name leads to; throws when it leads nowhere. */
export type Resolve = (hostname: string) => Promise<Address[]>;

/** The names of the machine and of DNS, as connections would use them. */
export function resolveName(hostname: string): Promise<Address[]> {
  return lookup(hostname, { all: true, verbatim: true });
}
