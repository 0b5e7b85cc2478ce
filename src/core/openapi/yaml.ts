import { tick } from "../../lib/batcher.ts";

const DEPTH_OF_PARTS = 2;

/**
 * Returns a document as YAML. Its parts are written one after the other, so that other requests are served
 * between them.
 */
export async function toYaml(value: object, depth = 0): Promise<string> {
  // Loaded when first used: few processes are asked for it.
  const { stringify } = await import("yaml");
  let text = "";
  for (const [key, part] of Object.entries(value)) {
    const isDivided = depth < DEPTH_OF_PARTS && isFilledObject(part);
    const content = isDivided ? await toYaml(part, depth + 1) : undefined;
    text +=
      content === undefined
        ? stringify({ [key]: part }, { aliasDuplicateObjects: false })
        : `${JSON.stringify(key)}:\n${content.replace(/^(?=.)/gm, "  ")}`;
    await tick();
  }
  return text;
}

function isFilledObject(value: unknown): value is object {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  );
}
