/** What a mail says. A paragraph with `link` is a link; without an address it is the one that is kept encrypted. */
export type MailWordsDocument = {
  subject: string;
  paragraphs: { text: string; link?: { url: string | null } }[];
};
