/** The path prefix of the main API. */
export const BASE = "/v2.2";
