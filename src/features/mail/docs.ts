/** The documentation of the operations. */
export const DOCS = {
  list: {
    operationId: "listMails",
    summary: "List mails",
    description: `Lists the mails of the store, newest first unless \`sort\` says otherwise: to shoppers, and to the people who use its console.

- Mails of one return to one address are sent in order, each after the previous one was sent or has failed.
- A mail that the server refuses for good (5xx) has \`failed\` at once. Other failures are tried again, for two days by default; then it has failed too.
- Mails wait while the service has no mail server, and go out once it has one.
- Mails are kept for 90 days after they were sent or have failed, unless the operator has set another time.`,
    "x-extension": true,
  },
  send: {
    operationId: "sendMail",
    summary: "Send a mail now",
    description: `Sends a mail now, whatever its status: with all attempts before it, and with the same \`Message-ID\`, by which a receiver drops what it has already.`,
    "x-extension": true,
    "x-errors": { 409: "What the mail said is gone (`mail_is_gone`)." },
  },
};
