import { type Static, Type } from "@sinclair/typebox";
import { fromTime, KeyFilter, untilTime } from "../../../core/http/filters.ts";
import { PageLimit } from "../../../core/http/paging.ts";
import { DateTime, Nullable, Text } from "../../../lib/schema-types.ts";

/** A status or a class of them. */
const STATUS = "^[1-5]([0-9]{2}|xx)$";

export const RequestQuery = Type.Object({
  requestId: Type.Optional(
    Text({
      maxLength: 36,
      pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
      description: "Only the request with this id, as in a problem's `instance`.",
    }),
  ),
  status: Type.Optional(
    Text({
      maxLength: 3,
      pattern: STATUS,
      description: "Only requests with this status, or with one of its class, such as `4xx`.",
    }),
  ),
  client: KeyFilter("Only requests of the API client or person with this name."),
  since: fromTime(),
  until: untilTime(),
  ...PageLimit,
});

export type LoggedRequest = Static<typeof LoggedRequest>;
export const LoggedRequest = Type.Object(
  {
    requestId: Type.String({ format: "uuid" }),
    at: DateTime({ description: "When the request arrived." }),
    method: Type.String(),
    route: Type.String({ description: "The pattern of the path.", examples: ["/v2.2/returns/:returnId"] }),
    status: Type.Integer(),
    client: Type.String({ description: "The name of the API client or the person." }),
    clientId: Nullable(
      Type.String({
        description: "The id of either; null for requests of earlier versions of the service.",
        examples: ["cli_01m5zk7wq10000h2v8d3c6x9ty"],
      }),
    ),
    durationMs: Type.Number(),
    code: Type.Optional(Type.String({ description: "The error code, if the response is a problem." })),
    ignoredFields: Type.Optional(
      Type.Array(Type.String({ examples: ["/curency"] }), {
        description: "Pointers to the fields of the body that the operation doesn't know, if there are any.",
      }),
    ),
  },
  { title: "Logged request" },
);

export const LoggedRequests = Type.Object(
  { requests: Type.Array(LoggedRequest) },
  { title: "Logged requests" },
);
