/** The error of one of several calls that share work; undefined on success. */
export type Failure = { error: unknown } | undefined;

export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  return work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
}
