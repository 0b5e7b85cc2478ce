import type { StoreRetention } from "../../../features/activity/retention/schema.ts";
import type { Status } from "../../../features/returns/status.ts";

/** Forms of a text by the category of its number (`Intl.PluralRules`); `{count}` stands for it. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The texts of the search, of translated settings, and of what a return can be. */
export type SettingsTexts = {
  search: {
    title: string;
    results: Plural;
    typeWhat: string;
    typeText: string;
    nothing: string;
    nothingText: string;
  };
  general: {
    id: string;
    created: string;
    currency: string;
    currencyHelp: string;
    timeZone: string;
    timeZoneHelp: string;
    firstStatus: string;
    waiting: string;
    /** `{soon}` and `{late}` stand for numbers of days. */
    waitingAfter: string;
    soonDays: string;
    lateDays: string;
    changes: string;
    setting: string;
    was: string;
    became: string;
  };
  people: {
    lead: string;
    none: string;
    noneText: string;
    you: string;
    unproved: string;
    role: string;
    since: string;
    invited: string;
    invite: string;
    inviteLead: string;
    create: string;
    email: string;
    withdraw: string;
    withdrawn: string;
    sendLink: string;
    sendLead: string;
    proxy: string;
    invitedBy: string;
    roleChanged: string;
    mustSignIn: string;
    removed: string;
    remove: string;
    removeTitle: string;
    removeText: string;
    sessions: string;
    notSignedIn: string;
    notSignedInText: string;
    browser: string;
    address: string;
    unknown: string;
    firstUsed: string;
    lastUsed: string;
    endAll: string;
    endTitle: string;
    endText: string;
  };
  locations: {
    lead: string;
    none: string;
    noneText: string;
    default: string;
    address: string;
    phone: string;
    line1: string;
    line2: string;
    postalCode: string;
    city: string;
    state: string;
    country: string;
    isDefault: string;
  };
  retention: {
    lead: string;
    what: string;
    keptFor: string;
    removedLast: string;
    setting: string;
    notByAge: string;
    ordersAndReturns: string;
    asLong: string;
    customers: string;
    orErased: string;
    stock: string;
    sessions: string;
    sessionsText: string;
    forever: string;
    notYet: string;
    hours: Plural;
    days: Plural;
    kinds: Record<StoreRetention["kind"], { title: string; text: string }>;
  };
  /** What a return can be, and what that means. */
  statuses: Record<Status, { title: string; means: string }>;
};
