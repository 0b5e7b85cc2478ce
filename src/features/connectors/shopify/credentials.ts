import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, field } from "../../../lib/schema-types.ts";

export type ShopifyCredentials = Static<typeof ShopifyCredentials>;
export const ShopifyCredentials = Type.Object(
  {
    shop: field(
      BoundedText({ maxLength: 100, pattern: "^[A-Za-z0-9][A-Za-z0-9-]*(\\.myshopify\\.com)?$" }),
      "The shop's own domain at Shopify, with or without `.myshopify.com`.",
      "linen-and-co.myshopify.com",
    ),
    accessToken: field(
      BoundedText({ minLength: 1, maxLength: 512, pattern: "^[!-~]+$" }),
      "The custom app's Admin API access token: Shopify shows it once, when the app is installed.",
      "shpat_5f0c8a",
    ),
    clientSecret: field(
      BoundedText({ minLength: 1, maxLength: 512 }),
      "The custom app's API secret key, which Shopify signs webhooks with.",
      "shpss_91d2e4",
    ),
  },
  { title: "Shopify credentials" },
);
