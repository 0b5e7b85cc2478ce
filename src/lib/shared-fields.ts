import { Type } from "@sinclair/typebox";
import { DateTime, field, Nullable } from "./schema-types.ts";

export const CreatedAt = field(DateTime(), "When it was created.");

export const UpdatedAt = field(DateTime(), "When it last changed.");

export const PhoneNumber = field(Type.String(), "The phone number in E.164 form.", "+4915112345678");

/** Who did something, beside their name, which others may have too. */
export const ById = field(
  Nullable(Type.String()),
  "The id of the API client or person; null for the service itself, and for what earlier versions of it wrote.",
  "cli_01m5zk7wq10000h2v8d3c6x9ty",
);
