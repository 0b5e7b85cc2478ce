/**
 * The present on the database's clock, the only one that all processes share. It is cut to the milliseconds that columns
 * have: rounded up, what was written as due now would not be due for a moment.
 */
export const NOW = "date_trunc('milliseconds', clock_timestamp())";
