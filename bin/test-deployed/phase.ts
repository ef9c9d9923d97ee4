/* A part of a run: a line once it is done, with its seconds. */
import { say } from "#lib/local/process/terminal";

export async function phase<Value>(
  name: string,
  work: () => Promise<Value>,
  told: (value: Value) => string = () => "",
): Promise<Value> {
  const begun = performance.now();
  const line = (what: string) => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    say(`${name.padEnd(10)}${seconds.padStart(6)} s  ${what}`.trimEnd());
  };
  try {
    const value = await work();
    line(told(value));
    return value;
  } catch (error) {
    line("failed");
    throw error;
  }
}
