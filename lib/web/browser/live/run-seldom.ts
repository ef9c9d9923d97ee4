/** A task that is done at once when it is asked for, but not more often than once in `pause` ms. The last time it is asked for is never lost. */
export function runSeldom(
  task: () => Promise<unknown>,
  pause: number,
): {
  /** Asks for it. */
  run: () => void;
  /** Nothing more is done. */
  stop: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isBusy, isAsked, isStopped] = [false, false, false];
  const run = (): void => {
    if (isStopped) return;
    isAsked = isBusy;
    if (isBusy) return;
    isBusy = true;
    const rest = () => {
      isBusy = false;
      if (isAsked) run();
    };
    const end = () => {
      if (!isStopped) timer = setTimeout(rest, pause);
    };
    task().then(end, end);
  };
  return {
    run,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
