/* Reading that is asked for often. */

/** Makes a function that does a task, unless it is being done: then it is done once more after that. */
export function doOneAtATime(task: () => Promise<void>): () => void {
  let isBusy = false;
  let isDue = false;
  async function run() {
    isDue = true;
    if (isBusy) return;
    isBusy = true;
    while (isDue) {
      isDue = false;
      await task();
    }
    isBusy = false;
  }
  return () => void run();
}
