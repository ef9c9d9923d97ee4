import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { aFile } from "./support.ts";

const program = fileURLToPath(new URL("fill-disk.ts", import.meta.url));
/** Of 512 or 1,024 bytes each, as the shell counts: 20 or 40 MB, more than the WAL has. */
const blocks = 40_000;

test("on a full disk writes are refused as by a store that cannot answer, and nothing that was kept is lost, also after closing", async () => {
  const script = `ulimit -f ${blocks}; exec "$@"`;
  const { stdout } = await promisify(execFile)("sh", [
    "-c",
    script,
    "sh",
    process.execPath,
    program,
    aFile(),
  ]);
  const { kept, refusals, lost } = JSON.parse(stdout);
  expect(kept).toBeGreaterThan(1000);
  expect({ refusals, lost }).toEqual({ refusals: ["InternalServerError"], lost: [0, 0] });
});
