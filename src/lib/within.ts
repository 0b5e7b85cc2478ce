/** Returns the result of the work, or undefined after `ms` without it. Throws what the work throws before that. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
