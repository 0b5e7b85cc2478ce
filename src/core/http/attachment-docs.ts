const ref = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** Returns the description of a response that is a file to save, of any of these media types. */
export function attachmentDocs(...mediaTypes: string[]) {
  return {
    description: "The file.",
    headers: {
      "Content-Disposition": ref("Content-Disposition"),
      "X-Content-Type-Options": ref("X-Content-Type-Options"),
    },
    content: Object.fromEntries(mediaTypes.map((type) => [type, {}])),
  };
}
