import type { Plain } from "./texts/texts.ts";

type Group = { name?: Plain; sections: readonly { name: Plain; path: string }[] };

/** The navigation: groups of sections. A section is shown once there is a page that the person may open. */
export const SECTIONS: readonly Group[] = [
  {
    sections: [
      { name: "Home", path: "/" },
      { name: "Returns", path: "/returns" },
      { name: "Payouts", path: "/payouts" },
      { name: "Withdrawals", path: "/withdrawals" },
      { name: "Warehouse", path: "/warehouse" },
      { name: "Orders", path: "/orders" },
      { name: "Customers", path: "/customers" },
      { name: "Inventory", path: "/inventory" },
    ],
  },
  {
    name: "Data",
    sections: [
      { name: "Events", path: "/events" },
      { name: "Segments", path: "/segments" },
      { name: "Exports", path: "/exports" },
      { name: "Mails", path: "/mails" },
      { name: "Jobs", path: "/jobs" },
    ],
  },
  {
    name: "Developer",
    sections: [
      { name: "API clients", path: "/developer/clients" },
      { name: "Webhooks", path: "/developer/webhooks" },
      { name: "Request log", path: "/developer/requests" },
      { name: "Rejected events", path: "/developer/rejections" },
    ],
  },
  {
    name: "Settings",
    sections: [
      { name: "General", path: "/settings" },
      { name: "Shoppers", path: "/settings/shoppers" },
      { name: "Return policy", path: "/settings/policy" },
      { name: "Locations", path: "/settings/locations" },
      { name: "Connectors", path: "/settings/connectors" },
      { name: "Integrations", path: "/settings/integrations" },
      { name: "People", path: "/settings/people" },
      { name: "Retention", path: "/settings/retention" },
    ],
  },
];
