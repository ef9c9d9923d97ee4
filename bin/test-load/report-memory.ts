/* Imported into the server by the load test: each ten seconds one line with its memory in a file of the data folder. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { readMegabytes } from "#test/support/run/memory";

export const memoryFile = (folder: string) => join(folder, "memory.jsonl");

const folder = process.env["GRIDLESS_DATA"] ?? "";
if (process.argv[1]?.endsWith("serve.ts"))
  setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    appendFileSync(
      memoryFile(folder),
      `${JSON.stringify({ resident: readMegabytes("self"), heapUsed, external })}\n`,
    );
  }, 10_000).unref();
