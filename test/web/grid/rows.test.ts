/* The rows of a view as the grid reads them: against a list that answers as the server does, with short pages too. */
import { describe, expect, test } from "vitest";
import { type AskPage, type RowChanged, RowWindow } from "#lib/web/browser/grid/rows";

/** A list of so many records. Each page has at most `most` of them; the cursor is the place. `every`: it has places so far apart. */
function aList(count: number, most = 1000, every = 0) {
  const asked: { take: number; from: number; isBrief: boolean }[] = [];
  const problems: unknown[] = [];
  const failing = { left: 0 };
  const askPage: AskPage = async ({ take, skip = 0, cursor, isBrief }) => {
    const from = Number(cursor ?? 0) + skip;
    asked.push({ take, from, isBrief });
    if (skip > 10_000) throw new Error("too far to skip");
    if (failing.left-- > 0) throw new Error("no answer");
    const end = Math.min(from + Math.min(take, most), count);
    const records = Array.from({ length: Math.max(0, end - from) }, (_, i) => ({
      id: `${from + i}`,
      name: "",
      fields: {},
    }));
    return { records, nextCursor: end < count ? String(end) : null };
  };
  let settled = () => {};
  let places = 0;
  const rows = new RowWindow(
    askPage,
    () => settled(),
    (problem) => {
      problems.push(problem);
      settled();
    },
    async () => {
      places++;
      if (every === 0) return [];
      return Array.from({ length: Math.ceil(count / every) }, (_, i) => ({
        row: i * every,
        cursor: i === 0 ? null : String(i * every),
      }));
    },
  );
  /** Wants these rows until they are there. */
  async function read(first: number, last: number): Promise<(string | undefined)[]> {
    const isThere = () =>
      rows.at(first) !== undefined && rows.at(Math.min(last, rows.count - 1)) !== undefined;
    while (!isThere() && problems.length === 0) {
      const changed = new Promise<void>((resolve) => {
        settled = resolve;
      });
      rows.want(first, last);
      await changed;
    }
    return [rows.at(first)?.id, rows.at(last)?.id];
  }
  return { rows, asked, problems, failing, read, asksForPlaces: () => places };
}

describe.each([1000, 77, 1])("pages of at most %i", (most) => {
  test("each row is at its place", async () => {
    const { rows, read } = aList(650, most);
    expect(await read(0, 30)).toEqual(["0", "30"]);
    expect(await read(390, 410)).toEqual(["390", "410"]);
    expect(await read(640, 649)).toEqual(["640", "649"]);
    expect([rows.count, rows.isCounted, rows.at(650)]).toEqual([650, true, undefined]);
  });
});

test("the first rows need one request, and are there before the count", async () => {
  const { rows, asked, read } = aList(100_000);
  await read(0, 30);
  expect(asked).toEqual([{ take: 200, from: 0, isBrief: false }]);
  expect([rows.count, rows.isCounted]).toEqual([400, false]);
  rows.setCount(100_000);
  expect([rows.count, rows.isCounted]).toEqual([100_000, true]);
});

test("a jump within 10,000 rows is one request; further, the way is walked once, without cells", async () => {
  const { rows, asked, read } = aList(20_000);
  rows.setCount(20_000);
  expect(await read(9990, 9995)).toEqual(["9990", "9995"]);
  expect(asked).toHaveLength(1);
  expect(await read(15_500, 15_530)).toEqual(["15500", "15530"]);
  expect(rows.walking).toBeUndefined();
  const walked = asked.filter(({ isBrief }) => isBrief).length;
  expect(walked).toBe(6);
  expect(await read(12_000, 12_030)).toEqual(["12000", "12030"]);
  expect(asked.filter(({ isBrief }) => isBrief)).toHaveLength(walked);
});

test("a long way says how far it is walked, and no more once it is, or has failed", async () => {
  const { rows, read, failing } = aList(20_000);
  const said: (number | undefined)[] = [];
  const want = rows.want.bind(rows);
  rows.want = (...wanted) => {
    said.push(rows.walking?.at);
    want(...wanted);
  };
  await read(13_000, 13_030);
  expect(said).toEqual(expect.arrayContaining([10_000, 11_000, 12_000]));
  expect(rows.walking).toBeUndefined();
  failing.left = 1;
  await read(18_000, 18_030);
  expect(rows.walking).toBeUndefined();
});

