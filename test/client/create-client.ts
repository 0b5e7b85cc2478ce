import createOpenApiClient, { type Client } from "openapi-fetch";
import type { paths } from "./openapi.d.ts";

export type ApiClient = Client<paths>;

export type Access = {
  /** The service's URL, without a path. */
  url: string;
  secret: string;
  fetch?: (request: Request) => Promise<Response>;
};

/** Returns a client whose paths, parameters, bodies and responses have the types of the description. */
export function createApiClient({ url, secret, fetch }: Access): ApiClient {
  return createOpenApiClient<paths>({
    baseUrl: url,
    headers: { Authorization: `Bearer ${secret}` },
    ...(fetch && { fetch }),
  });
}
