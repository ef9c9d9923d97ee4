/* What the programs in bin/ share: lines for a person, signals. */
import { StartError } from "./start-error.ts";

export const say = (text: string): void => console.log(text);

/** `setting` is the name of the setting that gave the text. */
export function readPort(text: string, setting = "PORT"): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new StartError(`${setting} must be a number from 0 to 65535, not ${JSON.stringify(text)}`);
}

/** Milliseconds. A signal that comes later is from a person who does not want to wait. */
const sameKeystroke = 1000;

/**
 * Ends the program at SIGINT, SIGTERM and SIGHUP, and when the process `parent` has ended, because a killed parent passes no signal on.
 * Runs `stop`, then exits with `process.exitCode` or 0. A second signal exits at once, with 1, if it comes more than a second later. An
 * earlier one is the same Ctrl-C, which comes both from the terminal and from npm.
 */
export function stopOnSignals(stop: () => Promise<void>, parent?: number): void {
  let begun: number | undefined;
  const onSignal = () => {
    if (begun !== undefined) {
      if (performance.now() - begun > sameKeystroke) process.exit(1);
      return;
    }
    begun = performance.now();
    clearInterval(watch);
    void stop().then(
      () => process.exit(),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  const watch = setInterval(() => {
    if (parent !== undefined && process.ppid !== parent) onSignal();
  }, 200).unref();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
}
