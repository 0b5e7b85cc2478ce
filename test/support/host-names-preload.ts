// Preloaded into service processes; the names in the file HOST_NAMES lead where it says.
import dns, { type LookupAddress, type LookupOptions } from "node:dns";
import { readFileSync } from "node:fs";

type Callback = (error: Error | null, address?: string | LookupAddress[], family?: number) => void;
type Lookup = (name: string, options: LookupOptions, callback: Callback) => void;

const file = process.env.HOST_NAMES;
const lookUp = dns.lookup as Lookup;
const lookUpLater = dns.promises.lookup as (name: string, options: LookupOptions) => Promise<unknown>;

/** Returns the address of a name of the file, an error as for a name server that is away, or undefined. */
function find(name: string): string | Error | undefined {
  const names: Record<string, string | null> = file ? JSON.parse(readFileSync(file, "utf8")) : {};
  const address = names[name];
  if (address !== null) return address;
  const details = { code: "EAI_AGAIN", errno: -3, syscall: "getaddrinfo", hostname: name };
  return Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), details);
}

const replaced: Lookup = (name, options, callback) => {
  const found = find(name);
  if (found === undefined) return lookUp(name, options, callback);
  if (found instanceof Error) return setImmediate(callback, found);
  if (options.all) setImmediate(callback, null, [{ address: found, family: 4 }]);
  else setImmediate(callback, null, found, 4);
};

Object.assign(dns, {
  lookup: (name: string, ...rest: [LookupOptions, Callback] | [Callback]) =>
    rest.length === 1 ? replaced(name, {}, rest[0]) : replaced(name, rest[0], rest[1]),
});
Object.assign(dns.promises, {
  lookup: async (name: string, options: LookupOptions = {}) => {
    const found = find(name);
    if (found instanceof Error) throw found;
    if (found === undefined) return lookUpLater(name, options);
    const one = { address: found, family: 4 };
    return options.all ? [one] : one;
  },
});
