/* A handler that is imported at its first call. */

/** Concurrent first calls import it once. If that fails they throw, and the next call imports it again. */
export function lazyHandler<Args extends unknown[], Answer>(
  load: () => Promise<(...args: Args) => Promise<Answer>>,
): (...args: Args) => Promise<Answer> {
  let loading: ReturnType<typeof load> | undefined;
  return async (...args) => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    const handler = await loading;
    return handler(...args);
  };
}
