/** The path prefix of the main API. */
export const BASE = "/v2.2";

/** What each app is made with: by default the framework assumes a host of at least four characters. */
export const ANY_HOST = { handler: { standardHostname: false } } as const;
