/* What the programs that `cdk` runs print (bin/app.ts, bin/edge.ts), and when they fail. */
import { StartError } from "#lib/local/process/start-error";
import type { Checked } from "./limits/check-limits.ts";

type Made = Checked & { summary?: string };

/** Prints what was made, or the line about a wrong setting; the process fails on that, and on a value that AWS would refuse. */
export async function printSynthesis(make: () => Made | Promise<Made>): Promise<void> {
  try {
    const { summary, line, violations } = await make();
    if (summary !== undefined) console.log(summary);
    for (const violation of violations) console.error(violation);
    console.log(line);
    if (violations.length > 0) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
