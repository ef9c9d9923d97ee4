/* The library that reads pictures: in one bundle only, and complete there. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, statSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Answer } from "#lib/files/picture-program";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { aPicture, lookAt } from "#test/support/makers/pictures";
import { bundled } from "./support/bundled.ts";

let made: Awaited<ReturnType<typeof bundled>>;
beforeAll(async () => {
  made = await bundled("plain");
}, 900_000);

const libraryIn = (folder: string) => globSync("**/*.wasm", { cwd: folder });

test("only the area of makeThumbnails holds it: 5.2 MB, read by a process of its own and not by the function", () => {
  const holding = made.areas.filter(({ folder }) => libraryIn(folder).length > 0);
  expect(holding.map(({ functions }) => functions.map(({ operation }) => operation))).toEqual([
    ["makeThumbnails"],
  ]);
  const [{ folder = "" } = {}] = holding;
  const bytes = globSync("node_modules/**/*.*", { cwd: folder, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
  console.log(`the library of makeThumbnails: ${bytes} bytes`);
  expect(bytes).toBeLessThanOrEqual(5_500_000);
  for (const { operation, inputs } of made.functions)
    expect(
      inputs.filter((file) => /wasm-vips|picture-program/.test(file)),
      operation,
    ).toEqual([]);
});

test("the program makes thumbnails where nothing but the bundle is", async () => {
  const folder = made.areas.find(({ area }) => area === "thumbnail")?.folder ?? "";
  const elsewhere = temporaryFolder();
  onTestFinished(elsewhere.remove);
  cpSync(folder, elsewhere.folder, { recursive: true });
  const child = fork(path.join(elsewhere.folder, "picture-program.mjs"), {
    execArgv: [],
    env: {},
    serialization: "advanced",
  });
  child.send(aPicture({ format: ".jpg" }));
  const [answer] = (await once(child, "message")) as [Answer];
  child.disconnect();
  await once(child, "exit");
  const sizes = "scaled" in answer && answer.scaled.map(([name, bytes]) => [name, lookAt(bytes).size]);
  expect(sizes).toEqual([
    ["lg", "700x525"],
    ["sm", "75x56"],
  ]);
}, 60_000);
