/* Shares reads between tasks that run at the same time and need the same item: the changes of one batch are handled together. */

const pending = new Map<string, Promise<unknown>>();

/** Shares one read among concurrent calls with the same name. */
export function shareRead<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  const begun = pending.get(name) as Promise<Result> | undefined;
  if (begun !== undefined) return begun;
  const result = read().finally(() => pending.delete(name));
  pending.set(name, result);
  return result;
}
