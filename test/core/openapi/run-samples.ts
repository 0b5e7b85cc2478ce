import { join } from "node:path";

/** Does for TypeScript what run-samples.py does for Python. The samples are files of the folder that is given. */
const [folder = ""] = process.argv.slice(2);
const samples = JSON.parse(await Bun.stdin.text()) as { id: string; code: string }[];
const wrong: { id: string; error: string }[] = [];
console.log = () => undefined;
for (const { id, code } of samples) {
  const file = join(folder, `${id}.ts`);
  await Bun.write(file, code);
  await import(file).catch((error: unknown) => {
    // A sample throws the body of an error response.
    const isThrown = error instanceof Error && error.constructor === Error;
    if (!isThrown) wrong.push({ id, error: String(error) });
  });
}
process.stdout.write(JSON.stringify(wrong));
process.exit(0);
