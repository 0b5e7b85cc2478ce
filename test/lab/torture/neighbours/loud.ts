import { setPriority } from "node:os";
import type { LoudStore } from "./store.ts";
import { WAYS } from "./ways.ts";

// The client of the misbehaving store. It runs as a separate process with the lowest priority, so that its
// own CPU use affects the measurements as little as possible.
setPriority(19);
const { way, store }: { way: string; store: LoudStore } = JSON.parse(process.argv[2] ?? "");
await WAYS[way]?.run(store);
