/** The documentation of each operation. */
export const DOCS = {
  renew: {
    operationId: "renewShopperLink",
    summary: "Create a shopper link",
    description: `Makes a new permanent link to the page where the shopper follows this return. An earlier link is unknown from then on.

- The link shows this return only, and can't be guessed. A person who has it can add comments and photos, and cancel the return while it is \`open\` or \`pre_shipment\`.
- It works also while the shopper's page of the store is off.`,
    "x-extension": true,
  },
  revoke: {
    operationId: "revokeShopperLink",
    summary: "Revoke a shopper link",
    description:
      "Revokes the link of this return. A revoked link, a wrong one and one that never was have the same 404. Mails that are sent later have no link.",
    "x-extension": true,
  },
};
