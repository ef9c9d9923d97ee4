/* A phase of a run. It prints a line with its seconds when it ends. */
import { say } from "#lib/local/process/terminal";

/** `describe` gives the text of the line. */
export async function phase<Value>(
  name: string,
  work: () => Promise<Value>,
  describe: (value: Value) => string = () => "",
): Promise<Value> {
  const begun = performance.now();
  const line = (what: string) => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    say(`${name.padEnd(10)}${seconds.padStart(6)} s  ${what}`.trimEnd());
  };
  try {
    const value = await work();
    line(describe(value));
    return value;
  } catch (error) {
    line("failed");
    throw error;
  }
}
