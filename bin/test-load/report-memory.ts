/* Imported into the server by the load test: each ten seconds one line with its memory in a file of the data folder. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";

export const memoryFile = (folder: string) => join(folder, "memory.jsonl");

const folder = process.env["GRIDLESS_DATA"] ?? "";
if (process.argv[1]?.endsWith("serve.ts"))
  setInterval(() => {
    const { rss, heapUsed, external } = process.memoryUsage();
    appendFileSync(memoryFile(folder), `${JSON.stringify({ rss, heapUsed, external })}\n`);
  }, 10_000).unref();
