/** Returns the JSON pointer (RFC 6901) of a field of the object at `parent`. */
export function pointerTo(parent: string, name: string): string {
  return `${parent}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
