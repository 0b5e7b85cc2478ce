import { setPriority } from "node:os";
import type { LoudStore } from "./store.ts";
import { WAYS } from "./ways.ts";

// The client of the store that misbehaves: a process of its own, of the lowest priority, so that what it takes of the
// machine itself is not counted against the service.
setPriority(19);
const { way, store }: { way: string; store: LoudStore } = JSON.parse(process.argv[2] ?? "");
await WAYS[way]?.run(store);
