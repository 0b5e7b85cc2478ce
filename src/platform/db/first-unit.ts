/** SQL for the id of the first unit of a row of `return_items`, by which the item of a unit is found. */
export const FIRST_UNIT = "(unit_zero + (units #>> '{0,0}')::bigint)";
