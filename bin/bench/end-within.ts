/* A limit for what is waited for: without one, a benchmark that waits in vain never ends, and says nothing. */

/** What the work gives. Throws an error that says what was waited for, when it has not ended after these milliseconds. */
export async function endWithin<Value>(most: number, what: string, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what}: not after ${most / 1000} s`)), most);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    // if it ends later, with an error or not, it is of no use
    work.catch(() => undefined);
  }
}
