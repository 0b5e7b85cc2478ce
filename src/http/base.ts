/** Where the main API is mounted: the version is part of the path. */
export const BASE = "/v2.2";
