/* Copies of a data folder, made while others write, put back, and kept. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Engine, openEngine } from "#lib/local/embedded/open-engine";
import { answerCopyRequests } from "#lib/local/store/copies/ask-for-copy";
import { listCopies, nameOf } from "#lib/local/store/copies/copies";
import { copyRegularly, readInterval } from "#lib/local/store/copies/copy-regularly";
import { makeCopy } from "#lib/local/store/copies/make-copy";
import { refuseDamagedCopy, restoreCopy } from "#lib/local/store/copies/restore-copy";
import { openDataFolder, versionOf } from "#lib/local/store/data-folder";
import { storeTable } from "#lib/local/store/embedded-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

const TableName = "gridless";
const tables = [storeTable(TableName)];

let folder: string;
let engine: Engine;
beforeEach(() => {
  const temporary = temporaryFolder();
  folder = temporary.folder;
  const data = openDataFolder(folder, [versionOf.embedded]);
  data.setVersion(versionOf.embedded);
  engine = openEngine({ file: join(folder, "store.sqlite"), tables });
  onTestFinished(() => {
    engine.close();
    data.close();
    temporary.remove();
  });
});

const key = (sk: string) => ({ pk: { S: "pair" }, sk: { S: sk } });
const filler = { S: "x".repeat(3000) };

/** Two items, which have the same number after each transaction. */
const writePair = (to: Engine, n: number) =>
  to.execute("TransactWriteItems", {
    TransactItems: ["a", "b"].map((sk) => ({
      Put: { TableName, Item: { ...key(sk), n: { N: `${n}` }, filler } },
    })),
  });

async function readPair(copy: string): Promise<number[]> {
  const opened = openEngine({ file: join(copy, "store.sqlite"), tables });
  const { Items } = (await opened.execute("Scan", { TableName })) as { Items: { n: { N: string } }[] };
  opened.close();
  return Items.slice(0, 2).map(({ n }) => Number(n.N));
}

test("a copy under writes is a state that existed: no transaction is half in it, and all from before are", async () => {
  // so that a copy takes many steps
  for (let i = 0; i < 400; i++)
    await engine.execute("PutItem", { TableName, Item: { ...key(`z${i}`), n: { N: "0" }, filler } });
  let written = 0;
  let isEnded = false;
  const writing = (async () => {
    while (!isEnded) {
      await writePair(engine, written + 1);
      written++;
    }
  })();
  for (let i = 0; i < 8; i++) {
    const before = written;
    const copy = await makeCopy(engine, folder);
    const after = written + 1;
    refuseDamagedCopy(copy);
    const [a = -1, b = -2] = await readPair(copy);
    expect(a).toBe(b);
    expect(a).toBeGreaterThanOrEqual(before);
    expect(a).toBeLessThanOrEqual(after);
    await turn();
  }
  isEnded = true;
  await writing;
  expect(written).toBeGreaterThan(8);
  expect(listCopies(folder)).toHaveLength(8);
});

test("the files are in it, those that came meanwhile too, and cost no room on the same disk", async () => {
  const files = join(folder, "files");
  mkdirSync(files);
  writeFileSync(join(files, "early"), "early");
  writeFileSync(join(files, "growing.part"), "12");
  const copying = makeCopy(
    {
      copyTo: async (file) => {
        writeFileSync(join(files, "late"), "late");
        writeFileSync(join(files, "growing.part"), "1234");
        await engine.copyTo(file);
      },
    },
    folder,
  );
  const copy = await copying;
  expect(readdirSync(join(copy, "files")).sort()).toEqual(["early", "growing.part", "late"]);
  expect(readFileSync(join(copy, "files/growing.part"), "utf8")).toBe("1234");
  expect(statSync(join(copy, "files/early")).ino).toBe(statSync(join(files, "early")).ino);
  expect(statSync(join(copy, "files/growing.part")).ino).not.toBe(statSync(join(files, "growing.part")).ino);
});

test("what a killed copy left is no copy, and the next one removes it; a folder that is there is not written into", async () => {
  mkdirSync(join(folder, "backups/2026-01-01T00-00-00.000Z.part"), { recursive: true });
  expect(listCopies(folder)).toEqual([]);
  const copy = await makeCopy(engine, folder);
  expect(readdirSync(join(folder, "backups"))).toHaveLength(1);
  await expect(makeCopy(engine, folder, copy)).rejects.toThrow("is there already");
});

test("a copy that fails leaves nothing", async () => {
  const failing = { copyTo: async () => Promise.reject(new Error("no room")) };
  await expect(makeCopy(failing, folder)).rejects.toThrow("no room");
  expect(readdirSync(join(folder, "backups"))).toEqual([]);
});

