import { isObject, type Json } from "./faults.ts";

/** Returns the known fields of a valid condition, which are what is saved. */
export function pickCondition(given: unknown): Json {
  const { all, any, not, customer, event } = given as Json;
  if (Array.isArray(all)) return { all: all.map(pickCondition) };
  if (Array.isArray(any)) return { any: any.map(pickCondition) };
  if (not !== undefined) return { not: pickCondition(not) };
  if (customer !== undefined) {
    const picked = pick(given, ["customer", "is", "op", "value"]);
    const times = Object.entries(picked).filter(([, value]) => isObject(value));
    return { ...picked, ...Object.fromEntries(times.map(([name, time]) => [name, pick(time, ["last"])])) };
  }
  const { data, value, within, times } = given as Json;
  return {
    event,
    ...(Array.isArray(data) && { data: data.map((each) => pick(each, ["key", "op", "value"])) }),
    ...(isObject(value) && { value: pick(value, ["op", "value"]) }),
    ...(isObject(within) && { within: pick(within, ["last", "since", "until"]) }),
    ...(isObject(times) && { times: pick(times, ["op", "value"]) }),
  };
}

function pick(given: unknown, names: string[]): Json {
  const known = given as Json;
  return Object.fromEntries(
    names.filter((name) => known[name] !== undefined).map((name) => [name, known[name]]),
  );
}
