/* Where a line belongs: the folders are those of docs/architecture.md, and imports run one way. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import {
  crowdedFolders,
  cyclesIn,
  forbiddenImports,
  importsIn,
  roomsIn,
  type Sources,
} from "#test/support/run/imports";

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");
const sourcesIn = (pattern: string): Sources =>
  new Map(
    globSync(pattern, { cwd: projectFolder }).map((file) => {
      const name = file.replaceAll(path.sep, "/");
      return [name, read(name)];
    }),
  );

const rooms = roomsIn(read("docs/architecture.md"));
const house = sourcesIn("{lib,functions,bin}/**/*.{ts,tsx}");
const all = sourcesIn("{lib,functions,bin,test}/**/*.{ts,tsx}");

describe("the house", () => {
  test("imports run one way, as the table of folders says", () => {
    expect(importsIn(house).length).toBeGreaterThan(2000);
    expect(forbiddenImports(house, rooms)).toEqual([]);
  });

  test("each folder of the table is there", () => {
    const missing = rooms.filter(
      ({ folder }) => !house.has(folder) && ![...house.keys()].some((file) => file.startsWith(`${folder}/`)),
    );
    expect(missing).toEqual([]);
  });

  test("no two files import each other, types included", () => expect(cyclesIn(all)).toEqual([]));

  test("no folder holds more than 25 files", () => expect(crowdedFolders(all.keys())).toEqual([]));

  test("every test of a module stands where the module does", () => {
    const folders = new Set([...house.keys()].map((file) => path.posix.dirname(file)));
    const mirrored = [...all.keys()]
      .filter((file) => /^test\/(store|data|engine|schemas|local)\/.*\.test\.ts$/.test(file))
      .map((file) => path.posix.dirname(file.replace("test/", "lib/")));
    expect(mirrored.filter((folder) => !folders.has(folder))).toEqual([]);
  });
});

test("random choices of tests follow from the seed of the run: none asks Math.random", () => {
  const asks = [...sourcesIn("test/**/*.ts")].filter(([, text]) => /\bMath\.random\b/.test(text));
  expect(asks.map(([file]) => file).filter((file) => file !== "test/imports.test.ts")).toEqual([
    "test/support/run/chance.ts",
  ]);
});

describe("a seeded violation is found", () => {
  const seeded = (file: string, line: string) => new Map([...house, [file, `${line}\n${house.get(file)}`]]);
  const found = (file: string, line: string) => forbiddenImports(seeded(file, line), rooms);
  const low = "lib/data/records/scan.ts";

  test.each([
    ["upward", low, 'import { write } from "#lib/data/write/write-records";'],
    ["upward, of a type", low, 'import type { Written } from "#lib/data/write/write-records";'],
    ["upward, by a relative path", low, 'import { write } from "../write/write-records.ts";'],
    ["upward, when called", low, 'const late = () => import("#lib/data/write/write-records");'],
    ["of several lines", low, 'import {\n  write,\n  type Written,\n} from "#lib/data/write/write-records";'],
    [
      "of an area that is above, but not its own to use",
      "lib/engine/csv/lines.ts",
      'import "#lib/store/store";',
    ],
    [
      "of another endpoint",
      "functions/view/get-view.ts",
      'import { handler } from "#functions/view/create-view";',
    ],
    ["of what is below everything", "functions/view/get-view.ts", 'import { app } from "#lib/stack/app";'],
  ])("%s", (_, file, line) => expect(found(file, line)).toHaveLength(1));

  test("a cycle, of types", () => {
    const cycle = seeded("lib/store/item.ts", 'import type { Page } from "./raw-reads.ts";');
    expect(cyclesIn(cycle)).toEqual([expect.stringContaining("lib/store/item.ts")]);
  });

  test("a file in no folder of the table", () =>
    expect(forbiddenImports(new Map([...house, ["lib/attic/old.ts", ""]]), rooms)).toEqual([
      "lib/attic/old.ts: in no folder of the table",
    ]));

  test("a crowded folder", () => {
    const files = Array.from({ length: 26 }, (_, i) => `lib/data/jobs/job-${i}.ts`);
    expect(crowdedFolders([...house.keys(), ...files])).toEqual(["lib/data/jobs"]);
  });
});
