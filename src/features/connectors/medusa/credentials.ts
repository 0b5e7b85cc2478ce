import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, field } from "../../../lib/schema-types.ts";

export type MedusaCredentials = Static<typeof MedusaCredentials>;
export const MedusaCredentials = Type.Object(
  {
    apiKey: field(
      BoundedText({ minLength: 1, maxLength: 512, pattern: "^[!-~]+$" }),
      "A secret API key: Settings, Secret API Keys in Medusa's admin.",
      "sk_5f0c8a",
    ),
    webhookSecret: field(
      BoundedText({ minLength: 16, maxLength: 512 }),
      "A random text of your own, which the shop's subscriber signs webhooks with.",
      "a long random text",
    ),
  },
  { title: "Medusa credentials" },
);
