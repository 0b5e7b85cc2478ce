import type { Mail } from "../../../features/mail/schema.ts";
import type { Tone } from "../components/badge.ts";
import type { Plain } from "../texts/texts.ts";

export const MAIL_TITLES: Record<Mail["kind"], Plain> = {
  return_received: "Return received",
  label_ready: "Label ready",
  return_arrived: "Return arrived",
  return_refused: "Return not accepted",
  return_refunded: "Refund",
  return_credited: "Store credit",
  return_cancelled: "Return cancelled",
  withdrawal_receipt: "Receipt of a withdrawal",
  order_code: "Code to find an order",
  invitation: "Invitation",
  sign_in_link: "Link to sign in",
  password_changed: "Password changed",
};

export const MAIL_STATES: Record<Mail["status"], { title: Plain; tone: Tone }> = {
  waiting: { title: "Waiting", tone: "warn" },
  sent: { title: "Sent", tone: "good" },
  failed: { title: "Failed", tone: "bad" },
};
