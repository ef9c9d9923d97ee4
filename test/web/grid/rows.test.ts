/* The rows of a view as the grid reads them: against a list that answers as the server does, with short pages too. */
import { describe, expect, test } from "vitest";
import { type AskPage, RowWindow } from "#lib/web/browser/grid/rows";

/** A list of so many records. Each page has at most `most` of them; the cursor is the place. */
function aList(count: number, most = 1000) {
  const asked: { take: number; from: number; isBrief: boolean }[] = [];
  const problems: unknown[] = [];
  const failing = { left: 0 };
  const askPage: AskPage = async ({ take, skip = 0, cursor, isBrief }) => {
    const from = cursor === undefined ? skip : Number(cursor);
    asked.push({ take, from, isBrief });
    if (skip > 10_000) throw new Error("too far to skip");
    if (failing.left-- > 0) throw new Error("no answer");
    const end = Math.min(from + Math.min(take, most), count);
    const records = Array.from({ length: Math.max(0, end - from) }, (_, i) => ({
      id: `${from + i}`,
      fields: {},
    }));
    return { records, nextCursor: end < count ? String(end) : null };
  };
  let settled = () => {};
  const rows = new RowWindow(
    askPage,
    () => settled(),
    (problem) => {
      problems.push(problem);
      settled();
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
  return { rows, asked, problems, failing, read };
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
  const walked = asked.filter(({ isBrief }) => isBrief).length;
  expect(walked).toBe(6);
  expect(await read(12_000, 12_030)).toEqual(["12000", "12030"]);
  expect(asked.filter(({ isBrief }) => isBrief)).toHaveLength(walked);
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