describe("put back", () => {
  test("the folder is as the copy; what was there is beside it, and the copy stays", async () => {
    await writePair(engine, 1);
    mkdirSync(join(folder, "files"));
    writeFileSync(join(folder, "files/one"), "one");
    const copy = await makeCopy(engine, folder);
    await writePair(engine, 2);
    writeFileSync(join(folder, "files/two"), "two");
    const other = temporaryFolder();
    onTestFinished(() => other.remove());
    expect(restoreCopy(other.folder, copy)).toBeUndefined();
    expect(await readPair(other.folder)).toEqual([1, 1]);
    const more = await makeCopy(engine, folder);
    const before = restoreCopy(other.folder, more);
    expect(await readPair(other.folder)).toEqual([2, 2]);
    expect(readdirSync(join(other.folder, "files")).sort()).toEqual(["one", "two"]);
    expect(await readPair(before ?? "")).toEqual([1, 1]);
    // a file that is changed now must not change in the copy
    expect(statSync(join(other.folder, "files/one")).ino).not.toBe(statSync(join(copy, "files/one")).ino);
    expect(await readPair(copy)).toEqual([1, 1]);
  });

  test("a start that was cut off is begun again", async () => {
    await writePair(engine, 3);
    const copy = await makeCopy(engine, folder);
    const other = temporaryFolder();
    onTestFinished(() => other.remove());
    mkdirSync(join(other.folder, "restoring"), { mode: 0o700 });
    linkSync(join(copy, "store.sqlite"), join(other.folder, "restoring/store.sqlite"));
    restoreCopy(other.folder, copy);
    expect(await readPair(other.folder)).toEqual([3, 3]);
    expect(existsSync(join(other.folder, "restoring"))).toBe(false);
  });

  test.each<[string, (copy: string) => void, RegExp]>([
    ["has no store", (copy) => rmSync(join(copy, "store.sqlite")), /there is no copy in .*: it has no store/],
    [
      "is damaged",
      (copy) => {
        const bytes = readFileSync(join(copy, "store.sqlite"));
        writeFileSync(join(copy, "store.sqlite"), bytes.fill(0xa5, 100, 20_000));
      },
      /the copy .* is damaged: .*; take another one/,
    ],
  ])("one that %s is refused, and nothing is changed", async (_, spoil, message) => {
    const copy = await makeCopy(engine, folder);
    spoil(copy);
    const other = temporaryFolder();
    onTestFinished(() => other.remove());
    expect(() => restoreCopy(other.folder, copy)).toThrow(message);
    expect(readdirSync(other.folder)).toEqual([]);
  });
});

describe("regularly", () => {
  const day = 24 * 60 * 60 * 1000;
  const agoBy = (days: number) => join(folder, "backups", nameOf(new Date(Date.now() - days * day)));

  test("a copy is made when the last one is old enough; the seven newest stay", async () => {
    for (let days = 8; days > 1; days--) mkdirSync(agoBy(days - 0.5), { recursive: true });
    const oldest = listCopies(folder)[0]?.folder;
    const said: string[] = [];
    const copying = copyRegularly({ engine, folder, every: day, log: (line) => said.push(line) });
    await copying.stop();
    expect(said).toEqual([]);
    const copies = listCopies(folder);
    expect(copies).toHaveLength(7);
    expect(copies[0]?.folder).not.toBe(oldest);
    expect(await readPair(copies.at(-1)?.folder ?? "")).toEqual([]);
    const again = copyRegularly({ engine, folder, every: day, log: (line) => said.push(line) });
    await again.stop();
    expect(listCopies(folder)).toEqual(copies);
  });

  test("if the new copy is damaged, no former one is removed", async () => {
    for (let days = 9; days > 1; days--) mkdirSync(agoBy(days), { recursive: true });
    const said: string[] = [];
    const broken = { copyTo: async (file: string) => writeFileSync(file, "SQLite format 3\0 and no more") };
    await copyRegularly({ engine: broken, folder, every: day, log: (line) => said.push(line) }).stop();
    expect(said).toEqual([
      expect.stringMatching(/the store may be damaged too, so no former copy was removed$/),
    ]);
    expect(listCopies(folder)).toHaveLength(8);
  });

  test.each([
    ["24h", day],
    ["30m", 30 * 60_000],
    ["7d", 7 * day],
  ])("%s", (text, milliseconds) => expect(readInterval(text)).toBe(milliseconds));
  test.each(["", "0h", "24", "1w", "-1h", "1h30m"])("not %j", (text) =>
    expect(() => readInterval(text)).toThrow("for example 30m, 24h or 7d"),
  );
});

test("a server whose answer to a request for a copy cannot be written says so, and goes on", async () => {
  await writePair(engine, 1);
  const said: string[] = [];
  const answering = answerCopyRequests(engine, folder, (line) => said.push(line));
  // a folder has the name of the file that is written first
  mkdirSync(join(folder, "copy-made.json.new"));
  writeFileSync(join(folder, "copy-wanted.json"), JSON.stringify({ id: "1" }));
  await expect.poll(() => said).toHaveLength(1);
  await answering.stop();
  expect(said[0]).toMatch(/^the answer to a request for a copy could not be written: EISDIR/);
  expect(await readPair(listCopies(folder)[0]?.folder ?? "")).toEqual([1, 1]);
});
