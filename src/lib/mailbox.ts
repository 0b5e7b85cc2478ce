/** A name, perhaps empty, and an address of mail. */
export type Mailbox = { name: string; address: string };

const ADDRESS = /^[^\s\p{C}@<>(),;:\\"[\]]+@[^\s\p{C}@<>(),;:\\"[\]]+$/u;
const MAX_LENGTH = 254;

/** Returns the mailbox that a text is, `a@b.example` or `Name <a@b.example>`; undefined for another text. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, quoted, plain, inBrackets] =
    /^(?:"([^"\p{C}]*)"|([^"<>\p{C}]*))\s*<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? text.trim();
  if (!isAddress(address)) return undefined;
  return { name: (quoted ?? plain ?? "").trim(), address };
}

/** Whether a text is an address that can stand in a mail's header and in the commands of SMTP. */
export function isAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text);
}

/** Returns the domain of an address, by its ASCII form; undefined for one that no name can be. */
export function domainOf(address: string): string | undefined {
  return URL.parse(`http://${address.split("@").at(-1)}`)?.hostname;
}
