/** What a language says. A part in braces is replaced by a value. */
export type WithdrawalTexts = {
  /** The labels of the two steps, which a store may replace. */
  withdraw: string;
  confirm: string;
  statement: {
    to: string;
    whole: string;
    part: string;
    item: string;
    name: string;
    email: string;
  };
  receipt: {
    title: string;
    intro: string;
    number: string;
    receivedAt: string;
    statement: string;
    keep: string;
    erased: string;
  };
  form: {
    intro: string;
    name: string;
    order: string;
    orderHint: string;
    email: string;
    emailHint: string;
    items: string;
    itemsHint: string;
    next: string;
    check: string;
    change: string;
    sent: string;
  };
  faults: {
    name: string;
    order: string;
    email: string;
    items: string;
    expired: string;
  };
};
