import type { Texts } from "./texts/texts-shape.ts";

type SectionName = keyof Texts["names"];

type Group = { name?: SectionName; sections: readonly { name: SectionName; path: string }[] };

/** The navigation: groups of sections. A section is shown once there is a page that the person may open. */
export const SECTIONS: readonly Group[] = [
  {
    sections: [
      { name: "home", path: "/" },
      { name: "returns", path: "/returns" },
      { name: "payouts", path: "/payouts" },
      { name: "withdrawals", path: "/withdrawals" },
      { name: "warehouse", path: "/warehouse" },
      { name: "orders", path: "/orders" },
      { name: "customers", path: "/customers" },
      { name: "inventory", path: "/inventory" },
    ],
  },
  {
    name: "data",
    sections: [
      { name: "events", path: "/events" },
      { name: "segments", path: "/segments" },
      { name: "exports", path: "/exports" },
      { name: "mails", path: "/mails" },
      { name: "jobs", path: "/jobs" },
    ],
  },
  {
    name: "developer",
    sections: [
      { name: "clients", path: "/developer/clients" },
      { name: "webhooks", path: "/developer/webhooks" },
      { name: "requests", path: "/developer/requests" },
      { name: "rejections", path: "/developer/rejections" },
    ],
  },
  {
    name: "settings",
    sections: [
      { name: "general", path: "/settings" },
      { name: "shoppers", path: "/settings/shoppers" },
      { name: "policy", path: "/settings/policy" },
      { name: "locations", path: "/settings/locations" },
      { name: "connectors", path: "/settings/connectors" },
      { name: "integrations", path: "/settings/integrations" },
      { name: "people", path: "/settings/people" },
      { name: "retention", path: "/settings/retention" },
    ],
  },
];
