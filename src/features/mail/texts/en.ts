import type { MailTexts } from "../kinds.ts";

export const EN: MailTexts = {
  withdraw: "withdraw from contract here",
  return_received: {
    subject: "Your return of order {order}",
    text: "We have received your return of order {order}.\n\nYou get another mail as soon as there is news.",
    facts: ["Items: {items}"],
    link: "Follow your return",
  },
  label_ready: {
    subject: "The label for your return of order {order}",
    text: "The label for your return of order {order} is ready. Print it, put it on the parcel, and hand the parcel in.",
    link: "Open the label",
  },
  return_arrived: {
    subject: "Your return of order {order} has arrived",
    text: "Your return of order {order} has arrived. We check it now, and write to you when that is done.",
    link: "Follow your return",
  },
  return_refused: {
    subject: "Your return of order {order} was not accepted",
    text: "We can't accept your return of order {order}.",
    facts: ["Reason: {reason}"],
    link: "See your return",
  },
  return_refunded: {
    subject: "The refund for order {order}",
    text: "Your return of order {order} is complete, and we refund it to you.",
    facts: ["Amount: {amount}"],
    link: "See your return",
  },
  return_credited: {
    subject: "The store credit for order {order}",
    text: "Your return of order {order} is complete, and you get store credit for it.",
    facts: ["Amount: {amount}"],
    link: "See your return",
  },
  return_cancelled: {
    subject: "Your return of order {order} was cancelled",
    text: "Your return of order {order} was cancelled. You need not do anything more.",
    link: "See your return",
  },
  withdrawal_receipt: {
    subject: "Receipt of your withdrawal {number}",
    text: "We have received your withdrawal from the contract. This mail is the receipt: keep it.",
    facts: ["Number: {number}", "Received: {time}", "Your statement, word for word:"],
    link: "Open the receipt",
  },
  order_code: {
    subject: "Your code for order {order}",
    text: "Enter this code to return something of order {order}: {code}\n\nIt is valid for 15 minutes. If you haven't asked for it, ignore this mail, and give the code to nobody.",
  },
  invitation: {
    subject: "Invitation to {store}",
    text: "{by} invites you to {store}. The link works once, for a week. If you don't know {store}, ignore this mail.",
    link: "Accept the invitation",
  },
  sign_in_link: {
    subject: "Your link to sign in",
    text: "This link signs you in without a password. It works once, for a week. Don't pass it on.",
    link: "Sign in",
  },
  password_changed: {
    subject: "Your password was changed",
    text: "The password of your account was changed, and all other sessions have ended.\n\nIf that was not you, ask the operator of the service for a link to sign in, and set a new password.",
  },
};
