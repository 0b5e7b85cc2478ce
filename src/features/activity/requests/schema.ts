import { type Static, Type } from "@sinclair/typebox";
import { Counted, CountIncluded } from "../../../core/http/count-included.ts";
import { fromTime, KeyFilter, untilTime } from "../../../core/http/filters.ts";
import { PageLimit } from "../../../core/http/paging.ts";
import { CreationSort } from "../../../core/lists/by-creation.ts";
import { DateTime, field, Nullable, OneOf, Text } from "../../../lib/schema-types.ts";

/** A status or a class of them. */
const STATUS = "^[1-5]([0-9]{2}|xx)$";

export type Sender = NonNullable<Static<typeof RequestQuery>["sender"]>;
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
  sender: Type.Optional(
    OneOf(["clients", "people", "shoppers"], {
      description:
        "Only requests of API clients, what people have changed in the console, or what shoppers have on their page.",
    }),
  ),
  since: fromTime(),
  until: untilTime(),
  sort: Type.Optional(CreationSort),
  ...CountIncluded,
  ...PageLimit,
});

export type LoggedRequest = Static<typeof LoggedRequest>;
export const LoggedRequest = Type.Object(
  {
    requestId: field(
      Type.String({ format: "uuid" }),
      "The id of the request that did it.",
      "019aabf5-2d9c-7c1e-8a55-0f6f3f1f2a01",
    ),
    at: field(DateTime(), "When the request arrived."),
    method: field(Type.String(), "The HTTP method.", "PUT"),
    route: field(Type.String(), "The pattern of the path.", "/v2.2/returns/:returnId/status"),
    status: field(Type.Integer(), "The status code of the response.", 409),
    client: field(Type.String(), "The name of the API client or the person.", "warehouse"),
    clientId: field(
      Nullable(Type.String()),
      "The id of either; null for requests of earlier versions of the service.",
      "cli_01m5zk7wq10000h2v8d3c6x9ty",
    ),
    durationMs: field(Type.Number(), "How long it took, in milliseconds.", 4.2),
    code: field(
      Type.Optional(Type.String()),
      "The error code, if the response is a problem.",
      "return_transition_refused",
    ),
    ignoredFields: field(
      Type.Optional(Type.Array(Type.String({ examples: ["/curency"] }))),
      "Pointers to the fields of the body that the operation doesn't know, if there are any.",
    ),
  },
  { title: "Logged request" },
);

export const LoggedRequests = Type.Object(
  { requests: field(Type.Array(LoggedRequest), "The requests."), ...Counted },
  { title: "Logged requests" },
);
