import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as later } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readPosition, trackSettled, writePosition } from "#lib/local/store/stream-position";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

let data: ReturnType<typeof temporaryFolder>;
let file: string;
beforeEach(() => {
  data = temporaryFolder();
  file = join(data.folder, "stream.json");
});
afterEach(() => data.remove());

test("is kept, for the stream it belongs to", () => {
  const position = { stream: "one", shards: { a: "17" } };
  writePosition(file, position);
  expect(readPosition(file, "one")).toEqual(position);
  expect(readPosition(file, "other")).toEqual({ stream: "other", shards: {} });
  expect(readdirSync(data.folder)).toEqual(["stream.json"]);
});

test.each(["", "{", "null", "[]"])("a file with %j in it is none", (text) => {
  writeFileSync(file, text);
  expect(readPosition(file, "one")).toEqual({ stream: "one", shards: {} });
});

test("moves to where all before it is settled, in whatever order that happens", async () => {
  const moved: string[] = [];
  const add = trackSettled((sequence: string) => moved.push(sequence));
  const [one, two, three] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  add("1", [one?.promise as Promise<void>]);
  add("2", []);
  add("3", [two?.promise as Promise<void>, three?.promise as Promise<void>]);
  add("4", []);
  three?.resolve();
  await later();
  expect(moved).toEqual([]);
  one?.resolve();
  await later();
  expect(moved).toEqual(["2"]);
  two?.resolve();
  await later();
  expect(moved).toEqual(["2", "4"]);
});
