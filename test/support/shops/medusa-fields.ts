type Json = Record<string, unknown>;

/** What is an object, and is no other entity. */
const OWN = /^(?:raw_\w+|metadata|data)$/;

/**
 * Returns what Medusa shows of an entity: fields that are asked for by their path, and of relations with a star all own fields. It
 * doesn't show a relation that isn't asked for.
 */
export function shownOf<Entity extends Json>(entity: Entity, fields: string | null): Entity {
  if (!fields) return entity;
  const names = fields.split(",");
  const stars = new Set(names.flatMap((name) => (name.startsWith("*") ? name.slice(1) : [])));
  const paths = new Set(names.map((name) => name.replace(/^\*/, "")));
  const isAsked = (path: string) => paths.has(path) || [...paths].some((each) => each.startsWith(`${path}.`));

  function part(of: Json, at: string): Json {
    const entries = Object.entries(of).flatMap(([name, value]): [string, unknown][] => {
      const path = at === "" ? name : `${at}.${name}`;
      const isRelation = typeof value === "object" && value !== null && !OWN.test(name);
      if (!isRelation) return stars.has(at) || paths.has(path) ? [[name, value]] : [];
      if (!isAsked(path)) return [];
      const each = (entry: unknown) => part(entry as Json, path);
      return [[name, Array.isArray(value) ? value.map(each) : each(value)]];
    });
    return Object.fromEntries(entries);
  }
  return part(entity, "") as Entity;
}
