/* What comes in the source after the opening: copied where the target's was not changed since. */
import { expect, test, vi } from "vitest";
import type { Key } from "#lib/store/store";
import type { Belongings } from "../../../../bin/admin/move-space/belonging.ts";
import type { Cell } from "../../../../bin/admin/move-space/cells/cell.ts";
import { followLate } from "../../../../bin/admin/move-space/late.ts";
import { openPeople } from "../../../../bin/admin/move-space/people.ts";
import { getOne, put, type Wire, wireKey } from "../../../../bin/admin/move-space/wire.ts";
import { engineCell } from "./engine-cell.ts";

const tableId = "tbl0000000000000000";
const spaceId = "spc0000000000000000";
const keyOf = (name: string): Key => ({ pk: `HISTORY#${tableId}`, sk: name });
const anItem = (name: string, version: number, more: Wire = {}): Wire => ({
  ...wireKey(keyOf(name)),
  ...{ entity: { S: "history" }, version: { N: String(version) } },
  ...more,
});
const copied = (name: string, version: number, more: Wire = {}) =>
  anItem(name, version, { copied: { N: String(version) }, ...more });

test("late items are copied, changed and removed; what the target has changed since stays, and is said", async () => {
  const [source, target] = [engineCell("source"), engineCell("target")] as [Cell, Cell];
  const own = new Set([tableId]);
  const belongings = {
    ...{ spaceId, has: (id: string) => own.has(id), owns: () => true },
  } as unknown as Belongings;
  await put(source, anItem("new", 1));
  await put(source, anItem("changed", 2, { value: { S: "late" } }));
  await put(source, anItem("edited", 2, { value: { S: "late" } }));
  await put(source, anItem("same", 1));
  await put(source, anItem("marked", 2, { move: { M: {} } }));
  await put(source, { ...anItem("other", 1), pk: { S: "HISTORY#tbl1111111111111111" } });
  const aFile = (name: string, tables: string[]): Wire => ({
    ...wireKey({ pk: `ATTACHMENT#${name}`, sk: "ATTACHMENT" }),
    ...{ entity: { S: "attachment" }, version: { N: "3" } },
    uses: { L: tables.map((each) => ({ M: { tableId: { S: each } } })) },
  });
  const former = "tbl2222222222222222";
  await put(source, aFile("shared", [tableId, "tbl1111111111111111"]));
  await put(target, { ...aFile("shared", [former]), copied: { N: "3" } });
  // no use in the source any longer, and one of a space that came before
  await put(target, { ...aFile("former", [former]), copied: { N: "3" } });
  await put(target, copied("changed", 1));
  await put(target, anItem("edited", 1, { copied: { N: "0" } }));
  await put(target, copied("same", 1));
  await put(target, copied("gone", 1));
  await put(target, anItem("gone and edited", 2, { copied: { N: "1" } }));

  const names = ["new", "changed", "edited", "same", "marked", "gone", "gone and edited", "never there"];
  const keys = [...names.map(keyOf), { pk: "HISTORY#tbl1111111111111111", sk: "other" }];
  keys.push(...["shared", "former"].map((name) => ({ pk: `ATTACHMENT#${name}`, sk: "ATTACHMENT" })));
  const said: string[] = [];
  using _ = vi.spyOn(console, "log").mockImplementation((line) => void said.push(line));
  await followLate({
    ...{ source: { ...source, lateFor: 50 }, target, belongings },
    people: await openPeople(source, target, spaceId),
    place: {
      at: { stage: "opened", from: "", origin: "", log: "", after: 0, begun: "" },
      keep: async () => {},
    },
    log: {
      ...{ log: "", after: () => 0, markEnd: async () => () => true },
      read: async () => ({ keys: keys.splice(0), isMore: false }),
    },
  });

  expect(await getOne(target, keyOf("new"))).toEqual(copied("new", 1));
  expect(await getOne(target, keyOf("changed"))).toEqual(copied("changed", 2, { value: { S: "late" } }));
  expect((await getOne(target, keyOf("edited")))?.["value"]).toBeUndefined();
  expect(await getOne(target, keyOf("gone"))).toBeUndefined();
  expect(await getOne(target, keyOf("gone and edited"))).toBeDefined();
  expect(await getOne(target, keyOf("marked"))).toBeUndefined();
  expect(await getOne(target, { pk: "HISTORY#tbl1111111111111111", sk: "other" })).toBeUndefined();
  const usesOf = async (name: string) =>
    (await getOne(target, { pk: `ATTACHMENT#${name}`, sk: "ATTACHMENT" }))?.["uses"];
  expect(await usesOf("shared")).toEqual(aFile("", [former, tableId])["uses"]);
  expect(await usesOf("former")).toEqual(aFile("", [former])["uses"]);
  expect(said.join("\n")).toContain("4 items came late, and were copied");
  expect(said.join("\n")).toMatch(
    /the target's were changed since and stay: .* \/ edited, .* \/ gone and edited/,
  );
});