test("with places, a jump to any row is two requests the first time, and one after that", async () => {
  const { rows, asked, read, asksForPlaces } = aList(100_000, 1000, 1003);
  rows.setCount(100_000);
  expect(await read(63_000, 63_010)).toEqual(["63000", "63010"]);
  expect([asked.length, asksForPlaces()]).toEqual([1, 1]);
  expect(await read(99_900, 99_999)).toEqual(["99900", "99999"]);
  expect(await read(20_000, 20_010)).toEqual(["20000", "20010"]);
  expect([asked.length, asksForPlaces()]).toEqual([3, 1]);
  expect(asked.some(({ isBrief }) => isBrief)).toBe(false);
});

test("an empty list is known to be one, and rows beyond its end are not asked for", async () => {
  const { rows, asked, read } = aList(0);
  rows.want(0, 0);
  await new Promise(setImmediate);
  expect([rows.count, rows.isCounted]).toEqual([0, true]);
  rows.want(0, 500);
  await new Promise(setImmediate);
  expect(asked.length).toBeLessThanOrEqual(1);
  expect(await Promise.race([read(0, 0), Promise.resolve("waits")])).toBe("waits");
});

test("after a problem nothing is asked until it is tried again", async () => {
  const { rows, asked, problems, failing, read } = aList(300);
  failing.left = 1;
  await read(0, 10);
  rows.want(0, 20);
  rows.want(0, 30);
  expect([problems.length, asked.length]).toEqual([1, 1]);
  problems.length = 0;
  rows.retry();
  expect(await read(0, 30)).toEqual(["0", "30"]);
});

test("at most 20,000 rows are kept: those that were looked at last", async () => {
  const { rows, read } = aList(30_000);
  for (let row = 0; row < 30_000; row += 200) await read(row, row + 199);
  expect(rows.at(0)).toBeUndefined();
  expect(rows.at(9_999)).toBeUndefined();
  expect([rows.at(10_000)?.id, rows.at(29_999)?.id]).toEqual(["10000", "29999"]);
  expect(await read(0, 10)).toEqual(["0", "10"]);
});

/** A list that changes: rows of a text each. */
function aLiveList(count: number) {
  const list = Array.from({ length: count }, (_, i) => ({ id: `${i}`, fields: { a: "old", b: "same" } }));
  const asked: number[] = [];
  const changed: RowChanged[] = [];
  const rows = new RowWindow(
    async ({ take, skip = 0, cursor }) => {
      const after = cursor === undefined ? skip : list.findIndex(({ id }) => id === cursor) + 1;
      asked.push(after);
      const records = list
        .slice(after, after + take)
        .map(({ id, fields }) => ({ id, name: "", fields: { ...fields } }));
      const last = records.at(-1);
      return { records, nextCursor: last && after + take < list.length ? last.id : null };
    },
    (more) => changed.push(...more),
    () => {},
  );
  const read = async (first: number, last: number) => {
    rows.want(first, last);
    for (let i = 0; i < 10; i++) await new Promise(setImmediate);
  };
  return { list, asked, changed, rows, read };
}

test("cells that changed are read by one request for their block, other rows stay the same objects, and it says which cells", async () => {
  const { list, asked, changed, rows, read } = aLiveList(1000);
  await read(0, 30);
  await read(400, 430);
  await read(0, 30);
  asked.length = 0;
  const former = [rows.at(3), rows.at(4)];
  for (const row of [1, 2, 3, 401]) list[row] = { id: `${row}`, fields: { a: "new", b: "same" } };
  rows.refresh({ hasMoved: false, recordIds: new Set(["1", "2", "3", "401"]) });
  expect(rows.at(3)).toBe(former[0]);
  await read(0, 30);
  expect([asked, rows.at(3)?.fields["a"], rows.at(4)]).toEqual([[0], "new", former[1]]);
  expect(rows.at(4)).toBe(former[1]);
  expect(changed).toEqual(["1", "2", "3"].map((recordId) => ({ recordId, fieldIds: ["a"] })));
  // a block that is not looked at is read again when it is
  expect(rows.at(401)?.fields["a"]).toBe("old");
  await read(400, 430);
  expect([asked, rows.at(401)?.fields["a"]]).toEqual([[0, 400], "new"]);
});

