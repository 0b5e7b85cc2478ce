/** Why one of several calls that share their work failed; undefined when it is done. */
export type Failure = { error: unknown } | undefined;

export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  return work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
}
