const MAX_TAGS = 20;

/** Returns the language tags that a browser accepts, by their weights; those of one weight in their order (RFC 9110, section 12.5.4). */
export function acceptedTags(headers: Headers): string[] {
  const ranges = (headers.get("accept-language") ?? "").split(",", MAX_TAGS).map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter))?.split("=")[1];
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return wanted.map(({ tag }) => tag);
}

/** Returns the language of a tag among those that there are; undefined for any other. */
export function languageOfTag<Language extends string>(
  tag: string | null | undefined,
  all: readonly Language[],
): Language | undefined {
  const name = tag?.split("-")[0]?.toLowerCase();
  return all.find((language) => language === name);
}

/** Returns the country of a tag, such as `AT` of `de-AT`. */
export function countryOfTag(tag: string): string | undefined {
  return /-([a-z]{2})(?:-|$)/i.exec(tag)?.[1]?.toUpperCase();
}