test("rows that no block has are not asked for", async () => {
  const { asked, rows, read } = aLiveList(1000);
  await read(0, 30);
  rows.refresh({ hasMoved: false, recordIds: new Set(["900"]) });
  await read(0, 30);
  expect(asked).toEqual([0]);
});

test("rows that came and went move the others, and the count follows", async () => {
  const { list, rows, read } = aLiveList(450);
  for (const first of [0, 200, 400]) await read(first, first + 30);
  list.splice(0, 100);
  list.push({ id: "last", fields: { a: "", b: "" } });
  rows.refresh({ hasMoved: true, recordIds: undefined });
  rows.setCount(351);
  await read(200, 350);
  expect([rows.at(200)?.id, rows.at(350)?.id, rows.count]).toEqual(["300", "last", 351]);
  expect(rows.indexOf("310")).toBe(210);
  list.splice(150);
  rows.refresh({ hasMoved: true, recordIds: undefined });
  rows.setCount(150);
  await read(200, 350);
  await read(100, 149);
  expect([rows.count, rows.at(149)?.id]).toEqual([150, "249"]);
});

test("far from the top rows stay where they are looked at", async () => {
  const { list, asked, rows, read } = aLiveList(12_000);
  await read(11_000, 11_030);
  const at = rows.at(11_010)?.id;
  list.splice(0, 50);
  asked.length = 0;
  rows.refresh({ hasMoved: true, recordIds: undefined });
  await read(11_000, 11_030);
  expect([rows.at(11_010)?.id, asked.length]).toEqual([at, 1]);
});

test("an answer that comes after a later one changes nothing", async () => {
  const { rows, read } = aList(3);
  await read(0, 2);
  const at = (second: number) => ({
    ...{ id: "1", name: `of ${second}`, fields: {} },
    lastModifiedTime: `2026-11-30T10:00:0${second}.000Z`,
  });
  const shown = () => rows.at(1)?.name;
  rows.replaceRow(at(2));
  expect(shown()).toBe("of 2");
  rows.replaceRow(at(1));
  expect(shown()).toBe("of 2");
  rows.replaceRow({ id: "1", name: "as it was made", fields: {} });
  expect(shown()).toBe("of 2");
  rows.replaceRow(at(3));
  expect(shown()).toBe("of 3");
});

test("rows that are not stored come after all others; one that is stored since stays until the rows were read again", async () => {
  const { rows, read } = aList(5);
  await read(0, 4);
  const [one, two] = ["new1", "new2"].map((id) => ({ id, name: "", fields: {} }));
  if (!one || !two) throw new Error("there are two");
  rows.setAdded([one, two]);
  expect([rows.count, rows.at(4)?.id, rows.at(5), rows.at(7)]).toEqual([7, "4", one, undefined]);
  expect((await rows.read(4, 9)).map(({ id }) => id)).toEqual(["4", "new1", "new2"]);
  expect(rows.setMade("new3", { ...one, id: "rec3" })).toBe(false);
  // the view does not have it
  expect(rows.setMade("new1", { ...one, id: "rec1" })).toBe(true);
  expect([rows.at(5)?.id, rows.indexOf("new1"), rows.indexOf("rec1"), rows.indexOf("new2")]).toEqual([
    "rec1",
    ...[5, 5, 6],
  ]);
  rows.reload();
  await expect.poll(() => rows.count).toBe(6);
  expect([rows.at(5), rows.indexOf("rec1")]).toEqual([two, undefined]);
  // the view has it
  expect(rows.setMade("new2", { ...two, id: "2" })).toBe(true);
  rows.reload();
  await expect.poll(() => rows.count).toBe(5);
  expect(rows.indexOf("new2")).toBe(2);
});
