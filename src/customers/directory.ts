import { newId } from "../lib/ids.ts";
import {
  emptyProfile,
  type Given,
  type Identifier,
  identifiersOf,
  type Profile,
  patched,
} from "./profile.ts";

export type Directory = {
  /** The id of the customer that `given` means, made when there is none, and enriched. Null when nobody is identified. */
  recognise(given: Given, stamp: number): string | null;
  /** The profiles that are new or changed, in the order of their ids. */
  changed(): Profile[];
};

/**
 * The customers that a batch may mean, in memory: `known` must hold everybody who has one of the batch's identifiers. One
 * patch after the other sees what those before it did.
 */
export function createDirectory(known: Profile[]): Directory {
  const profiles = new Map(known.map((profile) => [profile.id, profile]));
  const holders = new Map<string, string>();
  const changes = new Set<string>();
  for (const profile of known) index(profile);

  function index({ id, emailKey, phoneNumber }: Profile) {
    if (emailKey) holders.set(nameOf({ by: "emailKey", value: emailKey }), id);
    if (phoneNumber) holders.set(nameOf({ by: "phoneNumber", value: phoneNumber }), id);
  }

  function holderOf(identifier: Identifier): string | undefined {
    if (identifier.by === "id") return profiles.has(identifier.value) ? identifier.value : undefined;
    const id = holders.get(nameOf(identifier));
    // Somebody who has another address by now no longer answers to the old one.
    return id !== undefined && profiles.get(id)?.[identifier.by] === identifier.value ? id : undefined;
  }

  return {
    recognise(given, stamp) {
      const [deciding] = identifiersOf(given);
      if (!deciding) return null;
      const id = holderOf(deciding) ?? given.id ?? newId("cus");
      const before = profiles.get(id);
      const after = patched(before ?? emptyProfile(id), given, stamp, (identifier) => {
        const holder = holderOf(identifier);
        return holder !== undefined && holder !== id;
      });
      if (before === after) return id;
      profiles.set(id, after);
      index(after);
      changes.add(id);
      return id;
    },
    changed: () => [...changes].sort().flatMap((id) => profiles.get(id) ?? []),
  };
}

function nameOf({ by, value }: Identifier): string {
  return `${by} ${value}`;
}
