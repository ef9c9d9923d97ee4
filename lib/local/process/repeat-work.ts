/**
 * Begins the work each `interval` milliseconds, unless it is still running; `begin` does so at once. The work must handle its errors. It does
 * not keep the process alive. `stop` waits for the work that is running.
 */
export function repeatWork(
  work: () => Promise<void>,
  interval: number,
): { begin(): void; stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  function begin(): void {
    running ??= work().finally(() => {
      running = undefined;
    });
  }
  const timer = setInterval(begin, interval).unref();

  async function stop(): Promise<void> {
    clearInterval(timer);
    await running;
  }
  return { begin, stop };
}
