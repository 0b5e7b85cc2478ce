/** What W3C Trace Context allows, and how much of it is at least to be carried on. */
const MAX_MEMBERS = 32;
const MAX_CHARACTERS = 512;
/** Longer members are left out first. */
const LONG_MEMBER = 128;

const KEY = /^(?:[a-z][\w*/-]{0,255}|[a-z\d][\w*/-]{0,240}@[a-z][\w*/-]{0,13})$/;
const VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/**
 * Returns a header `tracestate` as it is carried on: its members in their order, at most 512 characters of them;
 * undefined when it is missing or against the rules, because other vendors' members are all or nothing.
 */
export function carriedTraceState(header: string | null | undefined): string | undefined {
  const members = (header ?? "")
    .split(",")
    .map((member) => member.trim())
    .filter((member) => member !== "");
  const keys = new Set(members.map(memberKey));
  const isValid = keys.size === members.length && members.length <= MAX_MEMBERS && members.every(isMember);
  if (members.length === 0 || !isValid) return undefined;
  while (lengthOf(members) > MAX_CHARACTERS) {
    const long = members.findLastIndex((member) => member.length > LONG_MEMBER);
    members.splice(long < 0 ? members.length - 1 : long, 1);
  }
  return members.join(",");
}

function isMember(member: string): boolean {
  const key = memberKey(member);
  return KEY.test(key) && key === key.toLowerCase() && VALUE.test(member.slice(key.length + 1));
}

function memberKey(member: string): string {
  return member.split("=", 1)[0] ?? "";
}

function lengthOf(members: string[]): number {
  return members.reduce((sum, { length }) => sum + length + 1, -1);
}
