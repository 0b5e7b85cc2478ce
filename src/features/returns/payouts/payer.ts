/**
 * SQL for the id of who pays what a store's returns owe, null for no one: the one place that decides it. `returnId` is there
 * for payers that depend on the return. Today it is the store's integration of kind `refunds`.
 */
export function payerSql(storeId: string, _returnId: string): string {
  return `(select integrations.id from integrations where integrations.store_id = ${storeId}
    and integration_kind = 'refunds' and removed_at is null)`;
}
