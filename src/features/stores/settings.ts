import { parseOrigin } from "../../lib/host.ts";
import { LANGUAGES } from "../../lib/languages.ts";
import type { Fault } from "../../lib/problem.ts";
import type { StoreSettingsDocument } from "../../platform/db/documents/store-settings.ts";
import { MAIL_KINDS, MIN_WITHDRAWAL_DAYS, type PartsChange, type StoreParts } from "./settings-schema.ts";

const DEFAULTS: StoreParts = {
  shopperPage: { enabled: false, findBy: ["email"], origins: [], logoUrl: null, color: null },
  withdrawal: { enabled: false, days: MIN_WITHDRAWAL_DAYS, status: null, labels: {} },
  mail: {
    ...{ enabled: false, from: null, replyTo: null },
    ...{ languages: [...LANGUAGES], kinds: [...MAIL_KINDS], texts: {} },
  },
  waiting: { soonDays: 2, lateDays: 5 },
};

/** Returns the settings that a store's row has, with their defaults. */
export function partsOf(stored: StoreSettingsDocument | null): StoreParts {
  return {
    shopperPage: { ...DEFAULTS.shopperPage, ...stored?.shopperPage },
    withdrawal: { ...DEFAULTS.withdrawal, ...stored?.withdrawal },
    mail: { ...DEFAULTS.mail, ...stored?.mail },
    waiting: { ...DEFAULTS.waiting, ...stored?.waiting },
  };
}

/** Returns what a store's row has after a change. Turning the page or withdrawal on turns mail on. */
export function changedParts(
  stored: StoreSettingsDocument | null,
  change: PartsChange,
): StoreSettingsDocument {
  const { shopperPage, withdrawal, mail, waiting } = change;
  const before = partsOf(stored);
  const turnsOn =
    (shopperPage?.enabled && !before.shopperPage.enabled) ||
    (withdrawal?.enabled && !before.withdrawal.enabled);
  return {
    shopperPage: {
      ...stored?.shopperPage,
      ...shopperPage,
      ...(shopperPage?.origins && { origins: [...new Set(shopperPage.origins.map(toOrigin))] }),
      ...(shopperPage?.findBy && { findBy: [...new Set(shopperPage.findBy)] }),
      ...(shopperPage?.color && { color: shopperPage.color.toLowerCase() }),
    },
    withdrawal: { ...stored?.withdrawal, ...withdrawal },
    mail: {
      ...stored?.mail,
      ...(turnsOn && { enabled: true }),
      ...mail,
      ...(mail?.languages && { languages: [...new Set(mail.languages)] }),
    },
    ...((stored?.waiting || waiting) && { waiting: { ...stored?.waiting, ...waiting } }),
  };
}

/** Returns what the schema of a change doesn't see. */
export function faultsOf({
  shopperPage,
  mail,
  waiting: { soonDays = 1, lateDays = 365 } = {},
}: PartsChange): Fault[] {
  const { origins = [], logoUrl } = shopperPage ?? {};
  const faults = origins.flatMap((origin, i) =>
    parseOrigin(origin) === undefined
      ? [
          {
            detail: `shopperPage.origins.${i} must be an origin such as https://shop.example, without a path.`,
            pointer: `/shopperPage/origins/${i}`,
          },
        ]
      : [],
  );
  if (typeof logoUrl === "string" && !isHttps(logoUrl)) {
    const detail =
      "shopperPage.logoUrl must be an https address without a user, such as https://shop.example/logo.png.";
    faults.push({ detail, pointer: "/shopperPage/logoUrl" });
  }
  if (mail?.kinds && !mail.kinds.includes("withdrawal_receipt")) {
    const detail = "mail.kinds must have withdrawal_receipt: a withdrawal's receipt is always sent.";
    faults.push({ detail, pointer: "/mail/kinds" });
  }
  if (soonDays > lateDays) {
    const detail = "waiting.lateDays must not be less than waiting.soonDays.";
    faults.push({ detail, pointer: "/waiting/lateDays" });
  }
  return faults;
}

/** Spaces and quotes could end a directive of a header. */
function isHttps(text: string): boolean {
  if (/[\s"'\\;,]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}

function toOrigin(text: string): string {
  return parseOrigin(text) ?? text;
}
