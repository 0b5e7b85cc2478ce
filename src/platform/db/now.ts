/**
 * The current time by the database's clock, which all processes share, truncated to the columns'
 * milliseconds: rounded up, a row that is due now would not be due yet.
 */
export const NOW = "date_trunc('milliseconds', clock_timestamp())";
