import type { WithdrawalTexts } from "./texts.ts";

export const EN: WithdrawalTexts = {
  withdraw: "withdraw from contract here",
  confirm: "confirm withdrawal",
  statement: {
    to: "To: {store}",
    whole: "I withdraw from the contract for the order {order}.",
    part: "I withdraw from the contract for these items of the order {order}:",
    item: "{quantity} × {item}",
    name: "Name: {name}",
    email: "E-mail address for the receipt: {email}",
  },
  receipt: {
    title: "Receipt for your withdrawal",
    intro: "We have received your withdrawal. This is what you have stated, and when.",
    number: "Number",
    receivedAt: "Received",
    statement: "Your statement",
    keep: "Keep this receipt. It can be read at this address at any time.",
    erased: "The statement of this receipt has been erased.",
  },
  form: {
    intro: "You can withdraw from your contract here, without giving a reason.",
    name: "Your name",
    order: "Order number",
    orderHint:
      "As in the confirmation of your order. If you don't have it, write what you ordered, and when.",
    email: "E-mail address",
    emailHint: "We send the receipt there.",
    items: "Items, if not the whole order",
    itemsHint: "One in each line, with the quantity: 2\u00a0×\u00a0Linen\u00a0shirt",
    next: "Continue",
    check: "Check your statement. It is sent when you confirm it.",
    change: "Change",
    sent: "We send the receipt to {email}.",
  },
  faults: {
    name: "Enter your name.",
    order: "Enter the number of your order, or what you ordered, and when.",
    email: "Enter an e-mail address, such as name@example.com.",
    items: "Enter at most {max} items, one in each line, with at most {length} characters.",
    expired: "This page was open for too long. Check your statement and confirm it again.",
  },
};
