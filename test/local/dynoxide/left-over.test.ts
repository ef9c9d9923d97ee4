import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isEngineOn } from "#lib/local/dynoxide/engine-process";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

test("what a killed process left goes with its engine when the next one makes a folder", async () => {
  const mine = temporaryFolder();
  const killed = spawn(process.execPath, ["--input-type=module", "--eval", leaving], {
    cwd: dirname(fileURLToPath(import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(killed.stdout, "data")) as [Buffer];
  const { folder, engine } = JSON.parse(said.toString()) as { folder: string; engine: number };
  killed.kill("SIGKILL");
  await once(killed, "exit");
  const isRunning = () => isEngineOn(engine, join(folder, "store.db"));
  expect([existsSync(folder), isRunning()]).toEqual([true, true]);
  temporaryFolder().remove();
  await expect.poll(isRunning).toBe(false);
  expect([existsSync(folder), existsSync(mine.folder)]).toEqual([false, true]);
  mine.remove();
});

const leaving = `
  import { readFileSync } from "node:fs";
  import { startStore } from "#lib/local/store/start-store";
  import { temporaryFolder } from "#lib/local/store/temporary-folder";
  const { folder } = temporaryFolder();
  await startStore({ folder, env: { GRIDLESS_ENGINE: "dynoxide" } });
  console.log(JSON.stringify({ folder, engine: Number(readFileSync(folder + "/engine.pid", "utf8")) }));
`;
