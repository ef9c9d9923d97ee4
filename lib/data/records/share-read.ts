/* Reads that work at the same time needs alike: for the changes of one batch, which are handled together. */

const pending = new Map<string, Promise<unknown>>();

/** Shares one read among concurrent calls with the same name. */
export function shareRead<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  const begun = pending.get(name) as Promise<Result> | undefined;
  if (begun !== undefined) return begun;
  const result = read().finally(() => pending.delete(name));
  pending.set(name, result);
  return result;
}
