import { countFiles } from "./count-files.ts";

/** Prints the files of `src` that run for one request, or one delivery: `bun test/lab/paths/main.ts`. */
const counted = await countFiles({});
for (const [operation, files] of Object.entries(counted)) {
  console.log(`${operation}: ${files.length} files\n${files.map((file) => `  ${file}\n`).join("")}`);
}
process.exit(0);
