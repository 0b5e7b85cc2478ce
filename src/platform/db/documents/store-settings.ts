import type { Language } from "../../../lib/languages.ts";

type Texts = Partial<Record<Language, string>>;

/** A change of one of a store's own settings, and who made it. */
export type SettingChange = {
  at: string;
  by: string;
  byId: string | null;
  setting: "name" | "currency" | "firstStatus" | "timeZone";
  from: string;
  to: string;
};

/** What the store has set; what it hasn't set has its default. */
export type StoreSettingsDocument = {
  shopperPage?: {
    enabled?: boolean;
    findBy?: ("email" | "phone" | "postal_code")[];
    origins?: string[];
    logoUrl?: string | null;
    color?: string | null;
  };
  withdrawal?: {
    enabled?: boolean;
    days?: number;
    status?: "open" | "pre_shipment" | "needs_review" | null;
    labels?: { withdraw?: Texts; confirm?: Texts };
  };
  mail?: {
    enabled?: boolean;
    from?: string | null;
    replyTo?: string | null;
    languages?: Language[];
    kinds?: MailKind[];
    texts?: Partial<Record<MailKind, Partial<Record<Language, { subject?: string; text?: string }>>>>;
  };
  waiting?: { soonDays?: number; lateDays?: number };
};

export type MailKind =
  | "return_received"
  | "label_ready"
  | "return_arrived"
  | "return_refused"
  | "return_refunded"
  | "return_credited"
  | "return_cancelled"
  | "withdrawal_receipt";
