/** The navigation: groups of sections. A section is shown once there is a page that the person may open. */
export const SECTIONS = [
  {
    title: "",
    sections: [
      { title: "Home", path: "/" },
      { title: "Returns", path: "/returns" },
      { title: "Payouts", path: "/payouts" },
      { title: "Withdrawals", path: "/withdrawals" },
      { title: "Warehouse", path: "/warehouse" },
      { title: "Orders", path: "/orders" },
      { title: "Customers", path: "/customers" },
      { title: "Inventory", path: "/inventory" },
    ],
  },
  {
    title: "Data",
    sections: [
      { title: "Events", path: "/events" },
      { title: "Segments", path: "/segments" },
      { title: "Exports", path: "/exports" },
      { title: "Mails", path: "/mails" },
      { title: "Jobs", path: "/jobs" },
    ],
  },
  {
    title: "Developer",
    sections: [
      { title: "API clients", path: "/developer/clients" },
      { title: "Webhooks", path: "/developer/webhooks" },
      { title: "Request log", path: "/developer/requests" },
      { title: "Rejected events", path: "/developer/rejections" },
    ],
  },
  {
    title: "Settings",
    sections: [
      { title: "General", path: "/settings" },
      { title: "Shoppers", path: "/settings/shoppers" },
      { title: "Return policy", path: "/settings/policy" },
      { title: "Locations", path: "/settings/locations" },
      { title: "Connectors", path: "/settings/connectors" },
      { title: "Integrations", path: "/settings/integrations" },
      { title: "People", path: "/settings/people" },
      { title: "Retention", path: "/settings/retention" },
    ],
  },
] as const;
