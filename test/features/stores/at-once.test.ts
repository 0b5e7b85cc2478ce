import { expect, test } from "bun:test";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { listClients } from "../../../src/features/stores/list-clients.ts";
import { rotateClient } from "../../../src/features/stores/rotate-client.ts";
import { meetAtWrites } from "../../support/lock-waits.ts";
import { everyPage } from "../../support/pages.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const twin = useService({ databaseOf: service });

test("a secret that two processes rotate at once gets one successor", async () => {
  const store = await service.newStore();
  const [client] = await listClients(store.ctx, store.id);
  const results = await meetAtWrites(
    store,
    "api_clients",
    [store, twin.as(store)].map(({ ctx }) => () => {
      const rotated = rotateClient(ctx, store.id, client?.clientId ?? "", 24);
      return rotated.then(
        () => "rotated",
        ({ parts }) => parts.code,
      );
    }),
  );
  expect(results.toSorted()).toEqual(["client_not_found", "rotated"]);
  expect(await listClients(store.ctx, store.id)).toHaveLength(2);
});

test("of two default locations that two processes create at once one is the default", async () => {
  const store = await service.newStore();
  await createLocation(store.ctx, store.id, { name: "first", isDefault: true });
  await meetAtWrites(
    store,
    "locations",
    [store, twin.as(store)].map(
      ({ ctx }, i) =>
        () =>
          createLocation(ctx, store.id, { name: `next ${i}`, isDefault: true }),
    ),
  );
  const all = await everyPage<{ isDefault: boolean }>(store, "/stores/:store/locations", "locations");
  expect(all).toHaveLength(3);
  expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(1);
});
